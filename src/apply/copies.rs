//! Copies of ours that go as a whole, when something else takes their place.

use std::path::Path;

use super::Conflict;
use super::folder::{copy_of, move_folder};
use super::new::{New, discard_whole, holds_only};
use super::outcome::StepError;
use super::steps::{Pace, Worker, busy};
use super::write::temporary_of;
use crate::disk::{discard, exchange, rename_to_nothing};
use crate::plan::{CopiedFile, Item, Original, Standing, State, Step};

/// A copied folder that was as we wrote it when that was planned.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnCopy<'a> {
    /// Its name in the backups, should something of others be in it by now.
    pub(super) aside: &'a str,
    pub(super) files: &'a [CopiedFile],
}

impl OwnCopy<'_> {
    /// Whether a folder holds only what we wrote. The modes are another matter.
    pub(super) fn is_all_of(&self, folder: &Path) -> std::io::Result<bool> {
        holds_only(folder, self.files.iter().map(|file| (file.path.as_str(), file.sha256)))
    }
}

impl Worker<'_, '_> {
    /// Puts a file or link where a copy of ours stands.
    pub(super) fn replace_copy(
        &mut self,
        path: &str,
        full: &Path,
        after: &Item,
        copy: &OwnCopy<'_>,
    ) -> Result<(), StepError> {
        let new = New::Item(after);
        if self.pace == Pace::Again {
            discard(&copy_of(full))?;
            if Standing::read(&temporary_of(full))? == Standing::Folder {
                // Exchanged, or moved away, and killed before it was gone.
                self.let_copy_go(path, full, copy)?;
            }
        }
        if Standing::read(full)? != Standing::Folder {
            return self.put(path, full, &State::Folder {}, new);
        }
        let temporary = self.prepare(path, full, &State::Folder {}, new)?;
        match exchange(&temporary, full) {
            Ok(true) => {
                let gone = match Standing::read(&temporary) {
                    Ok(Standing::Folder) => self.let_copy_go(path, full, copy),
                    Ok(_) => return self.look_at_what_left(path, full, &State::Folder {}, new),
                    Err(error) => Err(error.into()),
                };
                if gone.is_err() && exchange(&temporary, full)? {
                    new.take_back(full)?;
                }
                gone
            }
            Ok(false) => {
                new.take_back(full)?;
                self.replace_copy_without_exchange(path, full, new, copy)
            }
            Err(error) => {
                new.take_back(full)?;
                Err(error.into())
            }
        }
    }

    fn replace_copy_without_exchange(
        &mut self,
        path: &str,
        full: &Path,
        new: New<'_>,
        copy: &OwnCopy<'_>,
    ) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        if !rename_to_nothing(full, &temporary)? {
            return Err(busy(&temporary).into());
        }
        if let Err(error) = self.let_copy_go(path, full, copy) {
            rename_to_nothing(&temporary, full)?;
            return Err(error);
        }
        self.put(path, full, &State::Absent {}, new)
    }

    /// Lets go what was moved from `full` to its temporary name; what holds anything of others goes into the backups.
    fn let_copy_go(&mut self, path: &str, full: &Path, copy: &OwnCopy<'_>) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        if copy.is_all_of(&temporary)? {
            return Ok(discard_whole(&temporary, full)?);
        }
        if self.conflict == Conflict::Refuse {
            return Err(StepError::Conflict);
        }
        let name = self.backups.take_in(&temporary, copy.aside)?;
        self.backups.tell(path, &name);
        self.outcome.found(path, Some(Original::Folder { backup: name }));
        Ok(())
    }

    /// Brings back what was moved to the temporary name of `full`, or lets it go if something took its place.
    pub(super) fn clear_copy(
        &mut self,
        path: &str,
        full: &Path,
        copy: &OwnCopy<'_>,
    ) -> Result<(), StepError> {
        let temporary = temporary_of(full);
        if Standing::read(&temporary)? == Standing::Folder && !rename_to_nothing(&temporary, full)? {
            self.let_copy_go(path, full, copy)?;
        }
        Ok(())
    }

    /// Puts the folder `aside` of the backups where a copy of ours stands. One that was edited meanwhile stays.
    pub(super) fn put_back_over_copy(
        &mut self,
        path: &str,
        full: &Path,
        aside: &str,
        ours: &[CopiedFile],
    ) -> Result<(), StepError> {
        let original = self.backups.path_of(aside);
        let temporary = temporary_of(full);
        let rest = Step::aside_of(path);
        let copy = OwnCopy { aside: &rest, files: ours };
        if self.pace == Pace::Again {
            discard(&copy_of(full))?;
            self.clear_copy(path, full, &copy)?;
        }
        if Standing::read(&original)? != Standing::Folder {
            // It is back already, or was taken away.
            return Ok(());
        }
        match Standing::read(full)? {
            Standing::Absent => return Ok(move_folder(&original, full)?),
            Standing::Folder => {}
            Standing::Item(_) | Standing::Special(_) => return Ok(()),
        }
        if !rename_to_nothing(full, &temporary)? {
            self.clear_temporary(path, full, &State::Folder {}, None)?;
            if !rename_to_nothing(full, &temporary)? {
                return Err(busy(&temporary).into());
            }
        }
        let moved = match copy.is_all_of(&temporary) {
            Ok(true) => move_folder(&original, full).map(|()| true),
            other => other,
        };
        if let Ok(true) = moved {
            return self.let_copy_go(path, full, &copy);
        }
        if !rename_to_nothing(&temporary, full)? {
            self.let_copy_go(path, full, &copy)?;
        }
        Ok(moved.map(drop)?)
    }
}
