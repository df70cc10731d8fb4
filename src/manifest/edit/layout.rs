//! How a text ends its lines, and how it ends.

/// The line break of a text: the one of its first line.
pub(in crate::manifest) fn line_break(text: &str) -> &'static str {
    let first = text.find('\n');
    if first.is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// What has to stand between a text and nodes that are put behind it, so that a blank line parts them.
///
/// A line that ends in a backslash goes on in the next one, which is blank then.
pub(super) fn gap(text: &str) -> String {
    let line_break = line_break(text);
    let mut lines = text.trim_start_matches('\u{feff}').rsplit('\n');
    let last = lines.next().unwrap_or_default();
    let is_ended = last.is_empty();
    let above = lines.find(|_| is_ended);
    let is_parted = if is_ended { above.is_none_or(is_blank) } else { is_blank(last) };
    let breaks = usize::from(!is_ended) + usize::from(!is_parted);
    line_break.repeat(breaks)
}

fn is_blank(line: &str) -> bool {
    line.chars().all(char::is_whitespace)
}

/// The text with the line breaks of another one.
pub(super) fn with_line_breaks(text: &str, line_break: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_break)
}

#[cfg(test)]
mod tests {
    use super::{gap, line_break};

    #[test]
    fn a_blank_line_parts_old_and_new() {
        for (text, expected) in [
            ("", ""),
            ("\u{feff}", ""),
            ("\n", ""),
            ("a\n", "\n"),
            ("a\n\n", ""),
            ("a\n \t\n", ""),
            ("a", "\n\n"),
            ("a\n  ", "\n"),
            ("a\r\nb", "\r\n\r\n"),
            ("a\r\n", "\r\n"),
            ("a\r\n\r\n", ""),
            ("a \\", "\n\n"),
            ("a \\\n", "\n"),
        ] {
            assert_eq!(gap(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_first_line_decides() {
        assert_eq!(line_break("a\r\nb\n"), "\r\n");
        assert_eq!(line_break("a\nb\r\n"), "\n");
        assert_eq!(line_break("a"), "\n");
    }
}
