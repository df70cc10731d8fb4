//! The command line options of Claude Code whose values need care.

/// Options that take every word up to the next option, a prompt included.
pub(super) static VARIADIC: &[&str] = &[
    "--add-dir",
    "--allowed-tools",
    "--allowedTools",
    "--betas",
    "--disallowed-tools",
    "--disallowedTools",
    "--file",
    "--mcp-config",
    "--tools",
];

/// Options that end the program at once when root gives them.
pub(super) static REFUSED_AS_ROOT: &[&str] = &["--dangerously-skip-permissions"];

/// Options of which the last one counts.
pub(super) static SINGLE: &[&[&str]] = &[
    &["--agent"],
    &["--append-system-prompt"],
    &["--append-system-prompt-file"],
    &["--model"],
    &["--name", "-n"],
    &["--permission-mode"],
    &["--session-id"],
    &["--setting-sources"],
    &["--settings"],
];
