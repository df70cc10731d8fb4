//! Edits the one file that lies in no target and that many targets share.

use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::path::Path;

use fs_err::File;

use super::outcome::StepError;
use super::steps::{ATTEMPTS, Pace, Worker, busy, remove_if_there};
use super::tidy::remove_empty;
use super::write::temporary_of;
use crate::disk::{Identity, is_absent, make_folder, rename_to_nothing};
use crate::plan::{Bytes, EXCLUDE, ExcludeEdit, ExcludeFile, Item, Mode, Standing, State, without_blocks};

impl Worker<'_, '_> {
    /// Makes the target's block hold what it should, in the file as it is at that moment. This can be repeated.
    pub(super) fn edit_exclude(&mut self, edit: &ExcludeEdit) -> Result<(), StepError> {
        let obstacle = match ExcludeFile::of(self.target)? {
            Some(file) => match file.obstacle()? {
                None => return self.edit_shared(&file, edit),
                Some(obstacle) => format!("`{}` {obstacle}", file.path().display()),
            },
            None => "the target lies in no git work tree any more".to_owned(),
        };
        // Where there is no such file, there is nothing to take out of it.
        if edit.lines.is_empty() { Ok(()) } else { Err(StepError::Obstacle(obstacle)) }
    }

    fn edit_shared(&mut self, file: &ExcludeFile, edit: &ExcludeEdit) -> Result<(), StepError> {
        let (folder, path) = (file.folder(), file.path());
        for _ in 0..ATTEMPTS {
            let is_new = !file.has_folder()?;
            if is_new && edit.lines.is_empty() {
                return Ok(());
            }
            if is_new {
                make_folder(&folder)?;
            }
            match self.edit_in_folder(file, edit, is_new) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) => {
                    if is_new {
                        // It would be taken for one that was there before.
                        _ = remove_empty(&folder);
                    }
                    return Err(error);
                }
            }
        }
        Err(busy(&path).into())
    }

    /// Edits the file under its lock; whether nothing came in between.
    fn edit_in_folder(
        &mut self,
        file: &ExcludeFile,
        edit: &ExcludeEdit,
        is_new: bool,
    ) -> Result<bool, StepError> {
        let (folder, path) = (file.folder(), file.path());
        let Some(_lock) = lock(&folder)? else { return Ok(false) };
        self.clear_shared(file, edit)?;
        let standing = Standing::read(&path)?;
        // A run that was killed had made it, and nothing in it.
        let is_new = is_new || (self.pace == Pace::Again && fs_err::read_dir(&folder)?.next().is_none());
        let edited = file.edit(edit, standing.bytes(), is_new);
        let (mode, state) = match &standing {
            Standing::Item(Item::File { mode, .. }) => (*mode, standing.state()),
            _ => (Mode::NEW, standing.state()),
        };
        let is_done = match edited.bytes {
            bytes if bytes.as_deref() == standing.bytes() => true,
            Some(bytes) => {
                self.write_text(EXCLUDE, &path, &state, &Item::File { bytes: Bytes(bytes), mode })?
            }
            None => self.take_away(EXCLUDE, &path, &state)?,
        };
        if !is_done {
            return Ok(false);
        }
        let has_left = self.pace == Pace::Again && Standing::read(&path)? == Standing::Absent;
        if (edited.folder_goes || (has_left && edit.folder_goes))
            && let Err(error) = remove_empty(&folder)
        {
            // Only the file says that the folder was made for it.
            if let Standing::Item(before) = &standing {
                self.write_text(EXCLUDE, &path, &State::Absent {}, before)?;
            }
            return Err(error.into());
        }
        Ok(true)
    }

    /// Clears what a killed run, of whatever target, left under the temporary name: the file before or after its edit,
    /// unless somebody wrote into it right then.
    fn clear_shared(&mut self, file: &ExcludeFile, edit: &ExcludeEdit) -> Result<(), StepError> {
        let path = &file.path();
        let temporary = temporary_of(path);
        let left = match Standing::read(&temporary)? {
            Standing::Absent => return Ok(()),
            Standing::Item(left) => left,
            Standing::Folder => return Err(busy(&temporary).into()),
            Standing::Special(what) => return Err(StepError::Special(what)),
        };
        let written_by_others = |bytes: &[u8]| without_blocks(bytes).trim_ascii_end().to_vec();
        let standing = Standing::read(path)?;
        // Lines that the edit leaves to the user are in no block, before it or after.
        let leads_to = |before: Option<&[u8]>, after: Option<&[u8]>| {
            file.edit(edit, before, false).bytes.as_deref() == after
        };
        let found = match &left {
            Item::File { bytes, .. } => Some(bytes.0.as_slice()),
            Item::Link { .. } => None,
        };
        let theirs = found.map(written_by_others).unwrap_or_default();
        let is_step = leads_to(standing.bytes(), found) || leads_to(found, standing.bytes());
        if theirs.is_empty()
            || is_step
            || standing.bytes().is_some_and(|bytes| written_by_others(bytes) == theirs)
        {
            return Ok(remove_if_there(&temporary)?);
        }
        if standing == Standing::Absent && rename_to_nothing(&temporary, path)? {
            return Ok(());
        }
        self.backups.save(EXCLUDE, &left)?;
        Ok(remove_if_there(&temporary)?)
    }
}

/// Waits until no other run edits what is in a folder; each takes a moment. `None` when the folder is gone.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let opened = match File::open(folder) {
        Err(error) if is_absent(&error) => return Ok(None),
        result => result?,
    };
    let locked = match opened.file().try_lock() {
        Err(TryLockError::WouldBlock) => loop {
            match opened.file().lock() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        },
        // Over some networks a folder cannot be locked; the file is looked at once more after each edit anyway.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    };
    locked?;
    let is_there = Identity::of(folder) == Some(Identity::from(&opened.metadata()?));
    Ok(is_there.then_some(opened))
}
