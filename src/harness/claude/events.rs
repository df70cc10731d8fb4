//! The events of Claude Code, as `claude doctor` prints them, and what their matchers are compared with.

use crate::harness::layout::{Event, ForeignEvent, Matcher};

/// Every event. The first ones are those that most hooks are written for: help names them first.
pub(super) static EVENTS: &[Event] = &[
    event("PreToolUse", Matcher::Tool),
    event("PostToolUse", Matcher::Tool),
    event("UserPromptSubmit", Matcher::None),
    event("SessionStart", Matcher::OneOf(&["startup", "resume", "clear", "compact", "fork"])),
    event("Stop", Matcher::None),
    event("SessionEnd", Matcher::OneOf(&["clear", "resume", "logout", "prompt_input_exit", "other"])),
    event("Notification", Matcher::Text),
    event("PostToolUseFailure", Matcher::Tool),
    event("PermissionRequest", Matcher::Tool),
    event("PermissionDenied", Matcher::Tool),
    event("PreSkillShellCommand", Matcher::Tool),
    event("PostToolBatch", Matcher::None),
    event("UserPromptExpansion", Matcher::Text),
    event("Setup", Matcher::OneOf(&["init", "maintenance"])),
    event("StopFailure", Matcher::Text),
    event("SubagentStart", Matcher::Text),
    event("SubagentStop", Matcher::Text),
    event("PreCompact", Matcher::OneOf(&["manual", "auto"])),
    event("PostCompact", Matcher::OneOf(&["manual", "auto"])),
    event("PreModelSwitch", Matcher::Text),
    event("PostModelSwitch", Matcher::Text),
    event("TeammateIdle", Matcher::None),
    event("TaskCreated", Matcher::None),
    event("TaskCompleted", Matcher::None),
    event("Elicitation", Matcher::Text),
    event("ElicitationResult", Matcher::Text),
    event("ConfigChange", Matcher::Text),
    event("InstructionsLoaded", Matcher::Text),
    event("CwdChanged", Matcher::None),
    event("FileChanged", Matcher::Text),
    event("DirectoryAdded", Matcher::OneOf(&["slash_command", "register_repo_root"])),
    event("WorktreeCreate", Matcher::None),
    event("WorktreeRemove", Matcher::None),
    event("MessageDisplay", Matcher::None),
];

/// Event names of other CLIs that no slip of the hand explains.
pub(super) static FOREIGN_EVENTS: &[ForeignEvent] = &[
    foreign("BeforeTool", "Gemini CLI", "PreToolUse"),
    foreign("AfterTool", "Gemini CLI", "PostToolUse"),
    foreign("BeforeAgent", "Gemini CLI", "UserPromptSubmit"),
    foreign("AfterAgent", "Gemini CLI", "Stop"),
    foreign("PreCompress", "Gemini CLI", "PreCompact"),
    foreign("agentStop", "Copilot CLI", "Stop"),
    foreign("errorOccurred", "Copilot CLI", "StopFailure"),
    foreign("userPromptSubmitted", "Copilot CLI", "UserPromptSubmit"),
    foreign("userPromptTransformed", "Copilot CLI", "UserPromptExpansion"),
    foreign("beforeSubmitPrompt", "Cursor", "UserPromptSubmit"),
    foreign("beforeShellExecution", "Cursor", "PreToolUse"),
    foreign("afterShellExecution", "Cursor", "PostToolUse"),
    foreign("beforeMCPExecution", "Cursor", "PreToolUse"),
    foreign("afterMCPExecution", "Cursor", "PostToolUse"),
    foreign("beforeReadFile", "Cursor", "PreToolUse"),
    foreign("afterFileEdit", "Cursor", "PostToolUse"),
];

/// Tools that permission rules are written for.
pub(super) static TOOLS: &[&str] = &[
    "Agent",
    "Bash",
    "Edit",
    "Glob",
    "Grep",
    "MultiEdit",
    "NotebookEdit",
    "PowerShell",
    "Read",
    "Skill",
    "Task",
    "WebFetch",
    "WebSearch",
    "Write",
];

const fn event(name: &'static str, matcher: Matcher) -> Event {
    Event { name, matcher }
}

const fn foreign(name: &'static str, cli: &'static str, instead: &'static str) -> ForeignEvent {
    ForeignEvent { name, cli, instead }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{EVENTS, FOREIGN_EVENTS};

    #[test]
    fn there_are_34_events_and_foreign_ones_lead_to_them() {
        let names: HashSet<_> = EVENTS.iter().map(|event| event.name).collect();
        assert_eq!(names.len(), 34);
        for foreign in FOREIGN_EVENTS {
            assert!(names.contains(foreign.instead), "{}", foreign.instead);
            assert!(!names.contains(foreign.name), "{}", foreign.name);
        }
    }
}
