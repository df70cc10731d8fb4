//! Which node a comment of the script belongs to.

use std::ops::Range;

use crate::import::bash::Comment;

/// The comments of one value: those above it, and those behind it on its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Remarks {
    pub(super) above: Vec<String>,
    pub(super) behind: Vec<String>,
}

/// Gives each comment to the value it stands at: one behind something to the last value before it on its line, one on a
/// line of its own to the first value after it. `origins` are the places of the values; what no value takes is returned.
pub(super) fn attach(
    text: &str,
    comments: &[Comment],
    origins: &[Option<Range<usize>>],
) -> (Vec<Remarks>, Vec<String>) {
    let mut remarks = vec![Remarks::default(); origins.len()];
    let mut left = Vec::new();
    for comment in comments.iter().filter(|comment| !comment.text.is_empty()) {
        let line = text[..comment.span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let placed =
            || origins.iter().enumerate().filter_map(|(index, origin)| Some((index, origin.as_ref()?)));
        let before = placed()
            .filter(|(_, origin)| comment.trails && origin.end > line && origin.end <= comment.span.start)
            .max_by_key(|(_, origin)| origin.end);
        let after = placed()
            .filter(|(_, origin)| origin.start > comment.span.start)
            .min_by_key(|(_, origin)| origin.start);
        match (before, after) {
            (Some((index, _)), _) => remarks[index].behind.push(comment.text.clone()),
            (None, Some((index, _))) => remarks[index].above.push(comment.text.clone()),
            (None, None) => left.push(comment.text.clone()),
        }
    }
    (remarks, left)
}
