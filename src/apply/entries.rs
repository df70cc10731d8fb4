//! Edits a settings file that others write to as well, from what stands there at that moment.

use std::path::Path;

use super::Conflict;
use super::outcome::StepError;
use super::steps::{ATTEMPTS, Pace, Worker, busy};
use crate::plan::{Bytes, Entries, EntriesEdit, Item, Mode, Standing, State};

impl Worker<'_, '_> {
    /// Takes entries out, changes and adds them. A value of others that nobody has seen is saved before it is replaced.
    pub(super) fn edit_entries(
        &mut self,
        path: &str,
        full: &Path,
        before: &State,
        edit: &EntriesEdit,
    ) -> Result<(), StepError> {
        if self.pace == Pace::Again {
            self.clear_after_edit(path, full, before, &|bytes| edited(edit, bytes))?;
        }
        for _ in 0..ATTEMPTS {
            let standing = Standing::read(full)?;
            let state = standing.state();
            if self.pace == Pace::Again && state == edit.after {
                return Ok(());
            }
            let (bytes, mode) = match &standing {
                Standing::Absent => (None, Mode::NEW),
                Standing::Item(Item::File { bytes, mode }) => (Some(bytes.0.as_slice()), *mode),
                _ => return Err(StepError::Obstacle("it is not a file any more".to_owned())),
            };
            let merged = edit
                .of(bytes)
                .map_err(|fault| StepError::Obstacle(format!("it is not JSON any more: {fault}")))?;
            if state != *before && !merged.conflicts.is_empty() {
                if self.conflict == Conflict::Refuse {
                    return Err(StepError::Conflict);
                }
                if let Some(found) = standing.item() {
                    self.backups.save(path, found)?;
                    self.outcome.found(path, Some(found.as_original()));
                }
            }
            let text = merged.text.map(String::into_bytes);
            let is_done = if text.as_deref() == bytes {
                true
            } else if let Some(text) = text {
                self.write_text(path, full, &state, &Item::File { bytes: Bytes(text), mode })?
            } else {
                self.take_away(path, full, &state)?
            };
            if is_done {
                if state != *before {
                    // Nobody's until then, if it was gone or never there.
                    let created = edit.before.created || bytes.is_none();
                    self.outcome.entries(path, Entries::of(&merged.share, created));
                }
                return Ok(());
            }
        }
        Err(busy(full).into())
    }
}

/// The file after the edit; as it is when it cannot be edited.
pub(super) fn edited(edit: &EntriesEdit, bytes: Option<&[u8]>) -> Option<Vec<u8>> {
    match edit.of(bytes) {
        Ok(merged) => merged.text.map(String::into_bytes),
        Err(_) => bytes.map(<[u8]>::to_vec),
    }
}
