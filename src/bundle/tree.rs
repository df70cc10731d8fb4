//! All files of a bundle in memory.

use super::{FileMode, Manifest, Trace, TreeDigest};

/// A bundle that is still to be written. Every rule that `verify` checks holds.
#[derive(Clone, Debug)]
pub struct Tree {
    /// `manifest.json`.
    pub manifest: Manifest,
    /// `trace.json`.
    pub trace: Trace,
    /// All files, sorted by path.
    pub(super) files: Vec<TreeFile>,
}

/// A file of a bundle.
#[derive(Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Relative to the bundle, separated by slashes.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its permission bits.
    pub mode: FileMode,
}

impl Tree {
    /// The tree digest.
    pub fn digest(&self) -> TreeDigest {
        self.manifest.digest
    }

    /// All files, the manifest too, sorted by the bytes of their paths.
    pub fn files(&self) -> &[TreeFile] {
        &self.files
    }
}

impl std::fmt::Debug for TreeFile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, bytes, mode } = self;
        write!(formatter, "{path:?} ({} bytes, {mode:?})", bytes.len())
    }
}
