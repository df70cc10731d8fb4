//! What hooks may answer to Claude Code, field by field.

use crate::harness::contract::{AnswerField, AnswerKind};

/// The fields of any answer. The last two are those of a hook that goes on in the background.
pub(super) static ANSWER: &[AnswerField] = &[
    optional("continue", AnswerKind::Flag),
    optional("stopReason", AnswerKind::Text),
    optional("suppressOutput", AnswerKind::Flag),
    optional("systemMessage", AnswerKind::Text),
    optional("terminalSequence", AnswerKind::Text),
    optional("decision", AnswerKind::OneOf(&["approve", "block"])),
    optional("reason", AnswerKind::Text),
    // What is in it depends on the event.
    optional("hookSpecificOutput", AnswerKind::Object),
    optional("async", AnswerKind::Flag),
    optional("asyncTimeout", AnswerKind::Number),
];

const CONTEXT: AnswerField = optional("additionalContext", AnswerKind::Text);
const REASON: AnswerField = optional("permissionDecisionReason", AnswerKind::Text);
const UPDATED_INPUT: AnswerField = optional("updatedInput", AnswerKind::Object);
const WATCH_PATHS: AnswerField = optional("watchPaths", AnswerKind::Texts);
const SUPPRESS_PROMPT: AnswerField = optional("suppressOriginalPrompt", AnswerKind::Flag);
const TITLE: AnswerField = optional("sessionTitle", AnswerKind::Text);

pub(super) static TOOL_CALL: &[AnswerField] = &[
    optional("permissionDecision", AnswerKind::OneOf(&["allow", "deny", "ask", "defer"])),
    REASON,
    UPDATED_INPUT,
    CONTEXT,
];
pub(super) static MODEL_SWITCH: &[AnswerField] =
    &[optional("permissionDecision", AnswerKind::OneOf(&["allow", "deny", "ask"])), REASON];
pub(super) static TOOL_RESULT: &[AnswerField] = &[
    CONTEXT,
    optional("updatedToolOutput", AnswerKind::Any),
    optional("updatedMCPToolOutput", AnswerKind::Any),
    optional("classifierContext", AnswerKind::Text),
];
pub(super) static ONLY_CONTEXT: &[AnswerField] = &[CONTEXT];
pub(super) static PROMPT: &[AnswerField] = &[CONTEXT, TITLE, SUPPRESS_PROMPT];
pub(super) static EXPANSION: &[AnswerField] = &[CONTEXT, SUPPRESS_PROMPT];
pub(super) static SESSION_START: &[AnswerField] = &[
    CONTEXT,
    optional("initialUserMessage", AnswerKind::Text),
    TITLE,
    WATCH_PATHS,
    optional("reloadSkills", AnswerKind::Flag),
];
pub(super) static WATCHED: &[AnswerField] = &[WATCH_PATHS];
pub(super) static DENIED: &[AnswerField] = &[optional("retry", AnswerKind::Flag)];
pub(super) static PERMISSION: &[AnswerField] = &[AnswerField::required(
    "decision",
    AnswerKind::Record(&[
        AnswerField::required("behavior", AnswerKind::OneOf(&["allow", "deny"])),
        UPDATED_INPUT,
        optional("updatedPermissions", AnswerKind::List),
        optional("message", AnswerKind::Text),
        optional("interrupt", AnswerKind::Flag),
    ]),
)];
pub(super) static ELICITATION: &[AnswerField] = &[
    optional("action", AnswerKind::OneOf(&["accept", "decline", "cancel"])),
    optional("content", AnswerKind::Object),
];
pub(super) static WORKTREE: &[AnswerField] = &[AnswerField::required("worktreePath", AnswerKind::Text)];
pub(super) static DISPLAY: &[AnswerField] = &[optional("displayContent", AnswerKind::Text)];

const fn optional(name: &'static str, kind: AnswerKind) -> AnswerField {
    AnswerField::optional(name, kind)
}
