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

/// The top of the git work tree that `directory` lies in: the nearest folder with a `.git`.
pub(super) fn git_root(directory: &Path) -> Option<&Path> {
    directory.ancestors().find(|folder| folder.join(".git").exists())
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
