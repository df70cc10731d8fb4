//! Cuts a text into what expansion replaces and what stays.

use std::ops::Range;

use super::names::is_placeholder_name;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Stays.
    Text(&'t str),
    /// `$$`.
    Dollar,
    /// `{{NAME}}`.
    Placeholder { name: &'t str, range: Range<usize> },
    /// `$NAME`, `${NAME}` or `${NAME:-DEFAULT}`.
    Variable { name: &'t str, range: Range<usize>, default: Option<Default<'t>> },
    /// `${NAME` without an end, or with something else behind the name.
    Broken { range: Range<usize> },
}

/// What stands for a variable that is unset or empty.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Default<'t> {
    pub(super) text: &'t str,
    /// Where it begins in the text.
    pub(super) start: usize,
}

/// The pieces of a text in which placeholders and variables are replaced.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut plain = 0;
    let mut at = 0;
    while let Some(length) = text[at..].find(['$', '{']) {
        at += length;
        match special(text, at) {
            Some((piece, end)) => {
                if plain < at {
                    found.push(Piece::Text(&text[plain..at]));
                }
                found.push(piece);
                at = end;
                plain = end;
            }
            None => at += 1,
        }
    }
    if plain < text.len() {
        found.push(Piece::Text(&text[plain..]));
    }
    found
}

/// Every `{{NAME}}` of a text.
pub(crate) fn placeholders(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find("{{") {
        at += length;
        match placeholder(text, at) {
            Some((name, end)) => {
                found.push((at..end, name));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

fn special(text: &str, at: usize) -> Option<(Piece<'_>, usize)> {
    if let Some((name, end)) = placeholder(text, at) {
        return Some((Piece::Placeholder { name, range: at..end }, end));
    }
    let rest = text[at..].strip_prefix('$')?;
    if rest.starts_with('$') {
        return Some((Piece::Dollar, at + 2));
    }
    if let Some(braced) = rest.strip_prefix('{') {
        return braced_variable(braced, at);
    }
    let name = &rest[..variable_length(rest)];
    let end = at + 1 + name.len();
    (!name.is_empty()).then_some((Piece::Variable { name, range: at..end, default: None }, end))
}

/// `{{NAME}}` at `at`: its name, and where it ends.
fn placeholder(text: &str, at: usize) -> Option<(&str, usize)> {
    let inner = text[at..].strip_prefix("{{")?;
    let length = inner
        .find(|character: char| !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-')))?;
    let name = &inner[..length];
    (inner[length..].starts_with("}}") && is_placeholder_name(name)).then_some((name, at + length + 4))
}

/// What follows `${` at `at`.
fn braced_variable(braced: &str, at: usize) -> Option<(Piece<'_>, usize)> {
    let start = at + 2;
    let name = &braced[..variable_length(braced)];
    if name.is_empty() {
        return None;
    }
    let behind = &braced[name.len()..];
    if behind.starts_with('}') {
        let end = start + name.len() + 1;
        return Some((Piece::Variable { name, range: at..end, default: None }, end));
    }
    let closed = closing_brace(behind);
    if let (Some(default), Some(length)) = (behind.strip_prefix(":-"), closed) {
        let end = start + name.len() + length + 1;
        let default = Default { text: &default[..length - 2], start: start + name.len() + 2 };
        return Some((Piece::Variable { name, range: at..end, default: Some(default) }, end));
    }
    let end = start + name.len() + closed.map_or(behind.len(), |length| length + 1);
    Some((Piece::Broken { range: at..end }, end))
}

/// How far it is to the `}` that closes a brace opened before `text`.
fn closing_brace(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    text.bytes().position(|byte| {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        open == 0
    })
}

/// The length of `[A-Za-z_][A-Za-z0-9_]*` at the start of a text.
fn variable_length(text: &str) -> usize {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return 0;
    }
    text.find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::{Default, Piece, pieces, placeholders};

    #[test]
    fn cuts_every_form() {
        assert_eq!(
            pieces("a{{b}}$C/${D}$$${E:-f{{g}}}"),
            [
                Piece::Text("a"),
                Piece::Placeholder { name: "b", range: 1..6 },
                Piece::Variable { name: "C", range: 6..8, default: None },
                Piece::Text("/"),
                Piece::Variable { name: "D", range: 9..13, default: None },
                Piece::Dollar,
                Piece::Variable {
                    name: "E",
                    range: 15..27,
                    default: Some(Default { text: "f{{g}}", start: 20 })
                },
            ]
        );
    }

    #[test]
    fn leaves_what_is_no_expansion() {
        for text in
            ["$", "a$", "$1", "${}", "${1}", "{{ a }}", "{{}}", "{{1}}", "{{a}", "$-", "{", "{{{", "é$é"]
        {
            assert_eq!(pieces(text), [Piece::Text(text)], "{text}");
        }
    }

    #[test]
    fn finds_placeholders_behind_stray_braces() {
        assert_eq!(placeholders("{{{a}} {{b c}} {{d-e}}"), [(1..6, "a"), (15..22, "d-e")]);
    }

    #[test]
    fn says_what_is_broken() {
        assert_eq!(pieces("${A"), [Piece::Broken { range: 0..3 }]);
        assert_eq!(pieces("${A:?x}y"), [Piece::Broken { range: 0..7 }, Piece::Text("y")]);
    }
}
