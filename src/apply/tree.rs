//! Whole folders: made beside their place and put there in one go, or taken away.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::ApplyError;
use super::backups::Backups;
use super::steps::Pace;
use super::swap::exchange;
use super::write::{make_folder, make_new, old_of, permissions, remove_if_there, temporary_of};
use crate::plan::{CopiedFile, Item, Mode, NewFile, Standing, State, Step, is_absent};

/// Puts a folder where `before` stood.
pub(super) fn make_tree(
    path: &str,
    full: &Path,
    before: &State,
    files: &[NewFile],
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    let temporary = temporary_of(full);
    let left = Standing::read(&temporary)?;
    if pace == Pace::Again && Standing::read(full)? == Standing::Folder {
        return match left {
            // Exchanged, and killed before what stood there was removed.
            Standing::Item(found) => discard(path, &temporary, &found, before, backups),
            // Someone made a folder there while ours was half made.
            Standing::Folder => {
                backups.prepare()?;
                move_aside(path, full, &Step::aside_of(path), backups)?;
                build(&temporary, files)?;
                Ok(fs_err::rename(temporary, full)?)
            }
            Standing::Absent | Standing::Special(_) => Ok(()),
        };
    }
    match left {
        Standing::Item(found) if pace == Pace::Again => discard(path, &temporary, &found, before, backups)?,
        Standing::Item(_) => remove_if_there(&temporary)?,
        Standing::Folder if pace == Pace::First => {
            backups.prepare()?;
            move_aside(path, &temporary, &Step::aside_of(path), backups)?;
        }
        Standing::Folder | Standing::Absent | Standing::Special(_) => {}
    }
    build(&temporary, files)?;
    match Standing::read(full)? {
        Standing::Absent => {}
        Standing::Item(found) => {
            if found.state() != *before {
                backups.save(path, &found)?;
            }
            if exchange(&temporary, full)? {
                return Ok(fs_err::remove_file(temporary)?);
            }
            fs_err::remove_file(full)?;
        }
        Standing::Folder => {
            backups.prepare()?;
            move_aside(path, full, &Step::aside_of(path), backups)?;
        }
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
    }
    Ok(fs_err::rename(temporary, full)?)
}

/// Removes what stood at `path` before; anything else is saved first.
fn discard(
    path: &str,
    at: &Path,
    found: &Item,
    before: &State,
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    if found.state() != *before {
        backups.save(path, found)?;
    }
    Ok(fs_err::remove_file(at)?)
}

/// Makes a folder, or goes on with one that was left half made.
fn build(folder: &Path, files: &[NewFile]) -> io::Result<()> {
    let inner = files.iter().flat_map(|file| file.path.match_indices('/').map(|(at, _)| &file.path[..at]));
    // Sorted, an outer folder comes before those in it.
    let folders: BTreeSet<&str> = inner.collect();
    for inner in std::iter::once("").chain(folders) {
        let folder = folder.join(inner);
        make_folder(&folder)?;
        // Also of one whose making was cut short between its two calls.
        fs_err::set_permissions(folder, permissions(Mode::EXECUTABLE))?;
    }
    for NewFile { path, bytes, mode } in files {
        make_new(&folder.join(path), &Item::File { bytes: bytes.clone(), mode: *mode })?;
    }
    Ok(())
}

/// Moves a folder into the backups, beside an earlier one of that name if need be.
pub(super) fn move_aside(
    path: &str,
    from: &Path,
    aside: &str,
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    let aside = backups.free(aside)?;
    fs_err::rename(from, backups.path_of(&aside))?;
    backups.sync()?;
    backups.tell(path, &aside);
    Ok(())
}

/// Moves the folder at `full` into the backups. Once a folder is there, that was done.
pub(super) fn set_aside_only(
    path: &str,
    full: &Path,
    aside: &str,
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    backups.prepare()?;
    if pace == Pace::Again && Standing::read(&backups.path_of(aside))? != Standing::Absent {
        return Ok(());
    }
    match Standing::read(full)? {
        Standing::Folder => move_aside(path, full, aside, backups),
        // The next step deals with it.
        Standing::Absent | Standing::Item(_) | Standing::Special(_) => Ok(()),
    }
}

/// Takes a folder away that stood at `path` and is now at `from`: what is `ours` goes, and if anything else is in it,
/// that goes into the backups. Without `ours`, all of it does.
pub(super) fn dispose(
    path: &str,
    from: &Path,
    aside: &str,
    ours: Option<&[CopiedFile]>,
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    for file in ours.into_iter().flatten() {
        remove_ours(from, file)?;
    }
    if ours.is_some() && remove_empty(from)? {
        return Ok(());
    }
    backups.prepare()?;
    move_aside(path, from, aside, backups)
}

fn remove_ours(folder: &Path, file: &CopiedFile) -> io::Result<()> {
    for (at, _) in file.path.match_indices('/') {
        // Never through a link.
        match fs_err::symlink_metadata(folder.join(&file.path[..at])) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => return Ok(()),
            Err(error) if is_absent(&error) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    let full = folder.join(&file.path);
    match Standing::read(&full)? {
        Standing::Item(found) if found.state() == (State::File { sha256: file.sha256 }) => {
            fs_err::remove_file(full)
        }
        _ => Ok(()),
    }
}

/// Removes a folder in which there are only folders; whether it is gone.
fn remove_empty(folder: &Path) -> io::Result<bool> {
    for entry in fs_err::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() || !remove_empty(&entry.path())? {
            return Ok(false);
        }
    }
    match fs_err::remove_dir(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(false),
        Err(error) => Err(error),
    }
}

/// Puts the folder `aside` of the backups in the place of one that held only `ours`.
pub(super) fn put_back_over(
    path: &str,
    full: &Path,
    aside: &str,
    ours: &[CopiedFile],
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    let original = backups.path_of(aside);
    let old = old_of(full);
    let rest = Step::aside_of(path);
    if Standing::read(&old)? == Standing::Folder {
        dispose(path, &old, &rest, Some(ours), backups)?;
    }
    if Standing::read(&original)? != Standing::Folder {
        return Ok(());
    }
    match Standing::read(full)? {
        Standing::Absent => return Ok(fs_err::rename(original, full)?),
        Standing::Folder => fs_err::rename(full, &old)?,
        Standing::Item(found) => {
            backups.save(path, &found)?;
            fs_err::remove_file(full)?;
            return Ok(fs_err::rename(original, full)?);
        }
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
    }
    fs_err::rename(original, full)?;
    dispose(path, &old, &rest, Some(ours), backups)
}
