//! The single writes, each of which can be repeated after it was cut short anywhere.
//!
//! The rule for all of them: if the path is as it should be, nothing happens; if it is as it was planned, the step is
//! done; if it is anything else, that is saved to the backups, and then the step is done. What stands at a path is looked
//! at once more after it has left it, so that an edit in that very moment counts, too. A step that fails leaves its path
//! as it was.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::Conflict;
use super::backups::Backups;
use super::copies::OwnCopy;
use super::entries::edited;
use super::folder::copy_of;
use super::new::New;
use super::outcome::{Outcome, StepError, check_inside, check_way};
use super::write::permissions;
use crate::disk::{discard, is_absent, make_folder};
use crate::plan::{Mode, State, Step};

/// Whether a step can have been begun before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It is done for the first time.
    First,
    /// It stands in a journal that was found.
    Again,
}

/// Does steps in a target.
pub(super) struct Worker<'a, 'b> {
    pub(super) target: &'a Path,
    pub(super) backups: &'a mut Backups<'b>,
    pub(super) pace: Pace,
    pub(super) conflict: Conflict,
    /// The copied folders, in which no link is followed.
    pub(super) trees: Vec<String>,
    pub(super) outcome: Outcome,
}

/// How often something may appear at a path while it is being written.
pub(super) const ATTEMPTS: usize = 16;

impl Worker<'_, '_> {
    /// Does one step, or notes why not.
    pub(super) fn carry_out(&mut self, step: &Step) {
        if let Step::RemoveFolder { path } = step
            && self.outcome.is_undone_around(path)
        {
            return self.outcome.kept(path);
        }
        let done = if step.is_last() && !self.outcome.failures.is_empty() {
            Err(StepError::Obstacle("something that it hides could not be taken away".to_owned()))
        } else {
            self.step(step)
        };
        if let Err(error) = done {
            self.outcome.failed(step, &error);
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), StepError> {
        let path = step.path();
        if self.outcome.is_undone_around(path) {
            return Err(StepError::NoFolder);
        }
        if step.is_in_target() {
            check_way(self.target, path)?;
            check_inside(self.target, &self.trees, path)?;
        }
        let full = &self.target.join(path);
        if self.pace == Pace::Again && step.needs_folder() {
            // They were there, or made, when the journal was written; someone may have removed them since.
            for folder in crate::disk::folders_above(path) {
                make_folder(&self.target.join(folder))?;
            }
        }
        match step {
            Step::MakeFolder { .. } => Ok(make_folder(full).map(drop)?),
            Step::Put { before, after, .. } => self.put(path, full, before, New::Item(after)),
            Step::MakeTree { before, files, aside: None, .. } => {
                self.put(path, full, before, New::Tree(files))
            }
            Step::MakeTree { files, aside: Some(aside), .. } => {
                self.set_aside(path, full, New::Tree(files), aside)
            }
            Step::SetAside { after, aside, ours: None, .. } => {
                self.set_aside(path, full, New::Item(after), aside)
            }
            Step::SetAside { after, aside, ours: Some(ours), .. } => {
                self.replace_copy(path, full, after, &OwnCopy { aside, files: ours })
            }
            Step::PutBack { before, aside, ours: None, .. } => self.put_back(path, full, before, aside),
            Step::PutBack { aside, ours: Some(ours), .. } => self.put_back_over_copy(path, full, aside, ours),
            Step::EditLines { before, edit, .. } => self.edit_lines(path, full, before, edit),
            Step::EditExclude { edit, .. } => self.edit_exclude(edit),
            Step::EditEntries { before, edit, .. } => self.edit_entries(path, full, before, edit),
            Step::SetMode { mode, .. } => Ok(set_mode(full, *mode)?),
            Step::Remove { before, .. } => self.remove(path, full, before),
            Step::RemoveFolder { .. } => Ok(remove_folder(full)?),
        }
    }

    /// Clears what a step that was given up left under its temporary names.
    pub(super) fn clear_after(&mut self, step: &Step) -> Result<(), StepError> {
        let path = step.path();
        check_way(self.target, path)?;
        check_inside(self.target, &self.trees, path)?;
        let full = &self.target.join(path);
        if step.moves_copy() {
            discard(&copy_of(full))?;
        }
        match step {
            Step::Put { before, after, .. } => {
                self.clear_temporary(path, full, before, Some(New::Item(after)))
            }
            Step::MakeTree { before, files, .. } => {
                self.clear_temporary(path, full, before, Some(New::Tree(files)))
            }
            Step::SetAside { after, aside, ours: Some(ours), .. } => {
                self.clear_copy(path, full, &OwnCopy { aside, files: ours })?;
                self.clear_temporary(path, full, &State::Folder {}, Some(New::Item(after)))
            }
            Step::PutBack { ours: Some(ours), .. } => {
                self.clear_copy(path, full, &OwnCopy { aside: &Step::aside_of(path), files: ours })
            }
            Step::SetAside { after, ours: None, .. } => {
                self.clear_temporary(path, full, &State::Folder {}, Some(New::Item(after)))
            }
            Step::PutBack { before, ours: None, .. } => self.clear_temporary(path, full, before, None),
            Step::EditLines { before, edit, .. } => {
                self.clear_after_edit(path, full, before, &|bytes| edit.of(bytes).bytes)
            }
            Step::EditEntries { before, edit, .. } => {
                self.clear_after_edit(path, full, before, &|bytes| edited(edit, bytes))
            }
            Step::Remove { before, .. } => self.bring_back(path, full, before),
            // The next edit of that file clears what is left of this one.
            Step::EditExclude { .. }
            | Step::MakeFolder { .. }
            | Step::SetMode { .. }
            | Step::RemoveFolder { .. } => Ok(()),
        }
    }
}

pub(super) fn busy(path: &Path) -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, format!("`{}` keeps changing", path.display()))
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

fn remove_folder(full: &Path) -> io::Result<()> {
    match fs_err::remove_dir(full) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty || is_absent(&error) => Ok(()),
        result => result,
    }
}

pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs_err::remove_file(path) {
        Err(error) if is_absent(&error) => Ok(()),
        result => result,
    }
}
