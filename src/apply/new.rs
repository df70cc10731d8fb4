//! What a step puts at its path, and its way there: under a name beside it, whole, and from there in one go.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::folder::copy_of;
use super::steps::remove_if_there;
use super::write::{make, temporary_of};
use crate::digest::Digest;
use crate::disk::{discard, make_folder, rename_to_nothing};
use crate::plan::{Item, NewFile, Standing, State};

/// What a step puts at its path.
#[derive(Clone, Copy, Debug)]
pub(super) enum New<'a> {
    /// A file or link.
    Item(&'a Item),
    /// A folder with these files.
    Tree(&'a [NewFile]),
}

impl New<'_> {
    /// Makes it under the temporary name of `full`, where nothing may stand.
    ///
    /// Files are few and small, and their beginning can be told from what others wrote. Folders are made under a name
    /// that only unfinished things have.
    pub(super) fn prepare(self, full: &Path) -> io::Result<()> {
        let temporary = temporary_of(full);
        let files = match self {
            Self::Item(item) => return make(&temporary, item),
            Self::Tree(files) => files,
        };
        let copy = copy_of(full);
        discard(&copy)?;
        let prepared = build(&copy, files).and_then(|()| {
            if rename_to_nothing(&copy, &temporary)? {
                return Ok(());
            }
            let message = format!("`{}` is in the way", temporary.display());
            Err(io::Error::new(ErrorKind::AlreadyExists, message))
        });
        prepared.inspect_err(|_| drop(discard(&copy)))
    }

    /// Makes it right at its place, if it is of a kind that is never there in half.
    pub(super) fn make_in_one_go(self, full: &Path) -> Option<io::Result<()>> {
        match self {
            Self::Item(item) if item.is_link() => Some(make(full, item)),
            Self::Item(_) | Self::Tree(_) => None,
        }
    }

    /// Removes it from the temporary name of `full`.
    pub(super) fn take_back(self, full: &Path) -> io::Result<()> {
        let temporary = temporary_of(full);
        match self {
            Self::Item(_) => remove_if_there(&temporary),
            Self::Tree(_) => discard_whole(&temporary, full),
        }
    }

    /// Whether it stands at a path. To a folder, others may have added.
    pub(super) fn is_at(self, path: &Path) -> io::Result<bool> {
        match (self, Standing::read(path)?) {
            (Self::Item(item), Standing::Item(found)) => Ok(found == *item),
            (Self::Tree(files), Standing::Folder) => holds_all(path, files),
            _ => Ok(false),
        }
    }

    /// Whether it is a file or link of the same content.
    pub(super) fn is_same(self, found: &Item) -> bool {
        matches!(self, Self::Item(item) if found.same_content(item))
    }

    /// Whether what stands under a temporary name is this, or the beginning of it.
    pub(super) fn is_begun(self, temporary: &Path, standing: &Standing) -> io::Result<bool> {
        Ok(match (self, standing) {
            (Self::Item(item), Standing::Item(found)) => is_beginning(found, item),
            (Self::Tree(files), Standing::Folder) => {
                let states =
                    files.iter().map(|NewFile { path, bytes, .. }| (path.as_str(), Digest::of(&bytes.0)));
                holds_all(temporary, files)? && holds_only(temporary, states)?
            }
            _ => false,
        })
    }
}

/// Whether one is the other or the beginning of it.
pub(super) fn is_beginning(found: &Item, item: &Item) -> bool {
    match (found, item) {
        (Item::File { bytes: begun, .. }, Item::File { bytes, .. }) => bytes.0.starts_with(&begun.0),
        (Item::Link { destination: one }, Item::Link { destination: other }) => one == other,
        _ => false,
    }
}

/// Makes a folder where nothing stands.
fn build(folder: &Path, files: &[NewFile]) -> io::Result<()> {
    let inner = files.iter().flat_map(|file| crate::disk::folders_above(&file.path));
    // Sorted, an outer folder comes before those in it.
    let folders: BTreeSet<&str> = inner.collect();
    make_folder(folder)?;
    for inner in folders {
        make_folder(&folder.join(inner))?;
    }
    for NewFile { path, bytes, mode } in files {
        make(&folder.join(path), &Item::File { bytes: bytes.clone(), mode: *mode })?;
    }
    Ok(())
}

fn holds_all(folder: &Path, files: &[NewFile]) -> io::Result<bool> {
    for file in files {
        for inner in crate::disk::folders_above(&file.path) {
            if Standing::read(&folder.join(inner))? != Standing::Folder {
                return Ok(false);
            }
        }
        match Standing::read(&folder.join(&file.path))? {
            Standing::Item(Item::File { bytes, .. }) if bytes == file.bytes => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Whether all that is in a folder, but for folders, is one of these files. Links are not followed.
pub(super) fn holds_only<'a>(
    folder: &Path,
    files: impl Iterator<Item = (&'a str, Digest)>,
) -> io::Result<bool> {
    let files: BTreeMap<&str, Digest> = files.collect();
    let is_ours = |path: &str, found: &Item| {
        files.get(path).is_some_and(|sha256| found.state() == State::File { sha256: *sha256 })
    };
    let mut folders = vec![String::new()];
    while let Some(prefix) = folders.pop() {
        for entry in fs_err::read_dir(folder.join(&prefix))? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { return Ok(false) };
            let path = format!("{prefix}{name}");
            match Standing::read(&entry.path())? {
                Standing::Folder => folders.push(format!("{path}/")),
                Standing::Item(found) if is_ours(&path, &found) => {}
                Standing::Absent => {}
                Standing::Item(_) | Standing::Special(_) => return Ok(false),
            }
        }
    }
    Ok(true)
}

/// Removes a folder that is ours: first under a name that says so, since that takes more than one call.
pub(super) fn discard_whole(folder: &Path, full: &Path) -> io::Result<()> {
    let going = copy_of(full);
    discard(&going)?;
    if Standing::read(folder)? == Standing::Absent {
        return Ok(());
    }
    fs_err::rename(folder, &going)?;
    // What cannot be removed is only in the way, and nobody's.
    _ = discard(&going);
    Ok(())
}
