//! Reading the handler out of a hook entry.

use serde_json::Value as Json;

use super::layout::FILE_HANDLER;
use crate::compose::Hook;
use crate::diagnostic::Spanned;

/// The field of that name, as declared.
pub(super) fn field<'a>(hook: &'a Hook, name: &str) -> Option<&'a (Spanned<String>, Spanned<Json>)> {
    hook.fields.iter().find(|(field, _)| field.value == name)
}

/// The handler type: the one that is named, else the one that runs files.
pub(super) fn type_name(hook: &Hook) -> &str {
    field(hook, "type").and_then(|(_, value)| value.value.as_str()).unwrap_or(FILE_HANDLER)
}
