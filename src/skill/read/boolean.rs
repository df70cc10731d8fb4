//! Truth values as Claude Code reads them.

/// What a word means; none: nothing that a harness understands.
pub(super) fn parse(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}
