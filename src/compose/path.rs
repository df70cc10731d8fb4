//! Folders around a path.

use std::path::{Path, PathBuf};

pub use crate::manifest::absolute;

/// The top of the git work tree that `directory` lies in: the nearest folder with a `.git`. Folders are looked at by
/// the names that led here, and when those lead through a link past the work tree, by where they are.
pub(super) fn git_root(directory: &Path) -> Option<PathBuf> {
    let above = |directory: &Path| {
        directory.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
    };
    above(directory).or_else(|| above(&fs_err::canonicalize(directory).ok()?))
}

#[cfg(test)]
mod tests {
    use super::absolute;
    use std::path::Path;

    #[test]
    fn reads_paths_as_cd_does() {
        for (path, expected) in [
            (".", "/hub"),
            ("..", "/"),
            ("../../..", "/"),
            ("a//b/./c/", "/hub/a/b/c"),
            ("/srv/x/../y", "/srv/y"),
            ("with space/ü", "/hub/with space/ü"),
        ] {
            assert_eq!(absolute(Path::new("/hub"), path), Path::new(expected), "{path}");
        }
    }
}
