//! Forbidden characters in the raw text of the frontmatter.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};
use crate::skill::codes;
use crate::skill::rules::{self, CharacterKind};
use crate::skill::yaml::key_and_value;

/// Reports them, each at its own byte, and returns a text of the same length without them: a YAML parser stops at some.
pub(super) fn sweep(file: &Arc<SourceFile>, frontmatter: &Range<usize>, problems: &mut Problems) -> String {
    let text = &file.text()[frontmatter.clone()];
    let mut clean = String::with_capacity(text.len());
    let mut key = None;
    for line in text.split_inclusive('\n') {
        key = key_and_value(line).map(|(key, _)| key.to_owned()).or(key);
        for character in line.chars() {
            let kind = rules::is_forbidden(character).filter(|kind| *kind != CharacterKind::LineBreakOrTab);
            if let Some(kind) = kind {
                let start = frontmatter.start + clean.len();
                let place = Place::new(file, start..start + character.len_utf8());
                problems.push(diagnostic(key.as_deref().unwrap_or("frontmatter"), character, kind, &place));
            }
            let unreadable = matches!(character, '\u{fffe}' | '\u{ffff}');
            if kind.is_some() || unreadable {
                clean.extend(std::iter::repeat_n('x', character.len_utf8()));
            } else {
                clean.push(character);
            }
        }
    }
    clean
}

/// What to say of a forbidden character in the value of `key`.
pub(super) fn diagnostic(key: &str, character: char, kind: CharacterKind, place: &Place) -> Diagnostic {
    let number = u32::from(character);
    let (message, help) = match kind {
        CharacterKind::LineBreakOrTab => {
            let name = match character {
                '\n' => "newline",
                '\r' => "carriage return",
                _ => "tab",
            };
            (format!("`{key}` holds a {name} (control character U+{number:04X})"), "write a space instead")
        }
        CharacterKind::Delete => {
            (format!("`{key}` holds DEL (control character U+{number:04X})"), "delete the character")
        }
        CharacterKind::Control => {
            (format!("`{key}` holds the control character U+{number:04X}"), "delete the character")
        }
        CharacterKind::Separator => {
            (format!("`{key}` holds a line separator (separator U+{number:04X})"), "write a space instead")
        }
        CharacterKind::ByteOrderMark => (
            format!("`{key}` holds a byte order mark (control character U+{number:04X})"),
            "delete the character; it cannot be seen",
        ),
        CharacterKind::Bidirectional => (
            format!("`{key}` holds the bidirectional control character U+{number:04X}"),
            "delete the character; it makes text read as something else",
        ),
    };
    Diagnostic::new(&codes::FORBIDDEN_CHARACTER, message).label(place, "stands here").help(help)
}
