//! The hook handlers of Claude Code and their fields, as its settings schema has them.

use crate::harness::layout::{Field, FieldKind, HandlerType};

/// Every handler type.
pub(super) static HANDLERS: &[HandlerType] = &[
    HandlerType {
        name: "command",
        fields: &[
            Field::required("command", FieldKind::Text),
            Field::optional("args", FieldKind::Texts),
            TIMEOUT,
            IF,
            Field::optional("shell", FieldKind::OneOf(&["bash", "powershell"])),
            ON_FAILURE,
            STATUS_MESSAGE,
            ONCE,
            Field::optional("async", FieldKind::Flag),
            Field::optional("asyncRewake", FieldKind::Flag),
        ],
    },
    HandlerType {
        name: "prompt",
        fields: &[
            Field::required("prompt", FieldKind::Text),
            TIMEOUT,
            IF,
            Field::optional("model", FieldKind::Text),
            Field::optional("continueOnBlock", FieldKind::Flag),
            STATUS_MESSAGE,
            ONCE,
        ],
    },
    HandlerType {
        name: "agent",
        fields: &[
            Field::required("prompt", FieldKind::Text),
            TIMEOUT,
            IF,
            Field::optional("model", FieldKind::Text),
            STATUS_MESSAGE,
            ONCE,
        ],
    },
    HandlerType {
        name: "http",
        fields: &[
            Field::required("url", FieldKind::Text),
            TIMEOUT,
            IF,
            ON_FAILURE,
            Field::optional("headers", FieldKind::TextMap),
            Field::optional("allowedEnvVars", FieldKind::Texts),
            STATUS_MESSAGE,
            ONCE,
        ],
    },
    HandlerType {
        name: "mcp_tool",
        fields: &[
            Field::required("server", FieldKind::Text),
            Field::required("tool", FieldKind::Text),
            Field::optional("input", FieldKind::Map),
            TIMEOUT,
            IF,
            ON_FAILURE,
            STATUS_MESSAGE,
            ONCE,
        ],
    },
];

const TIMEOUT: Field = Field::optional("timeout", FieldKind::Seconds);
/// One permission rule. On any other event the hook would never run.
const IF: Field = Field::optional("if", FieldKind::Text).for_tool_events();
const ON_FAILURE: Field = Field::optional("onFailure", FieldKind::OneOf(&["continue", "block"]));
const STATUS_MESSAGE: Field = Field::optional("statusMessage", FieldKind::Text);
const ONCE: Field = Field::optional("once", FieldKind::Flag);
