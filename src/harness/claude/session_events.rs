//! What Claude Code and its hooks say to each other about the session and its surroundings.

use super::answers;
use super::protocol::USUAL;
use crate::harness::contract::{Contract, ExitTwo, Text};

/// Events of a session as a whole.
pub(super) static SESSION_EVENTS: &[Contract] = &[
    Contract {
        event: "SessionStart",
        sample: r#"{"source": "startup", "model": "claude-opus"}"#,
        matched: Some("source"),
        text: Text::Context,
        specific: Some(answers::SESSION_START),
        takes_variables: true,
        ..USUAL
    },
    Contract {
        event: "SessionEnd",
        sample: r#"{"reason": "prompt_input_exit"}"#,
        matched: Some("reason"),
        timeout: 1.5,
        ..USUAL
    },
    Contract {
        event: "Notification",
        sample: r#"{"message": "Claude needs your permission to use Bash", "title": "Permission needed", "notification_type": "permission_prompt"}"#,
        matched: Some("notification_type"),
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
    Contract {
        event: "Setup",
        sample: r#"{"trigger": "init"}"#,
        matched: Some("trigger"),
        specific: Some(answers::ONLY_CONTEXT),
        takes_variables: true,
        ..USUAL
    },
    Contract {
        event: "PreCompact",
        sample: r#"{"trigger": "manual", "custom_instructions": null}"#,
        matched: Some("trigger"),
        exit_2: ExitTwo::Blocks("the compaction"),
        can_decide: true,
        ..USUAL
    },
    Contract {
        event: "PostCompact",
        sample: r#"{"trigger": "manual", "compact_summary": "The heading of README.md was mended."}"#,
        matched: Some("trigger"),
        ..USUAL
    },
    Contract {
        event: "PreModelSwitch",
        sample: r#"{"from_model": "claude-opus", "to_model": "claude-sonnet", "requested_model": "sonnet", "source": "command", "context_tokens": 0, "prompt_cache_warm": false, "cache_ttl": "5m", "estimated_cache_write_usd": 0, "pricing": "catalog"}"#,
        matched: Some("to_model"),
        specific: Some(answers::MODEL_SWITCH),
        ..USUAL
    },
    Contract {
        event: "PostModelSwitch",
        sample: r#"{"from_model": "claude-opus", "to_model": "claude-sonnet", "requested_model": "sonnet", "source": "command", "context_tokens": 0, "prompt_cache_warm": false, "cache_ttl": "5m", "estimated_cache_write_usd": 0, "pricing": "catalog"}"#,
        matched: Some("to_model"),
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
    Contract {
        event: "ConfigChange",
        sample: r#"{"source": "project_settings"}"#,
        matched: Some("source"),
        exit_2: ExitTwo::Blocks("the change"),
        can_decide: true,
        ..USUAL
    },
    Contract {
        event: "InstructionsLoaded",
        sample: r#"{"file_path": "{cwd}/CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"}"#,
        matched: Some("load_reason"),
        ..USUAL
    },
    Contract {
        event: "CwdChanged",
        sample: r#"{"old_cwd": "{cwd}", "new_cwd": "{cwd}"}"#,
        specific: Some(answers::WATCHED),
        takes_variables: true,
        ..USUAL
    },
    Contract {
        event: "FileChanged",
        sample: r#"{"file_path": "{cwd}/README.md", "event": "change"}"#,
        matched: Some("file_path"),
        specific: Some(answers::WATCHED),
        takes_variables: true,
        ..USUAL
    },
    Contract {
        event: "DirectoryAdded",
        sample: r#"{"directory": "{cwd}", "source": "slash_command"}"#,
        matched: Some("source"),
        ..USUAL
    },
    Contract {
        event: "WorktreeCreate",
        sample: r#"{"name": "sample"}"#,
        text: Text::Path,
        exit_2: ExitTwo::Fails("the new worktree"),
        specific: Some(answers::WORKTREE),
        ..USUAL
    },
    Contract { event: "WorktreeRemove", sample: r#"{"worktree_path": "{cwd}"}"#, ..USUAL },
];
