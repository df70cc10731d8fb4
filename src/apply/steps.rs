//! The single writes, each of which can be repeated after it was cut short anywhere.
//!
//! The rule for all of them: if the path is as it should be, nothing happens; if it is as it was planned, the step is
//! done; if it is anything else, that is saved to the backups, and then the step is done.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::ApplyError;
use super::backups::Backups;
use super::swap::exchange;
use super::write::{permissions, prepare, put, put_new, temporary_of};
use crate::plan::{Item, Mode, Standing, State, Step, is_absent};

/// Whether a step can have been begun before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It is done for the first time.
    First,
    /// It stands in a journal that was found.
    Again,
}

/// Does one step.
pub(super) fn carry_out(
    step: &Step,
    target: &Path,
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    let path = step.path();
    let full = &target.join(path);
    if pace == Pace::Again
        && step.needs_folder()
        && let Some(folder) = full.parent()
    {
        // It was there, or made, when the journal was written; someone may have removed it since.
        fs_err::create_dir_all(folder)?;
    }
    match step {
        Step::MakeFolder { .. } => Ok(make_folder(full)?),
        Step::Put { before, after, .. } => put_item(path, full, before, after, backups, pace),
        Step::SetAside { after, aside, .. } => set_aside(path, full, after, aside, backups, pace),
        Step::PutBack { before, aside, .. } => put_back(path, full, before, aside, backups),
        Step::SetMode { mode, .. } => Ok(set_mode(full, *mode)?),
        Step::Remove { before, .. } => Ok(remove(full, before)?),
        Step::RemoveFolder { .. } => Ok(remove_folder(full)?),
    }
}

fn make_folder(full: &Path) -> io::Result<()> {
    match fs_err::create_dir(full) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}

fn put_item(
    path: &str,
    full: &Path,
    before: &State,
    after: &Item,
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    if *before == (State::Absent {}) && pace == Pace::First && put_new(full, after)? {
        return Ok(());
    }
    match Standing::read(full)? {
        Standing::Item(found) if found == *after => return Ok(remove_if_there(&temporary_of(full))?),
        Standing::Item(found) if found.state() != *before => backups.save(path, &found)?,
        Standing::Item(_) | Standing::Absent => {}
        Standing::Folder => {
            let aside = backups.free(&Step::aside_of(path))?;
            return set_aside(path, full, after, &aside, backups, Pace::First);
        }
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
    }
    Ok(put(full, after)?)
}

fn set_aside(
    path: &str,
    full: &Path,
    after: &Item,
    aside: &str,
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    backups.prepare()?;
    let temporary = temporary_of(full);
    if pace == Pace::Again && Standing::read(&temporary)? == Standing::Folder {
        // Exchanged, and killed before the folder got to where it belongs.
        move_aside(path, &temporary, aside, backups)?;
    }
    match Standing::read(full)? {
        Standing::Item(found) if found == *after => return Ok(remove_if_there(&temporary)?),
        Standing::Item(found) => backups.save(path, &found)?,
        Standing::Absent => {}
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
        Standing::Folder => {
            prepare(full, after)?;
            if exchange(&temporary, full)? {
                return move_aside(path, &temporary, aside, backups);
            }
            move_aside(path, full, aside, backups)?;
            return Ok(fs_err::rename(temporary, full)?);
        }
    }
    Ok(put(full, after)?)
}

/// Moves a folder into the backups, beside an earlier one of that name if need be.
fn move_aside(path: &str, from: &Path, aside: &str, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
    let aside = backups.free(aside)?;
    fs_err::rename(from, backups.path_of(&aside))?;
    backups.sync()?;
    backups.tell(path, &aside);
    Ok(())
}

fn put_back(
    path: &str,
    full: &Path,
    before: &State,
    aside: &str,
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    let aside = backups.path_of(aside);
    match Standing::read(&aside)? {
        Standing::Folder => {}
        // Exchanged, and killed before what we wrote was removed.
        Standing::Item(found) if found.state() == *before => return Ok(fs_err::remove_file(aside)?),
        Standing::Absent | Standing::Item(_) | Standing::Special(_) => return Ok(()),
    }
    match Standing::read(full)? {
        Standing::Absent => return Ok(fs_err::rename(aside, full)?),
        Standing::Item(found) if found.state() == *before => {}
        Standing::Item(found) => backups.save(path, &found)?,
        // Someone has a folder there now; both are kept.
        Standing::Folder => return Ok(()),
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
    }
    if exchange(&aside, full)? {
        return Ok(fs_err::remove_file(aside)?);
    }
    fs_err::remove_file(full)?;
    Ok(fs_err::rename(aside, full)?)
}

fn set_mode(full: &Path, mode: Mode) -> io::Result<()> {
    match fs_err::symlink_metadata(full) {
        // `chmod` would follow a link.
        Ok(metadata) if metadata.is_file() => fs_err::set_permissions(full, permissions(mode)),
        Ok(_) => Ok(()),
        Err(error) if is_absent(&error) => Ok(()),
        Err(error) => Err(error),
    }
}

/// What was edited meanwhile is left: it is not what was to be removed.
fn remove(full: &Path, before: &State) -> io::Result<()> {
    match Standing::read(full)? {
        Standing::Item(found) if found.state() == *before => fs_err::remove_file(full),
        _ => Ok(()),
    }
}

fn remove_folder(full: &Path) -> io::Result<()> {
    match fs_err::remove_dir(full) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty || is_absent(&error) => Ok(()),
        result => result,
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs_err::remove_file(path) {
        Err(error) if is_absent(&error) => Ok(()),
        result => result,
    }
}
