//! The character classes of the KDL 2 specification.

/// A line break.
pub(in crate::manifest) fn is_newline(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}')
}

/// White space within a line.
pub(in crate::manifest) fn is_space(character: char) -> bool {
    matches!(
        character,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// A code point that may not stand in a document as it is.
pub(super) fn is_forbidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A character that takes no room, of those that may stand in a word or in a document at all.
pub(super) fn is_invisible(character: char) -> bool {
    is_forbidden(character) || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

/// A character of a word without quotes.
pub(super) fn is_word(character: char) -> bool {
    !matches!(character, '\\' | '/' | '(' | ')' | '{' | '}' | '[' | ']' | ';' | '"' | '#' | '=')
        && !is_newline(character)
        && !is_space(character)
        && !is_forbidden(character)
}
