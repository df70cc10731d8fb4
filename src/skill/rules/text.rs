//! Characters that a frontmatter string must not hold.

use std::fmt;

/// Why a character is forbidden in the frontmatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharacterKind {
    /// Newline, carriage return or tab: it ends the line, or indents, where a harness prints the string.
    LineBreakOrTab,
    /// U+007F.
    Delete,
    /// Another control character of C0 or C1.
    Control,
    /// U+2028 and U+2029, which end a line for some readers.
    Separator,
    /// A byte order mark in the middle of text.
    ByteOrderMark,
    /// It changes the order in which text is shown, so that it reads as something else.
    Bidirectional,
}

impl fmt::Display for CharacterKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::LineBreakOrTab => "the line break or tab",
            Self::Delete => "the control character DEL,",
            Self::Control => "the control character",
            Self::Separator => "the line separator",
            Self::ByteOrderMark => "the byte order mark",
            Self::Bidirectional => "the bidirectional control character",
        })
    }
}

/// The kind of a forbidden character; none: it is allowed.
pub(in crate::skill) fn is_forbidden(character: char) -> Option<CharacterKind> {
    match character {
        '\n' | '\r' | '\t' => Some(CharacterKind::LineBreakOrTab),
        '\u{7f}' => Some(CharacterKind::Delete),
        '\u{2028}' | '\u{2029}' => Some(CharacterKind::Separator),
        '\u{feff}' => Some(CharacterKind::ByteOrderMark),
        // The bidirectional controls of Unicode UAX #9.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(CharacterKind::Bidirectional)
        }
        other if other.is_control() => Some(CharacterKind::Control),
        _ => None,
    }
}

/// The first forbidden character of `text` that is not `allowed` there.
pub(in crate::skill) fn forbidden(text: &str, allowed: &[char]) -> Option<(char, CharacterKind)> {
    let mut others = text.chars().filter(|character| !allowed.contains(character));
    others.find_map(|character| Some((character, is_forbidden(character)?)))
}

#[cfg(test)]
mod tests {
    use super::{CharacterKind, forbidden};

    #[test]
    fn each_group_is_told_apart() {
        for (text, kind) in [
            ("a\nb", CharacterKind::LineBreakOrTab),
            ("a\rb", CharacterKind::LineBreakOrTab),
            ("a\tb", CharacterKind::LineBreakOrTab),
            ("a\u{7f}b", CharacterKind::Delete),
            ("a\0b", CharacterKind::Control),
            ("a\u{1b}b", CharacterKind::Control),
            ("a\u{85}b", CharacterKind::Control),
            ("a\u{2028}b", CharacterKind::Separator),
            ("a\u{feff}b", CharacterKind::ByteOrderMark),
            ("a\u{202e}b", CharacterKind::Bidirectional),
            ("a\u{200f}b", CharacterKind::Bidirectional),
            ("a\u{61c}b", CharacterKind::Bidirectional),
        ] {
            assert_eq!(forbidden(text, &[]).map(|(_, kind)| kind), Some(kind), "{text:?}");
        }
        // A joiner holds an emoji together, and a soft hyphen only breaks a word.
        assert_eq!(forbidden("grün 👩\u{200d}💻 \u{ad} 日本", &[]), None);
        assert_eq!(forbidden("a\nb\tc", &['\n']), Some(('\t', CharacterKind::LineBreakOrTab)));
    }
}
