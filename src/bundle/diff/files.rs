//! Files of two bundles, side by side.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use similar::TextDiff;

use crate::bundle::FileEntry;
use crate::bundle::format::TRACE;

/// Texts of more bytes are not compared line by line.
const LARGEST_TEXT: u64 = 256 << 10;

/// A file that is not the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Relative to the bundles.
    pub path: String,
    /// None when it is not there.
    pub before: Option<FileEntry>,
    /// None when it is not there.
    pub after: Option<FileEntry>,
}

/// Sorted by path; both lists are.
pub(super) fn changed_files(before: &[FileEntry], after: &[FileEntry]) -> Vec<FileChange> {
    let mut pairs: BTreeMap<&str, [Option<&FileEntry>; 2]> = BTreeMap::new();
    for (side, files) in [before, after].into_iter().enumerate() {
        for file in files.iter().filter(|file| file.path != TRACE) {
            pairs.entry(&file.path).or_default()[side] = Some(file);
        }
    }
    pairs
        .into_iter()
        .filter(|(_, [before, after])| before != after)
        .map(|(path, [before, after])| FileChange {
            path: path.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
        })
        .collect()
}

impl FileChange {
    /// `added`, `removed` or `changed`.
    pub fn word(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        }
    }

    /// A unified diff of a file that both bundles have, in these folders; none when it is no text or a long one, and when
    /// only the mode differs.
    ///
    /// # Errors
    ///
    /// A file that cannot be read.
    pub fn text_diff(&self, before: &Path, after: &Path) -> io::Result<Option<String>> {
        let (Some(old), Some(new)) = (&self.before, &self.after) else { return Ok(None) };
        if old.size.max(new.size) > LARGEST_TEXT || old.sha256 == new.sha256 {
            return Ok(None);
        }
        let read = |folder: &Path| fs_err::read(folder.join(&self.path)).map(String::from_utf8);
        let (Ok(one), Ok(other)) = (read(before)?, read(after)?) else { return Ok(None) };
        if one.contains('\0') || other.contains('\0') {
            return Ok(None);
        }
        let (old, new) = (format!("a/{}", self.path), format!("b/{}", self.path));
        Ok(Some(TextDiff::from_lines(&one, &other).unified_diff().header(&old, &new).to_string()))
    }
}
