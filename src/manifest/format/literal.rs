//! Strings of several lines.

use crate::manifest::scan::{is_newline, is_space};

/// Moves the lines of a `"""` string by as much as the line that it begins on, from the indentation `old` to `new`. What
/// is cut off each line is white space only, so the value stays.
pub(super) fn moved(literal: &str, old: &str, new: &str) -> Option<String> {
    let is_raw = literal.starts_with('#');
    if old == new || !literal.trim_start_matches('#').starts_with("\"\"\"") || !literal.contains(is_newline) {
        return None;
    }
    // Behind an escaped line break, white space is not indentation.
    let escapes_space = |text: &str| {
        text.match_indices('\\')
            .any(|(at, _)| text[at + 1..].starts_with(|next| is_space(next) || is_newline(next)))
    };
    if !is_raw && escapes_space(literal) {
        return None;
    }
    let last = literal.rsplit(is_newline).next()?;
    let indent = &last[..last.len() - last.trim_start_matches(is_space).len()];
    let deeper = indent.strip_prefix(old)?.replace('\t', "    ");
    let mut moved = String::with_capacity(literal.len());
    for (number, line) in literal.split_inclusive(is_newline).enumerate() {
        match line.strip_prefix(indent).filter(|_| number > 0) {
            Some(rest) if !rest.trim_matches(|next| is_space(next) || is_newline(next)).is_empty() => {
                moved.extend([new, &deeper, rest]);
            }
            _ => moved.push_str(line),
        }
    }
    Some(moved)
}

/// The white space that a line begins with, of the line that ends at `end`.
pub(super) fn indent_at(text: &str, end: usize) -> &str {
    let before = &text[..end];
    let line = &before[before.rfind(is_newline).map_or(0, |at| at + width_at(before, at))..];
    let line = line.trim_start_matches('\u{feff}');
    &line[..line.len() - line.trim_start_matches(is_space).len()]
}

fn width_at(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn the_lines_follow_the_line_that_they_began_on() {
        let text = "\"\"\"\n\t\ta\n\n\t\t\tb\n\t\t\"\"\"";
        assert_eq!(
            moved(text, "\t", "        ").as_deref(),
            Some("\"\"\"\n            a\n\n            \tb\n            \"\"\"")
        );
        assert_eq!(moved(text, "  ", "    "), None);
        assert_eq!(moved("\"\"\"\n  a\\\n  b\n  \"\"\"", "  ", "    "), None);
        assert_eq!(
            moved("#\"\"\"\n  a\\\n  \"\"\"#", "", "    ").as_deref(),
            Some("#\"\"\"\n      a\\\n      \"\"\"#")
        );
    }
}
