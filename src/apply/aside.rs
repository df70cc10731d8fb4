//! Moves folders of the user's into the backups, and back.

use std::path::Path;

use super::Conflict;
use super::folder::{copy_of, move_folder};
use super::new::New;
use super::outcome::StepError;
use super::steps::{Pace, Worker, busy};
use super::write::temporary_of;
use crate::disk::{discard, rename_to_nothing};
use crate::plan::{Original, Standing, State};

impl Worker<'_, '_> {
    /// The folder goes first: should it not move, or what comes in its place not be written, it is where it was.
    pub(super) fn set_aside(
        &mut self,
        path: &str,
        full: &Path,
        after: New<'_>,
        aside: &str,
    ) -> Result<(), StepError> {
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

    pub(super) fn put_back(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        aside: &str,
    ) -> Result<(), StepError> {
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
}
