//! Where a part of a value stands in the text that says it.

use std::cell::OnceCell;
use std::ops::Range;

use crate::diagnostic::{Place, Spanned};

/// Finds places in one value; whether they can be exact is found out once, since it takes a look at the whole text.
pub struct Inside<'a> {
    text: &'a Spanned<String>,
    /// Where the value begins in its file, when the text between the quotes is the value.
    start: OnceCell<Option<usize>>,
}

impl<'a> Inside<'a> {
    /// Nothing is looked at yet.
    pub fn new(text: &'a Spanned<String>) -> Self {
        Self { text, start: OnceCell::new() }
    }

    /// The place of a range of the value: exact, or the word itself, of a long one its beginning.
    pub fn place(&self, range: Range<usize>) -> Place {
        /// So that many problems in one word without exact places do not add up.
        const LONGEST: usize = 256;
        let place = &self.text.place;
        match self.start.get_or_init(|| self.start()) {
            Some(start) => Place::new(&place.file, start + range.start..start + range.end),
            None if place.span.len() <= LONGEST => place.clone(),
            None => {
                let start = place.span.start;
                let mut end = start + LONGEST;
                while !place.file.text().is_char_boundary(end) {
                    end -= 1;
                }
                Place::new(&place.file, start..end)
            }
        }
    }

    fn start(&self) -> Option<usize> {
        let written = self.text.place.text();
        let hashes = written.len() - written.trim_start_matches('#').len();
        let quotes = usize::from(written[hashes..].starts_with('"'));
        let start = hashes + quotes;
        let inner = written.get(start..written.len().saturating_sub(start))?;
        (inner == self.text.value).then_some(self.text.place.span.start + start)
    }
}
