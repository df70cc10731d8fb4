//! Text from a manifest, fit for a message.

use std::ops::Range;

/// As much of a text as fits into a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Cuts a range to three lines: a longer label hides what it points at.
pub(super) fn first_lines(text: &str, span: Range<usize>) -> Range<usize> {
    let third = text.get(span.clone()).and_then(|part| part.match_indices('\n').nth(2));
    span.start..third.map_or(span.end, |(offset, _)| span.start + offset)
}
