//! Removes files and links, unless they turn out to be something else.

use std::path::Path;

use super::outcome::StepError;
use super::steps::{Pace, Worker, busy};
use super::write::temporary_of;
use crate::disk::rename_to_nothing;
use crate::plan::{Standing, State};

impl Worker<'_, '_> {
    /// What was edited meanwhile is left: it is not what was to be removed.
    pub(super) fn remove(&mut self, path: &str, full: &Path, before: &State) -> Result<(), StepError> {
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
