//! Words for a key that no harness knows.

use super::keys::{is_lost_restriction, meant};
use crate::diagnostic::{Diagnostic, Place, visible};
use crate::skill::codes;
use crate::skill::yaml::{Content, Node};

/// What to say of an unknown key at `place`. `described` tells whether there is a `description` beside it.
pub(super) fn unknown_key(key: &str, place: &Place, value: &Node, described: bool) -> Diagnostic {
    let shown = visible(key);
    if key == "<<" {
        let message = "`<<` takes fields from elsewhere, and not every harness does that";
        return Diagnostic::new(&codes::UNKNOWN_KEY, message)
            .label(place, "a merge key")
            .help("write the fields out");
    }
    match meant(key) {
        Some(known) if is_lost_restriction(key) => {
            let message = format!("`{shown}` is not `{known}`, so no harness obeys it");
            Diagnostic::new(&codes::RESTRICTION_NEAR_MISS, message)
                .label(place, "this restriction on tools is ignored")
                .help(format!("write `{known}`"))
        }
        Some("description") if !described => {
            let message = format!("the skill has no `description`, only an unknown key `{shown}`");
            Diagnostic::new(&codes::MISSING_DESCRIPTION, message)
                .label(place, "no harness knows this key")
                .help("write `description`")
        }
        near => {
            let help = match (near, &value.content) {
                (Some(known), _) => format!("did you mean `{known}`?"),
                (None, Content::Scalar(_)) => {
                    format!("put it under `metadata:`, indented, or delete `{shown}`")
                }
                (None, _) => format!("delete `{shown}`"),
            };
            Diagnostic::new(&codes::UNKNOWN_KEY, format!("unknown key `{shown}`"))
                .label(place, "no harness knows this key")
                .help(help)
        }
    }
}
