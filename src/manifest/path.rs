//! Paths as a shell's `cd` reads them: `.` and `..` go by name, links are kept.

use std::path::{Component, Path, PathBuf};

/// Joins `path` to the absolute `base` and takes out `.`, `..` and doubled slashes.
pub fn absolute(base: &Path, path: impl AsRef<Path>) -> PathBuf {
    let mut result = PathBuf::new();
    for component in base.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}
