//! The comments of a script, which lie between its tokens.

use std::ops::Range;

use super::tokens::PlacedToken;

/// A comment with its `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct Comment {
    /// Where it stands, from its `#` to the end of its line.
    pub(in crate::import) span: Range<usize>,
    /// What it says, without `#` and outer spaces.
    pub(in crate::import) text: String,
    /// Whether something stands before it on its line.
    pub(in crate::import) trails: bool,
}

/// Every comment of a text, given its tokens in order.
pub(super) fn comments(text: &str, tokens: &[PlacedToken]) -> Vec<Comment> {
    let mut found = Vec::new();
    let mut at = 0;
    for token in tokens {
        // Bodies of here-documents are read out of turn.
        if token.span.start >= at {
            gap(text, at..token.span.start, &mut found);
        }
        at = at.max(token.span.end);
    }
    gap(text, at..text.len(), &mut found);
    found
}

fn gap(text: &str, range: Range<usize>, found: &mut Vec<Comment>) {
    let mut at = range.start;
    while let Some(length) = text.get(at..range.end).and_then(|rest| rest.find('#')) {
        let start = at + length;
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let said = text[start..end].trim_start_matches('#').trim().to_owned();
        let trails = !text[line..start].trim().is_empty();
        found.push(Comment { span: start..end, text: said, trails });
        at = end.max(start + 1);
    }
}
