//! Folders that go away: into the backups, or for good when all in them is ours.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::ApplyError;
use super::backups::Backups;
use super::steps::Pace;
use super::write::old_of;
use crate::plan::{CopiedFile, Standing, State, Step, is_absent};

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
