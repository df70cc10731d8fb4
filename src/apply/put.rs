//! Puts something where something may stand, and looks at what that was.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Conflict;
use super::new::New;
use super::outcome::StepError;
use super::steps::{ATTEMPTS, Pace, Worker, busy, remove_if_there};
use super::write::temporary_of;
use crate::disk::{exchange, is_absent, rename_to_nothing};
use crate::plan::{Original, Standing, State, Step};

impl Worker<'_, '_> {
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
}
