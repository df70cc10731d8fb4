//! The single writes, each of which can be repeated after it was cut short anywhere.
//!
//! The rule for all of them: if the path is as it should be, nothing happens; if it is as it was planned, the step is
//! done; if it is anything else, that is saved to the backups, and then the step is done. What stands at a path is looked
//! at once more after it has left it, so that an edit in that very moment counts, too. A step that fails leaves its path
//! as it was.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Conflict;
use super::aside::OwnCopy;
use super::backups::Backups;
use super::folder::{copy_of, discard, make_folder, move_folder};
use super::new::New;
use super::outcome::{Outcome, StepError, check_inside, check_way};
use super::swap::{exchange, rename_to_nothing};
use super::write::{permissions, temporary_of};
use crate::plan::{Mode, Original, Standing, State, Step, is_absent};

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
        if let Err(error) = self.step(step) {
            self.outcome.failed(step, &error);
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), StepError> {
        let path = step.path();
        if self.outcome.is_undone_around(path) {
            return Err(StepError::NoFolder);
        }
        check_way(self.target, path)?;
        check_inside(self.target, &self.trees, path)?;
        let full = &self.target.join(path);
        if self.pace == Pace::Again && step.needs_folder() {
            // They were there, or made, when the journal was written; someone may have removed them since.
            for folder in crate::plan::folders_above(path) {
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
            Step::EditLines { before, edit, .. } => self.clear_after_edit(path, full, before, edit),
            Step::Remove { before, .. } => self.bring_back(path, full, before),
            Step::MakeFolder { .. } | Step::SetMode { .. } | Step::RemoveFolder { .. } => Ok(()),
        }
    }

    pub(super) fn put(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: New<'_>,
    ) -> Result<(), StepError> {
        if self.pace == Pace::Again {
            self.clear_temporary(path, full, before, Some(after))?;
            if after.is_at(full)? {
                return Ok(());
            }
        }
        if *before == (State::Absent {}) && self.put_new(path, full, after)? {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let temporary = self.prepare(path, full, before, after)?;
            match exchange(&temporary, full) {
                Ok(true) => return self.look_at_what_left(path, full, before, after),
                Ok(false) => return self.put_without_exchange(path, full, before, after),
                Err(error) if is_absent(&error) => {
                    if rename_to_nothing(&temporary, full)? {
                        if self.pace == Pace::First {
                            self.outcome.found(path, None);
                        }
                        return Ok(());
                    }
                }
                Err(error) => {
                    after.take_back(full)?;
                    return Err(error.into());
                }
            }
        }
        Err(busy(full).into())
    }

    /// Puts something where nothing stands; `false` when something stands there, which then is untouched.
    pub(super) fn put_new(&mut self, path: &str, full: &Path, new: New<'_>) -> Result<bool, StepError> {
        if let Some(made) = new.make_in_one_go(full) {
            return match made {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error.into()),
            };
        }
        let temporary = self.prepare(path, full, &State::Absent {}, new)?;
        match rename_to_nothing(&temporary, full) {
            Ok(true) => Ok(true),
            Ok(false) => Ok(new.take_back(full).map(|()| false)?),
            Err(error) => {
                new.take_back(full)?;
                Err(error.into())
            }
        }
    }

    /// Makes what is new under the temporary name of a path.
    pub(super) fn prepare(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: New<'_>,
    ) -> Result<PathBuf, StepError> {
        match after.prepare(full) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                self.clear_temporary(path, full, before, Some(after))?;
                after.prepare(full)?;
            }
            result => result?,
        }
        Ok(temporary_of(full))
    }

    /// Clears the temporary name of a path. What a killed run left there goes; what is not ours is saved: it had just
    /// been exchanged for ours.
    pub(super) fn clear_temporary(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: Option<New<'_>>,
    ) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        let standing = Standing::read(&temporary)?;
        if let Some(after) = after
            && after.is_begun(&temporary, &standing)?
        {
            return Ok(after.take_back(full)?);
        }
        match standing {
            Standing::Absent => Ok(()),
            Standing::Item(found) if found.state() == *before => Ok(fs_err::remove_file(temporary)?),
            Standing::Item(found) => {
                self.backups.save(path, &found)?;
                self.outcome.found(path, Some(found.as_original()));
                Ok(fs_err::remove_file(temporary)?)
            }
            Standing::Folder => {
                let name = self.backups.take_in(&temporary, &Step::aside_of(path))?;
                self.backups.tell(path, &name);
                self.outcome.found(path, Some(Original::Folder { backup: name }));
                Ok(())
            }
            Standing::Special(what) => Err(StepError::Special(what)),
        }
    }

    /// After an exchange: makes sure that what stood there is what the plan had seen, or saves it.
    pub(super) fn look_at_what_left(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: New<'_>,
    ) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        let is_expected = |left: &Standing| match left {
            Standing::Item(found) => found.state() == *before || after.is_same(found),
            Standing::Absent => true,
            Standing::Folder | Standing::Special(_) => false,
        };
        let cleared = match Standing::read(&temporary) {
            Err(error) => Err(error.into()),
            Ok(Standing::Special(what)) => Err(StepError::Special(what)),
            Ok(left) if is_expected(&left) => remove_if_there(&temporary).map_err(StepError::from),
            Ok(_) if self.conflict == Conflict::Refuse => Err(StepError::Conflict),
            Ok(_) => self.clear_temporary(path, full, before, None),
        };
        let Err(error) = cleared else { return Ok(()) };
        if exchange(&temporary, full)? {
            self.clear_temporary(path, full, before, Some(after))?;
        }
        Err(error)
    }

    /// Where names cannot be exchanged, what stands there is looked at right before it is replaced.
    fn put_without_exchange(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: New<'_>,
    ) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        let mut replace = || match Standing::read(full)? {
            Standing::Absent => Ok(()),
            Standing::Special(what) => Err(StepError::Special(what)),
            Standing::Item(found) if found.state() == *before || after.is_same(&found) => Ok(()),
            _ if self.conflict == Conflict::Refuse => Err(StepError::Conflict),
            Standing::Item(found) => {
                self.backups.save(path, &found)?;
                self.outcome.found(path, Some(found.as_original()));
                Ok(())
            }
            Standing::Folder => {
                let name = self.backups.take_in(full, &Step::aside_of(path))?;
                self.backups.tell(path, &name);
                self.outcome.found(path, Some(Original::Folder { backup: name }));
                Ok(())
            }
        };
        let replaced = replace().and_then(|()| {
            if matches!(after, New::Tree(_)) {
                // A folder takes no other place than that of nothing.
                remove_if_there(full)?;
            }
            Ok(fs_err::rename(&temporary, full)?)
        });
        if replaced.is_err() {
            after.take_back(full)?;
        }
        replaced
    }

    /// The folder goes first: should it not move, or what comes in its place not be written, it is where it was.
    fn set_aside(&mut self, path: &str, full: &Path, after: New<'_>, aside: &str) -> Result<(), StepError> {
        self.backups.prepare()?;
        if self.pace == Pace::Again {
            discard(&copy_of(full))?;
            self.clear_temporary(path, full, &State::Folder {}, Some(after))?;
            if after.is_at(full)? && Standing::read(&self.backups.path_of(aside))? == Standing::Folder {
                return Ok(());
            }
        }
        match Standing::read(full)? {
            Standing::Folder => {}
            Standing::Absent => {
                let is_moved = Standing::read(&self.backups.path_of(aside))? == Standing::Folder;
                if self.pace == Pace::First || !is_moved {
                    self.outcome.found(path, None);
                }
                return self.put(path, full, &State::Absent {}, after);
            }
            Standing::Item(_) | Standing::Special(_) => {
                return self.put(path, full, &State::Folder {}, after);
            }
        }
        let name = self.backups.take_in(full, aside)?;
        match self.put(path, full, &State::Absent {}, after) {
            Ok(()) => {
                self.backups.tell(path, &name);
                if name != aside && Standing::read(&self.backups.path_of(aside))? != Standing::Folder {
                    self.outcome.found(path, Some(Original::Folder { backup: name }));
                }
                Ok(())
            }
            Err(error) => {
                move_folder(&self.backups.path_of(&name), full)?;
                Err(error)
            }
        }
    }

    fn put_back(&mut self, path: &str, full: &Path, before: &State, aside: &str) -> Result<(), StepError> {
        let aside = self.backups.path_of(aside);
        let temporary = temporary_of(full);
        if self.pace == Pace::Again {
            discard(&copy_of(full))?;
        }
        if Standing::read(&aside)? != Standing::Folder {
            // It is back already, or was taken away.
            return if self.pace == Pace::Again {
                self.clear_temporary(path, full, before, None)
            } else {
                Ok(())
            };
        }
        match Standing::read(full)? {
            Standing::Absent => {
                move_folder(&aside, full)?;
                return self.clear_temporary(path, full, before, None);
            }
            // Someone has a folder there now; both are kept.
            Standing::Folder => return Ok(()),
            Standing::Special(what) => return Err(StepError::Special(what)),
            Standing::Item(found) if found.state() != *before && self.conflict == Conflict::Refuse => {
                return Err(StepError::Conflict);
            }
            Standing::Item(_) => {}
        }
        self.clear_temporary(path, full, before, None)?;
        if !rename_to_nothing(full, &temporary)? {
            return Err(busy(&temporary).into());
        }
        if let Err(error) = move_folder(&aside, full) {
            rename_to_nothing(&temporary, full)?;
            return Err(error.into());
        }
        let cleared = self.clear_temporary(path, full, before, None);
        if cleared.is_err() {
            move_folder(full, &aside)?;
            rename_to_nothing(&temporary, full)?;
        }
        cleared
    }

    /// What was edited meanwhile is left: it is not what was to be removed.
    fn remove(&mut self, path: &str, full: &Path, before: &State) -> Result<(), StepError> {
        if self.pace == Pace::Again {
            self.bring_back(path, full, before)?;
        }
        match Standing::read(full)? {
            Standing::Item(found) if found.state() == *before => {
                self.take_away(path, full, before)?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Removes an item; `false` when it turned out to be something else, which then is back.
    pub(super) fn take_away(&mut self, path: &str, full: &Path, before: &State) -> Result<bool, StepError> {
        let temporary = temporary_of(full);
        if !rename_to_nothing(full, &temporary)? {
            self.clear_temporary(path, full, before, None)?;
            if !rename_to_nothing(full, &temporary)? {
                return Err(busy(&temporary).into());
            }
        }
        let removed = match Standing::read(&temporary) {
            Ok(found) if found.state() == *before => fs_err::remove_file(&temporary),
            Ok(_) => {
                self.bring_back(path, full, before)?;
                return Ok(false);
            }
            Err(error) => Err(error),
        };
        if let Err(error) = removed {
            rename_to_nothing(&temporary, full)?;
            return Err(error.into());
        }
        Ok(true)
    }

    /// Brings back what was moved away to be removed and is not `before`.
    pub(super) fn bring_back(&mut self, path: &str, full: &Path, before: &State) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        let state = Standing::read(&temporary)?.state();
        if state == (State::Absent {}) || (state != *before && rename_to_nothing(&temporary, full)?) {
            return Ok(());
        }
        self.clear_temporary(path, full, before, None)
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
