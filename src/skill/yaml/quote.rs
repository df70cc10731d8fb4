//! Writes strings so that every reader of YAML gives them back.

use std::fmt::Write as _;

use super::plain::other_type;

/// A string behind `key: `. Plain where no reader of YAML 1.1 or 1.2 can take it for anything else, otherwise in double
/// quotes, which is the one style that can hold every string on one line.
pub(in crate::skill) fn scalar(text: &str) -> String {
    let first = text.chars().next().is_some_and(char::is_alphabetic);
    // Some readers take an exponent alone for a number.
    let exponent = text.strip_prefix(['e', 'E']).is_some_and(|digits| other_type(digits) == Some("a number"));
    let plain = first
        && !exponent
        && other_type(text).is_none()
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && text.chars().all(is_printable);
    if plain { text.to_owned() } else { double_quoted(text) }
}

/// A string in a list `[a, b]`, where more ends it than elsewhere: readers of YAML 1.1 do not agree on what.
pub(in crate::skill) fn flow(text: &str) -> String {
    let word =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | ' ');
    if text.chars().all(word) { scalar(text) } else { double_quoted(text) }
}

/// A string in double quotes, on one line.
pub(in crate::skill) fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other if is_printable(other) => quoted.push(other),
            other => {
                let number = u32::from(other);
                let _ = match number {
                    0..=0xff => write!(quoted, "\\x{number:02x}"),
                    0x100..=0xffff => write!(quoted, "\\u{number:04x}"),
                    _ => write!(quoted, "\\U{number:08x}"),
                };
            }
        }
    }
    quoted.push('"');
    quoted
}

/// Whether a character stands for itself: printable by the YAML spec, and not one that a line or an editor hides.
fn is_printable(character: char) -> bool {
    crate::skill::rules::is_forbidden(character).is_none() && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::{double_quoted, flow, scalar};

    #[test]
    fn words_stay_plain_and_traps_are_quoted() {
        for text in ["Read", "Reviews a change, (when) asked to.", "a:b", "c#d", "Über", "it's"] {
            assert_eq!(scalar(text), text);
        }
        for text in [
            "", " a", "a ", "a: b", "a:", "a #b", "yes", "No", "null", "~", "- a", "[a", "%a", "0x1f", "'a",
            "`a",
        ] {
            assert_eq!(scalar(text), format!("\"{text}\""));
        }
        assert_eq!(scalar("\"a\\"), "\"\\\"a\\\\\"");
        assert_eq!(flow("Read"), "Read");
        assert_eq!(flow("Bash(git:*)"), "\"Bash(git:*)\"");
        assert_eq!(flow("a, b"), "\"a, b\"");
        assert_eq!(double_quoted("\0\n\u{2028}\u{10ffff}\u{fffe}"), "\"\\x00\\n\\u2028\u{10ffff}\\ufffe\"");
    }
}
