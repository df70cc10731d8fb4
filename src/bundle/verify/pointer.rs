//! Where in a document something stands, as RFC 6901 writes it.

use std::fmt::{self, Write as _};

/// Grows on the way down and is cut on the way up.
#[derive(Debug, Default)]
pub(super) struct Pointer(String);

impl Pointer {
    /// Goes to a key; gives what [`Pointer::leave`] needs to come back.
    pub(super) fn enter(&mut self, key: &str) -> usize {
        let above = self.0.len();
        self.0.push('/');
        for character in key.chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                other => self.0.push(other),
            }
        }
        above
    }

    /// Goes to an item of a list.
    pub(super) fn enter_index(&mut self, index: usize) -> usize {
        let above = self.0.len();
        _ = write!(self.0, "/{index}");
        above
    }

    /// Comes back.
    pub(super) fn leave(&mut self, above: usize) {
        self.0.truncate(above);
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
