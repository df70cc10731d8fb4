//! Why a text cannot be read.

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    /// The byte at which it was noticed.
    pub offset: usize,
    /// A fragment without a full stop.
    pub what: &'static str,
}

impl Fault {
    pub(super) fn at(offset: usize, what: &'static str) -> Self {
        Self { offset, what }
    }

    /// The text of a file.
    ///
    /// # Errors
    ///
    /// It is not UTF-8.
    pub fn text(bytes: &[u8]) -> Result<&str, Self> {
        std::str::from_utf8(bytes).map_err(|error| Self::at(error.valid_up_to(), "this byte is not UTF-8"))
    }

    /// Line and column in `text`, both counted from 1, the column in characters.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.trim_start_matches('\u{feff}').chars().count() + 1)
    }
}
