//! Paths without links.

use std::path::{Path, PathBuf};

/// Where a path leads; the path itself where that cannot be told, as of one that is not there.
pub(crate) fn real(path: &Path) -> PathBuf {
    fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
