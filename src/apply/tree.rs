//! Whole folders: made beside their place, and put there in one go.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::ApplyError;
use super::aside::move_aside;
use super::backups::Backups;
use super::steps::Pace;
use super::swap::exchange;
use super::write::{make_folder, make_new, permissions, remove_if_there, temporary_of};
use crate::plan::{Item, Mode, NewFile, Standing, State, Step};

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
