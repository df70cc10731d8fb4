//! The single writes, each of which can be repeated after it was cut short anywhere.
//!
//! The rule for all of them: if the path is as it should be, nothing happens; if it is as it was planned, the step is
//! done; if it is anything else, that is saved to the backups, and then the step is done.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::ApplyError;
use super::aside::{dispose, put_back_over, set_aside_only};
use super::backups::Backups;
use super::swap::exchange;
use super::tree::make_tree;
use super::write::{make_folder, old_of, permissions, prepare, put, put_new, remove_if_there, temporary_of};
use crate::plan::{CopiedFile, Item, Mode, Standing, State, Step, is_absent};

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
        Step::SetAside { after, aside, ours, .. } => {
            set_aside(path, full, after, Away { aside, ours: ours.as_deref() }, backups, pace)
        }
        Step::MoveAside { aside, .. } => set_aside_only(path, full, aside, backups, pace),
        Step::PutBack { aside, ours: Some(ours), .. } => put_back_over(path, full, aside, ours, backups),
        Step::PutBack { before, aside, ours: None, .. } => put_back(path, full, before, aside, backups),
        Step::MakeTree { before, files, .. } => make_tree(path, full, before, files, backups, pace),
        Step::SetMode { mode, .. } => Ok(set_mode(full, *mode)?),
        Step::Remove { before, .. } => Ok(remove(full, before)?),
        Step::RemoveFolder { .. } => Ok(remove_folder(full)?),
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
            return set_aside(path, full, after, Away { aside: &aside, ours: None }, backups, Pace::First);
        }
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
    }
    Ok(put(full, after)?)
}

/// How a folder goes away: its name in the backups, and what need not be kept.
#[derive(Clone, Copy)]
struct Away<'a> {
    aside: &'a str,
    ours: Option<&'a [CopiedFile]>,
}

fn set_aside(
    path: &str,
    full: &Path,
    after: &Item,
    away: Away<'_>,
    backups: &mut Backups<'_>,
    pace: Pace,
) -> Result<(), ApplyError> {
    if away.ours.is_none() {
        backups.prepare()?;
    }
    let (temporary, old) = (temporary_of(full), old_of(full));
    for left in [&temporary, &old] {
        if Standing::read(left)? == Standing::Folder {
            // Exchanged or renamed, and killed before the folder got to where it belongs; or not even journaled.
            let ours = away.ours.filter(|_| pace == Pace::Again);
            dispose(path, left, away.aside, ours, backups)?;
        }
    }
    let dispose =
        |from: &Path, backups: &mut Backups<'_>| dispose(path, from, away.aside, away.ours, backups);
    match Standing::read(full)? {
        Standing::Item(found) if found == *after => return Ok(remove_if_there(&temporary)?),
        Standing::Item(found) => backups.save(path, &found)?,
        Standing::Absent => {}
        Standing::Special(what) => return Err(ApplyError::Special { path: path.to_owned(), what }),
        Standing::Folder => {
            prepare(full, after)?;
            if exchange(&temporary, full)? {
                return dispose(&temporary, backups);
            }
            fs_err::rename(full, &old)?;
            fs_err::rename(temporary, full)?;
            return dispose(&old, backups);
        }
    }
    Ok(put(full, after)?)
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
