//! Which parts of the text were overwritten, so that nothing is reported about them twice.

use std::ops::Range;

/// The ranges that the scanner reported and overwrote; sorted by start.
#[derive(Debug, Default)]
pub(in crate::manifest) struct Mended {
    ranges: Vec<Range<usize>>,
}

impl Mended {
    /// Remembers a range.
    pub(super) fn add(&mut self, range: Range<usize>) {
        self.ranges.push(range);
    }

    /// Puts the ranges in order; they do not overlap in a way that matters.
    pub(super) fn sort(&mut self) {
        self.ranges.sort_by_key(|range| range.start);
    }

    /// Whether a mended range lies in `span`, or around its start.
    pub(in crate::manifest) fn touches(&self, span: &Range<usize>) -> bool {
        let next = self.ranges.partition_point(|range| range.start < span.start);
        let before = next.checked_sub(1).and_then(|index| self.ranges.get(index));
        before.is_some_and(|range| range.end > span.start)
            || self.ranges.get(next).is_some_and(|range| range.start < span.end)
    }
}
