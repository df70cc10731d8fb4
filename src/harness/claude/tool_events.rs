//! What Claude Code and its hooks say to each other about tools.

use super::answers;
use super::protocol::USUAL;
use crate::harness::contract::{Contract, ExitTwo};

const TOOL: Contract = Contract { matched: Some("tool_name"), ..USUAL };

/// Events around a call of a tool. What it is called with is filled in.
pub(super) static TOOL_EVENTS: &[Contract] = &[
    Contract {
        event: "PreToolUse",
        sample: r#"{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "toolu_01SAMPLE"}"#,
        exit_2: ExitTwo::Blocks("the tool call"),
        can_decide: true,
        specific: Some(answers::TOOL_CALL),
        ..TOOL
    },
    Contract {
        event: "PostToolUse",
        sample: r#"{"tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": "hello\n", "stderr": "", "interrupted": false}, "tool_use_id": "toolu_01SAMPLE", "duration_ms": 12}"#,
        exit_2: ExitTwo::ToldAgent,
        can_decide: true,
        specific: Some(answers::TOOL_RESULT),
        ..TOOL
    },
    Contract {
        event: "PostToolUseFailure",
        sample: r#"{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "toolu_01SAMPLE", "error": "Exit code 1", "is_interrupt": false, "duration_ms": 12}"#,
        exit_2: ExitTwo::ToldAgent,
        can_decide: true,
        specific: Some(answers::ONLY_CONTEXT),
        ..TOOL
    },
    Contract {
        event: "PermissionRequest",
        sample: r#"{"tool_name": "Bash", "tool_input": {}, "permission_suggestions": []}"#,
        specific: Some(answers::PERMISSION),
        ..TOOL
    },
    Contract {
        event: "PermissionDenied",
        sample: r#"{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "toolu_01SAMPLE", "reason": "denied by the classifier"}"#,
        specific: Some(answers::DENIED),
        ..TOOL
    },
    Contract {
        event: "PreSkillShellCommand",
        sample: r#"{"tool_name": "Bash", "tool_input": {}}"#,
        exit_2: ExitTwo::Blocks("the command"),
        can_decide: true,
        specific: Some(answers::TOOL_CALL),
        ..TOOL
    },
    Contract {
        event: "PostToolBatch",
        sample: r#"{"tool_calls": [{"tool_name": "Bash", "tool_input": {"command": "echo hello"}, "tool_use_id": "toolu_01SAMPLE", "tool_response": "hello"}]}"#,
        exit_2: ExitTwo::Blocks("the next request to the model"),
        can_decide: true,
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
];
