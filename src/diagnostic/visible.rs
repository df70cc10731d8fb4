//! Text from files, made safe to print.

use std::borrow::Cow;

/// A line of a text, of which tabs stay as they are.
pub(crate) fn visible_line(line: &str) -> String {
    line.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// Shows control and bidirectional characters escaped (`\u{202e}`), so that a report cannot be forged by what it
/// quotes. Tabs and newlines are escaped as well: the result is one line.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            other if is_hidden(other) => shown.extend(other.escape_unicode()),
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// Controls (C0, DEL, C1), line and paragraph separators, BOM, and the bidirectional controls of Unicode UAX #9.
pub(super) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{061c}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The first character of a text that [`visible`] would escape.
pub fn hidden_character(text: &str) -> Option<char> {
    text.chars().find(|character| is_hidden(*character))
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn escapes_what_could_forge_a_report() {
        assert_eq!(visible("a\u{202e}b\x1b[31m\t"), "a\\u{202e}b\\u{1b}[31m\\t");
        assert_eq!(visible("grün"), "grün");
    }
}
