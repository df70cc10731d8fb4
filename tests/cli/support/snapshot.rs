//! A folder tree as text, so that two states can be compared and a difference can be read.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// Every path below a folder with its kind, mode and content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    entries: BTreeMap<String, String>,
}

impl Snapshot {
    /// Reads a tree. `.git` and the lock file, which hold no state of ours, are left out.
    pub(crate) fn of(root: &Path) -> Self {
        let mut entries = BTreeMap::new();
        visit(root, "", &mut entries, &|path, _| describe(path));
        Self { entries }
    }

    /// Inode and time of the last change of every path, `.git` left out: equal when nothing was written.
    pub(crate) fn of_identity(root: &Path) -> Self {
        let mut entries = BTreeMap::new();
        visit(root, "", &mut entries, &|_, metadata| {
            format!("{} {}.{}", metadata.ino(), metadata.mtime(), metadata.mtime_nsec())
        });
        Self { entries }
    }

    /// The same without what lies below `.assembly/`.
    pub(crate) fn without_ledger(mut self) -> Self {
        self.entries.retain(|path, _| !path.starts_with(".assembly"));
        self
    }

    /// Each path with what is there.
    pub(crate) fn entries(self) -> impl Iterator<Item = (String, String)> {
        self.entries.into_iter()
    }

    /// The paths.
    pub(crate) fn paths(&self) -> Vec<&str> {
        self.entries.keys().map(String::as_str).collect()
    }
}

fn visit(
    folder: &Path,
    prefix: &str,
    entries: &mut BTreeMap<String, String>,
    describe: &dyn Fn(&Path, &std::fs::Metadata) -> String,
) {
    let Ok(listing) = std::fs::read_dir(folder) else { return };
    for entry in listing {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let relative = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if relative == ".git" || relative == ".assembly/lock" {
            continue;
        }
        let metadata = std::fs::symlink_metadata(&path).expect("metadata");
        entries.insert(relative.clone(), describe(&path, &metadata));
        if metadata.is_dir() {
            visit(&path, &relative, entries, describe);
        }
    }
}

fn describe(path: &Path) -> String {
    let metadata = std::fs::symlink_metadata(path).expect("metadata");
    let mode = metadata.permissions().mode() & 0o7777;
    if metadata.is_symlink() {
        return format!("link to {}", std::fs::read_link(path).expect("a link").display());
    }
    if metadata.is_dir() {
        return format!("folder {mode:04o}");
    }
    if metadata.is_file() {
        let bytes = std::fs::read(path).expect("a file");
        return format!("file {mode:04o} {}", bytes.escape_ascii());
    }
    "special".to_owned()
}
