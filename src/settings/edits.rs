//! Changes of a text at places in it.

use std::ops::Range;

/// New text for ranges of bytes, none of which overlap.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// How many there are, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.0.len()
    }

    /// Forgets all that were made since.
    pub(super) fn back_to(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// The text with all of them. What is inserted where something goes stands before it.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut edited = String::with_capacity(text.len());
        let mut at = 0;
        for (range, new) in &self.0 {
            edited.push_str(text.get(at..range.start).unwrap_or_default());
            edited.push_str(new);
            at = at.max(range.end);
        }
        edited.push_str(text.get(at..).unwrap_or_default());
        edited
    }
}
