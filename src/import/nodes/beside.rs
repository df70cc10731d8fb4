//! What the neighbours of a part, and names, allow.

use crate::import::text::{Part, Text};

/// Whether what precedes a part ends as a folder's name does.
pub(super) fn stands_alone(next: Option<&Part>) -> bool {
    match next {
        None => true,
        Some(Part::Plain(text)) => text.starts_with('/'),
        Some(_) => false,
    }
}

/// Whether a variable's name ends in front of a part.
pub(super) fn ends_name(next: Option<&Part>) -> bool {
    match next {
        Some(Part::Plain(text)) => {
            !text.starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '{'))
        }
        _ => true,
    }
}

/// Whether a path is the same after `cd` as it is written.
pub(super) fn is_clean(target: &Text) -> bool {
    target.parts().iter().all(|part| match part {
        Part::Plain(text) => {
            !text.ends_with('/')
                && !text.contains("//")
                && !text.split('/').any(|name| matches!(name, "." | ".."))
        }
        Part::Home | Part::Folder(_) | Part::GitRoot => true,
        Part::Variable { .. } => false,
    })
}

/// Whether `NAME}}` follows.
pub(super) fn is_placeholder(text: &str) -> bool {
    let length =
        text.find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-')));
    length.is_some_and(|length| length > 0 && text[length..].starts_with("}}"))
}

/// Vars have lower-case names.
pub(super) fn var_name(variable: &str) -> String {
    let name = variable.trim_matches('_').to_ascii_lowercase();
    if name.starts_with(|first: char| first.is_ascii_lowercase()) { name } else { format!("v{name}") }
}
