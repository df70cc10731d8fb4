//! Edits a file that belongs to the target, from what stands there at that moment.

use std::path::Path;

use super::new::New;
use super::outcome::StepError;
use super::steps::{ATTEMPTS, Pace, Worker, busy, remove_if_there};
use super::swap::{exchange, rename_to_nothing};
use crate::plan::{Bytes, Item, LineEdit, Mode, Standing, State};

impl Worker<'_, '_> {
    /// Adds lines and takes lines out. A line that is there already is not added, so this can be repeated.
    pub(super) fn edit_lines(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        edit: &LineEdit,
    ) -> Result<(), StepError> {
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
                self.write_lines(path, full, &state, &Item::File { bytes: Bytes(text), mode })?
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

    /// `false` when the file changed in the meantime: then it is as it became.
    fn write_lines(
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
                return if crate::plan::is_absent(&error) { Ok(false) } else { Err(error.into()) };
            }
        }
        if Standing::read(&temporary)?.state() == *before
            && let Ok(()) = remove_if_there(&temporary)
        {
            return Ok(true);
        }
        if !exchange(&temporary, full)? {
            rename_to_nothing(&temporary, full)?;
        }
        self.clear_temporary(path, full, before, Some(New::Item(after)))?;
        Ok(false)
    }
}
