//! Edits a file that belongs to the target, from what stands there at that moment.

use std::path::Path;

use super::new::{New, is_beginning};
use super::outcome::StepError;
use super::steps::{ATTEMPTS, Pace, Worker, busy, remove_if_there};
use super::write::temporary_of;
use crate::disk::exchange;
use crate::plan::{Bytes, Item, LineEdit, Mode, Standing, State};

/// What a file becomes, if there is to be one.
type TextEdit<'a> = &'a dyn Fn(Option<&[u8]>) -> Option<Vec<u8>>;

impl Worker<'_, '_> {
    /// Adds lines and takes lines out. A line that is there already is not added, so this can be repeated.
    pub(super) fn edit_lines(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        edit: &LineEdit,
    ) -> Result<(), StepError> {
        if self.pace == Pace::Again {
            self.clear_after_edit(path, full, before, &|bytes| edit.of(bytes).bytes)?;
        }
        for _ in 0..ATTEMPTS {
            let standing = Standing::read(full)?;
            let (bytes, mode) = match &standing {
                Standing::Absent => (None, Mode::NEW),
                Standing::Item(Item::File { bytes, mode }) => (Some(bytes.0.as_slice()), *mode),
                _ => return Err(StepError::Obstacle("it is not a file any more".to_owned())),
            };
            let edited = edit.of(bytes);
            let (state, is_new) = (standing.state(), bytes.is_none());
            let is_done = if edited.bytes.as_deref() == bytes {
                true
            } else if let Some(text) = edited.bytes {
                self.write_text(path, full, &state, &Item::File { bytes: Bytes(text), mode })?
            } else {
                self.take_away(path, full, &state)?
            };
            if is_done {
                if self.pace == Pace::First && state != *before && !edit.add.is_empty() {
                    self.outcome.base(path, edited.newline, is_new);
                }
                return Ok(());
            }
        }
        Err(busy(full).into())
    }

    /// Clears what a killed run left under the temporary name: the file before or after the edit, or the beginning of it.
    pub(super) fn clear_after_edit(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        edit: TextEdit<'_>,
    ) -> Result<(), StepError> {
        let standing = Standing::read(full)?;
        let bytes = match &standing {
            Standing::Item(Item::File { bytes, .. }) => Some(bytes.0.as_slice()),
            _ => None,
        };
        let after = edit(bytes).map(|bytes| Item::File { bytes: Bytes(bytes), mode: Mode::NEW });
        let is_away = match Standing::read(&temporary_of(full))? {
            Standing::Item(found) => {
                let is_ours = after.as_ref().is_some_and(|after| is_beginning(&found, after));
                standing == Standing::Absent && !is_ours
            }
            _ => false,
        };
        if is_away {
            return self.bring_back(path, full, before);
        }
        self.clear_temporary(path, full, before, after.as_ref().map(New::Item))
    }

    /// `false` when the file changed in the meantime: then it is as it became.
    pub(super) fn write_text(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        after: &Item,
    ) -> Result<bool, StepError> {
        if *before == (State::Absent {}) {
            return self.put_new(path, full, New::Item(after));
        }
        let temporary = self.prepare(path, full, before, New::Item(after))?;
        match exchange(&temporary, full) {
            Ok(true) => {}
            Ok(false) => {
                let is_same = Standing::read(full)?.state() == *before;
                if is_same {
                    fs_err::rename(&temporary, full)?;
                } else {
                    remove_if_there(&temporary)?;
                }
                return Ok(is_same);
            }
            Err(error) => {
                remove_if_there(&temporary)?;
                return if crate::disk::is_absent(&error) { Ok(false) } else { Err(error.into()) };
            }
        }
        let removed = match Standing::read(&temporary) {
            Ok(left) if left.state() == *before => remove_if_there(&temporary).map(|()| true),
            left => left.map(|_| false),
        };
        if let Ok(true) = removed {
            return Ok(true);
        }
        exchange(&temporary, full)?;
        self.clear_temporary(path, full, before, Some(New::Item(after)))?;
        Ok(removed?)
    }
}
