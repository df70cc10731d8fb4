//! Lists the files of a skill, and what is wrong with its links.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::open::special;
use crate::skill::MOST_ENTRIES;

/// Levels of folders.
const DEEPEST: usize = 64;

/// A regular file.
#[derive(Debug)]
pub(super) struct Found {
    /// Beneath the skill, with `/`.
    pub(super) relative_path: String,
    /// Where it really lies, without links.
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) executable: bool,
}

/// An entry that cannot be part of a skill.
#[derive(Debug)]
pub(super) struct Bad {
    pub(super) relative_path: String,
    pub(super) reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    /// A link that leads out of the skill; its destination.
    Leaves(PathBuf),
    /// A link to nothing.
    Broken(PathBuf),
    /// A link that leads back to a folder that it lies in, or to itself.
    Loop,
    Special(&'static str),
    NotUtf8,
    TooMany,
    TooDeep,
    Unreadable(String),
}

/// What lies in a skill.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) files: Vec<Found>,
    pub(super) bad: Vec<Bad>,
    entries: usize,
}

/// Lists a folder whose path has no links. Nothing is opened but folders.
pub(super) fn walk(root: &Path) -> Listing {
    let mut listing = Listing::default();
    let mut folders = vec![Folder { path: root.to_owned(), prefix: String::new(), above: Vec::new() }];
    while let Some(folder) = folders.pop() {
        if listing.entries > MOST_ENTRIES {
            listing.bad(String::new(), Reason::TooMany);
            break;
        }
        if let Err(error) = listing.list(root, &folder, &mut folders) {
            listing.bad(folder.prefix, Reason::Unreadable(error.to_string()));
        }
    }
    listing.files.sort_unstable_by(|one, other| one.relative_path.cmp(&other.relative_path));
    listing.bad.sort_by(|one, other| one.relative_path.cmp(&other.relative_path));
    listing
}

/// A folder that is still to be listed.
struct Folder {
    path: PathBuf,
    /// Ends in `/`, but for the skill itself.
    prefix: String,
    /// The folders that it lies in, as they were reached.
    above: Vec<PathBuf>,
}

impl Listing {
    fn list(&mut self, root: &Path, folder: &Folder, folders: &mut Vec<Folder>) -> io::Result<()> {
        // Not by `fs_err`: the report names the path already.
        for entry in folder.path.read_dir()? {
            let entry = entry?;
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Ok(());
            }
            let name = entry.file_name();
            let relative_path = format!("{}{}", folder.prefix, name.to_string_lossy());
            let result = if name.to_str().is_none() {
                Err(Reason::NotUtf8)
            } else {
                self.entry(root, &entry.path(), &relative_path, folder, folders)
            };
            if let Err(reason) = result {
                self.bad(relative_path, reason);
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        root: &Path,
        path: &Path,
        relative_path: &str,
        folder: &Folder,
        folders: &mut Vec<Folder>,
    ) -> Result<(), Reason> {
        let unreadable = |error: io::Error| Reason::Unreadable(error.to_string());
        let path = resolve(root, path)?;
        let metadata = path.symlink_metadata().map_err(unreadable)?;
        if let Some(kind) = special(metadata.file_type()) {
            return Err(Reason::Special(kind));
        }
        if !metadata.is_dir() {
            self.files.push(Found {
                relative_path: relative_path.to_owned(),
                path,
                bytes: metadata.len(),
                executable: metadata.permissions().mode() & 0o111 != 0,
            });
            return Ok(());
        }
        if path == folder.path || folder.above.contains(&path) {
            return Err(Reason::Loop);
        }
        if folder.above.len() >= DEEPEST {
            return Err(Reason::TooDeep);
        }
        let above = folder.above.iter().cloned().chain([folder.path.clone()]).collect();
        folders.push(Folder { path, prefix: format!("{relative_path}/"), above });
        Ok(())
    }

    fn bad(&mut self, relative_path: String, reason: Reason) {
        self.bad.push(Bad { relative_path, reason });
    }
}

/// Follows a link that stays in the skill; `path` itself is no link in any part but its last.
pub(super) fn resolve(root: &Path, path: &Path) -> Result<PathBuf, Reason> {
    let unreadable = |error: io::Error| Reason::Unreadable(error.to_string());
    if !path.symlink_metadata().map_err(unreadable)?.is_symlink() {
        return Ok(path.to_owned());
    }
    let destination = path.read_link().map_err(unreadable)?;
    match path.canonicalize() {
        Ok(real) if real.starts_with(root) => Ok(real),
        Ok(_) => Err(Reason::Leaves(destination)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Reason::Broken(destination)),
        // `FilesystemLoop` of the standard library is not stable yet.
        Err(error) if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
            Err(Reason::Loop)
        }
        Err(error) => Err(unreadable(error)),
    }
}
