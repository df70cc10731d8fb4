//! A file that was read, and how an offset in it becomes a line and a column.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::secret::{secrets_in, starred};

/// A text that was read, kept for as long as something may point into it.
pub struct SourceFile {
    path: PathBuf,
    name: String,
    text: String,
    index: OnceLock<Index>,
    /// What reports must not show, besides what looks like a secret.
    hidden: OnceLock<Vec<Range<usize>>>,
    /// The text without its secrets, where it has some.
    shown: OnceLock<Option<String>>,
}

/// What makes looking up a line and a column cost the same wherever it stands, however many problems are reported.
struct Index {
    line_starts: Vec<usize>,
    /// The number of characters before each block of [`BLOCK`] bytes.
    characters: Vec<usize>,
}

/// Bytes between two counts of characters.
const BLOCK: usize = 4096;

impl Index {
    fn of(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let mut count = 0;
        let characters = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let before = count;
                count += count_characters(block);
                before
            })
            .collect();
        Self { line_starts: std::iter::once(0).chain(newlines).collect(), characters }
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK;
        let counted = self.characters.get(block).copied().unwrap_or_default();
        counted + count_characters(&text.as_bytes()[(block * BLOCK).min(offset)..offset])
    }
}

/// Counts the bytes that begin a character of UTF-8.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count()
}

impl SourceFile {
    /// `name` is how reports call the file: relative to the hub where it lies in it.
    pub fn new(path: impl Into<PathBuf>, name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            path: path.into(),
            name: name.into(),
            text: text.into(),
            index: OnceLock::new(),
            hidden: OnceLock::new(),
            shown: OnceLock::new(),
        })
    }

    /// A file that is no UTF-8, shown with everything where it stood: each byte that belongs to no character is a `?`.
    pub fn broken(path: impl Into<PathBuf>, name: impl Into<String>, bytes: &[u8]) -> Arc<Self> {
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        Self::new(path, name, text)
    }

    /// The absolute path the text was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name shown to people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Says once, before anything is shown, where secrets stand that cannot be told by their shape.
    pub(crate) fn hide(&self, ranges: Vec<Range<usize>>) {
        _ = self.hidden.set(ranges);
    }

    /// The whole text as reports may show it: every byte of a secret is a star.
    pub fn shown(&self) -> &str {
        let shown = self.shown.get_or_init(|| {
            let known = secrets_in(&self.text);
            let hidden = self.hidden.get().into_iter().flatten();
            let mut ranges = known.iter().map(|(range, _)| range).chain(hidden).peekable();
            ranges.peek().is_some().then(|| starred(&self.text, ranges))
        });
        shown.as_deref().unwrap_or(&self.text)
    }

    /// The line and the column in characters of a byte offset, both counted from 1.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let index = self.index.get_or_init(|| Index::of(&self.text));
        let offset = offset.min(self.text.len());
        let line = index.line_starts.partition_point(|start| *start <= offset);
        let line_start = index.line_starts[line - 1];
        let characters = |at| index.characters_before(&self.text, at);
        let bom = usize::from(line == 1 && offset > 0 && self.text.starts_with('\u{feff}'));
        (line, characters(offset) - characters(line_start) + 1 - bom)
    }
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.path == other.path && self.text == other.text)
    }
}

impl Eq for SourceFile {}

impl fmt::Debug for SourceFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SourceFile({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, SourceFile};

    #[test]
    fn counts_lines_and_characters_from_one() {
        let file = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", "\u{feff}é x\nab\n");
        assert_eq!(file.line_and_column(3), (1, 1));
        assert_eq!(file.line_and_column(5), (1, 2));
        assert_eq!(file.line_and_column(9), (2, 2));
        assert_eq!(file.line_and_column(11), (3, 1));
        assert_eq!(file.line_and_column(usize::MAX), (3, 1));
    }

    #[test]
    fn counts_across_blocks() {
        let text = "ü".repeat(BLOCK) + "x";
        let file = SourceFile::new("/f", "f", text.as_str());
        assert_eq!(file.line_and_column(text.len() - 1), (1, BLOCK + 1));
        assert_eq!(file.line_and_column(text.len()), (1, BLOCK + 2));
    }
}
