//! Where something stands: a byte range in a file that was read.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::SourceFile;

/// A byte range of a [`SourceFile`].
#[derive(Clone, PartialEq, Eq)]
pub struct Place {
    /// The file the range lies in.
    pub file: Arc<SourceFile>,
    /// Byte offsets, end exclusive.
    pub span: Range<usize>,
}

impl Place {
    /// A range of `file`, cut to the file's length and to character boundaries.
    pub fn new(file: &Arc<SourceFile>, span: Range<usize>) -> Self {
        let text = file.text();
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = span.end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Self { file: Arc::clone(file), span: start..end }
    }

    /// The text that stands there.
    pub fn text(&self) -> &str {
        self.file.text().get(self.span.clone()).unwrap_or_default()
    }

    /// The same without secrets, as reports quote it.
    pub fn shown(&self) -> &str {
        self.file.shown().get(self.span.clone()).unwrap_or_default()
    }

    /// Line and column of the start, counted from 1, the column in characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        self.file.line_and_column(self.span.start)
    }

    /// The folder of the file, against which its relative paths are read.
    pub fn folder(&self) -> &Path {
        self.file.path().parent().unwrap_or(Path::new("/"))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(formatter, "{}:{line}:{column}", self.file.name())
    }
}

/// A value with the place it was written at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub place: Place,
}

impl<T> Spanned<T> {
    /// Joins a value and its place.
    pub fn new(value: T, place: Place) -> Self {
        Self { value, place }
    }
}
