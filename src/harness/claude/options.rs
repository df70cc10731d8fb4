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

/// Those of them whose values are folders.
pub(super) static FOLDERS: &[&str] = &["--add-dir"];

/// Those of them whose values are names of tools, or rules.
pub(super) static TOOLS_OPTIONS: &[&str] =
    &["--allowed-tools", "--allowedTools", "--disallowed-tools", "--disallowedTools", "--tools"];

/// Options without a value.
pub(super) static SWITCHES: &[&str] = &[
    "--allow-dangerously-skip-permissions",
    "--bare",
    "--continue",
    "--dangerously-skip-permissions",
    "--disable-slash-commands",
    "--fork-session",
    "--ide",
    "--include-partial-messages",
    "--init",
    "--maintenance",
    "--no-session-persistence",
    "--print",
    "--replay-user-messages",
    "--restricted",
    "--safe-mode",
    "--strict-mcp-config",
    "--verbose",
    "-c",
    "-p",
];

/// Options that end the program at once when root gives them.
pub(super) static REFUSED_AS_ROOT: &[&str] = &["--dangerously-skip-permissions"];

/// Options with one value, of which the last one counts.
pub(super) static SINGLE: &[&[&str]] = &[
    &["--agent"],
    &["--agents"],
    &["--append-system-prompt"],
    &["--append-system-prompt-file"],
    &["--effort"],
    &["--fallback-model"],
    &["--input-format"],
    &["--json-schema"],
    &["--max-budget-usd"],
    &["--max-turns"],
    &["--model"],
    &["--name", "-n"],
    &["--output-format"],
    &["--permission-mode"],
    &["--permission-prompt-tool"],
    &["--session-id"],
    &["--setting-sources"],
    &["--settings"],
    &["--system-prompt"],
    &["--system-prompt-file"],
];
