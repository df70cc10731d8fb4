//! Keeps what others wrote, safe on disk before anything takes its place.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Event;
use super::folder::move_folder;
use super::write::{make, permissions, sync_folder, temporary_of};
use crate::plan::{BACKUPS, Item, Mode, STATE_FOLDER, Standing};

/// The folder `.assembly/backups` of a target.
pub(super) struct Backups<'a> {
    target: &'a Path,
    folder: PathBuf,
    observe: &'a mut dyn FnMut(Event),
    /// Path and backup, both relative to the target, of what was set aside so far.
    pub(super) made: Vec<(String, String)>,
}

impl<'a> Backups<'a> {
    pub(super) fn new(target: &'a Path, observe: &'a mut dyn FnMut(Event)) -> Self {
        Self { target, folder: target.join(BACKUPS), observe, made: Vec::new() }
    }

    /// Where a backup of that name is kept.
    pub(super) fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes the folder; one that is new is synced itself.
    pub(super) fn prepare(&self) -> io::Result<()> {
        match fs_err::create_dir(&self.folder) {
            Ok(()) => {
                sync_folder(&self.target.join(STATE_FOLDER))?;
                sync_folder(self.target)
            }
            // Not through a link: what is saved stays in the target.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let is_folder = fs_err::symlink_metadata(&self.folder)?.is_dir();
                let message = || format!("`{}` is not a folder", self.folder.display());
                if is_folder { Ok(()) } else { Err(io::Error::new(ErrorKind::NotADirectory, message())) }
            }
            Err(error) => Err(error),
        }
    }

    /// Copies an item, under a name that its content gives it. It is safe after [`Backups::sync`].
    pub(super) fn copy(&self, item: &Item) -> io::Result<()> {
        let path = self.path_of(&item.backup_name());
        match Standing::read(&path)? {
            Standing::Absent => {}
            Standing::Item(found) if found.same_content(item) => {
                narrow(&path, &found, item)?;
                return sync_item(&path, item);
            }
            // Its name lies: whatever it is now, it keeps that under the right one.
            Standing::Item(found) => fs_err::rename(&path, self.path_of(&found.backup_name()))?,
            Standing::Folder | Standing::Special(_) => {
                let message = format!("`{}` is in the way of a backup", path.display());
                return Err(io::Error::new(ErrorKind::AlreadyExists, message));
            }
        }
        let temporary = temporary_of(&path);
        make(&temporary, item)?;
        sync_item(&temporary, item)?;
        fs_err::rename(temporary, path)
    }

    /// Makes the names of the copies last.
    pub(super) fn sync(&self) -> io::Result<()> {
        sync_folder(&self.folder)
    }

    /// Says what happened beside the backups.
    pub(super) fn pass_on(&mut self, event: Event) {
        (self.observe)(event);
    }

    /// Says that what stood at `path` is in the backups now.
    pub(super) fn tell(&mut self, path: &str, name: &str) {
        let backup = format!("{BACKUPS}/{name}");
        (self.observe)(Event::BackedUp { path: path.to_owned(), backup: backup.clone() });
        self.made.push((path.to_owned(), backup));
    }

    /// Saves one thing that nobody expected.
    pub(super) fn save(&mut self, path: &str, item: &Item) -> io::Result<()> {
        self.prepare()?;
        self.copy(item)?;
        self.sync()?;
        self.tell(path, &item.backup_name());
        Ok(())
    }

    /// Moves a folder in, under `name` or one that is derived from it and free; says which. Nobody is told yet.
    pub(super) fn take_in(&self, folder: &Path, name: &str) -> io::Result<String> {
        self.prepare()?;
        let name = self.free(name)?;
        let inside = self.path_of(&name);
        move_folder(folder, &inside)?;
        if let Err(error) = self.sync() {
            move_folder(&inside, folder)?;
            return Err(error);
        }
        Ok(name)
    }

    /// `name`, or one that is derived from it and free.
    pub(super) fn free(&self, name: &str) -> io::Result<String> {
        let mut candidate = name.to_owned();
        for number in 2.. {
            if Standing::read(&self.path_of(&candidate))? == Standing::Absent {
                break;
            }
            candidate = format!("{name}-{number}");
        }
        Ok(candidate)
    }
}

/// Two files with one content share a backup: it gets only the rights that both gave.
fn narrow(path: &Path, found: &Item, item: &Item) -> io::Result<()> {
    let (Item::File { mode: is, .. }, Item::File { mode: asked, .. }) = (found, item) else { return Ok(()) };
    let both = Mode::of(is.bits() & asked.bits());
    if both == *is { Ok(()) } else { fs_err::set_permissions(path, permissions(both)) }
}

fn sync_item(path: &Path, item: &Item) -> io::Result<()> {
    match item {
        Item::File { .. } => fs_err::File::open(path)?.sync_all(),
        // A link has no content of its own: its folder holds it.
        Item::Link { .. } => Ok(()),
    }
}
