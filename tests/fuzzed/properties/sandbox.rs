//! A folder for one input.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that goes with what was made in it.
pub(super) struct Sandbox {
    _root: TempDir,
    path: PathBuf,
}

impl Sandbox {
    pub(super) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let path = fs_err::canonicalize(root.path()).unwrap();
        Self { _root: root, path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path.join(path)
    }

    /// Writes a file, with the folders above it.
    pub(super) fn write(&self, path: impl AsRef<Path>, bytes: &[u8]) {
        let path = self.at(path);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(&path, bytes).unwrap();
        fs_err::set_permissions(path, PermissionsExt::from_mode(0o644)).unwrap();
    }

    /// Everything below a path: name, mode, and content or destination.
    pub(super) fn tree(&self, path: &str) -> Vec<String> {
        let mut lines = Vec::new();
        collect(&self.at(path), "", &mut lines);
        lines.sort();
        lines
    }
}

fn collect(folder: &Path, prefix: &str, lines: &mut Vec<String>) {
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().display());
        let metadata = fs_err::symlink_metadata(&path).unwrap();
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() {
            lines.push(format!("{name} -> {}", fs_err::read_link(&path).unwrap().display()));
        } else if metadata.is_dir() {
            lines.push(format!("{name}/ {mode:04o}"));
            collect(&path, &format!("{name}/"), lines);
        } else {
            // A journal may take every right away.
            fs_err::set_permissions(&path, PermissionsExt::from_mode(mode | 0o400)).unwrap();
            let bytes = fs_err::read(&path).unwrap();
            fs_err::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            lines.push(format!("{name} {mode:04o} {}", bytes.escape_ascii()));
        }
    }
}
