//! What Claude Code and its hooks say to each other about prompts, answers, agents and tasks.

use super::answers;
use super::protocol::USUAL;
use crate::harness::contract::{Contract, ExitTwo, Text};

/// Events of a turn.
pub(super) static TURN_EVENTS: &[Contract] = &[
    Contract {
        event: "UserPromptSubmit",
        sample: r#"{"prompt": "Fix the typo in the heading of README.md"}"#,
        timeout: 30.0,
        text: Text::Context,
        exit_2: ExitTwo::Blocks("the prompt"),
        can_decide: true,
        specific: Some(answers::PROMPT),
        ..USUAL
    },
    Contract {
        event: "Stop",
        sample: r#"{"stop_hook_active": false, "last_assistant_message": "The heading is mended.", "background_tasks": [], "session_crons": []}"#,
        exit_2: ExitTwo::Blocks("the end of the turn: the agent goes on"),
        can_decide: true,
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
    Contract {
        event: "UserPromptExpansion",
        sample: r#"{"expansion_type": "slash_command", "command_name": "review", "command_args": "", "prompt": "/review"}"#,
        matched: Some("command_name"),
        text: Text::Context,
        exit_2: ExitTwo::Blocks("the expansion"),
        can_decide: true,
        specific: Some(answers::EXPANSION),
        ..USUAL
    },
    Contract {
        event: "StopFailure",
        sample: r#"{"error": "rate_limit", "error_details": "429 Too Many Requests"}"#,
        matched: Some("error"),
        exit_2: ExitTwo::Ignored,
        ..USUAL
    },
    Contract {
        event: "SubagentStart",
        sample: r#"{"agent_id": "agent-sample", "agent_type": "Explore"}"#,
        matched: Some("agent_type"),
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
    Contract {
        event: "SubagentStop",
        sample: r#"{"stop_hook_active": false, "agent_id": "agent-sample", "agent_type": "Explore", "agent_transcript_path": "{transcript}", "last_assistant_message": "Nothing found."}"#,
        matched: Some("agent_type"),
        exit_2: ExitTwo::Blocks("the end of the subagent: it goes on"),
        can_decide: true,
        specific: Some(answers::ONLY_CONTEXT),
        ..USUAL
    },
    Contract {
        event: "TeammateIdle",
        sample: r#"{"teammate_name": "sample", "team_name": "sample"}"#,
        exit_2: ExitTwo::Blocks("the rest of the teammate: it goes on"),
        ..USUAL
    },
    Contract {
        event: "TaskCreated",
        sample: r#"{"task_id": "1", "task_subject": "Mend the heading", "task_description": "Of README.md"}"#,
        exit_2: ExitTwo::Blocks("the new task"),
        ..USUAL
    },
    Contract {
        event: "TaskCompleted",
        sample: r#"{"task_id": "1", "task_subject": "Mend the heading", "task_description": "Of README.md"}"#,
        exit_2: ExitTwo::Blocks("the end of the task"),
        ..USUAL
    },
    Contract {
        event: "Elicitation",
        sample: r#"{"mcp_server_name": "sample", "message": "Which branch?", "mode": "form", "requested_schema": {"type": "object", "properties": {}}}"#,
        matched: Some("mcp_server_name"),
        exit_2: ExitTwo::Blocks("the question"),
        specific: Some(answers::ELICITATION),
        ..USUAL
    },
    Contract {
        event: "ElicitationResult",
        sample: r#"{"mcp_server_name": "sample", "mode": "form", "action": "accept", "content": {}}"#,
        matched: Some("mcp_server_name"),
        exit_2: ExitTwo::Blocks("the answer"),
        specific: Some(answers::ELICITATION),
        ..USUAL
    },
    Contract {
        event: "MessageDisplay",
        sample: r#"{"turn_id": "sample", "message_id": "sample", "index": 0, "final": true, "delta": "Done."}"#,
        timeout: 10.0,
        specific: Some(answers::DISPLAY),
        ..USUAL
    },
];
