//! One apply at a time in a target.

use std::fs::{Metadata, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use fs_err::File;
use fs_err::os::unix::fs::FileExt;
use rustix::fs::{Mode, OFlags};

use super::Event;
use crate::disk::{if_there, make_folder};
use crate::plan::{LOCK, STATE_FOLDER};

/// The lock of a target, held until it is dropped; a crash frees it too, since the system holds it.
pub(super) struct Lock {
    _file: File,
}

/// After this, people are told whom we wait for.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two looks while nobody has been told.
const PAUSE: Duration = Duration::from_millis(5);

impl Lock {
    /// Waits for the lock, however long that takes.
    pub(super) fn acquire(target: &Path, launcher: &str, observe: &mut dyn FnMut(Event)) -> io::Result<Self> {
        let path = target.join(LOCK);
        loop {
            make_state_folder(target)?;
            // Someone may take the whole folder away between any two calls: then all begins anew.
            let Some(file) = open(&path)? else { continue };
            wait(&file, observe).map_err(|error| not_locked(&path, &error))?;
            if let Some(locked) = still_at(&file, &path)? {
                // Another name of the file may be one of the user's.
                if locked.nlink() == 1 {
                    make_readable(&file, &locked)?;
                    write_holder(&file, launcher)?;
                }
                return Ok(Self { _file: file });
            }
        }
    }
}

/// Makes `.assembly`, and sees that nobody else can plant a journal in it.
fn make_state_folder(target: &Path) -> io::Result<()> {
    let path = target.join(STATE_FOLDER);
    if make_folder(&path)? {
        return Ok(());
    }
    let metadata = fs_err::symlink_metadata(&path)?;
    let is_ours = metadata.uid() == rustix::process::geteuid().as_raw();
    if metadata.is_dir() && metadata.mode() & 0o022 != 0 && is_ours {
        fs_err::set_permissions(path, PermissionsExt::from_mode(metadata.mode() & 0o7755))?;
    }
    Ok(())
}

/// Whoever else writes to the target has to be able to open it, whatever our umask.
fn make_readable(file: &File, locked: &Metadata) -> io::Result<()> {
    let is_ours = locked.uid() == rustix::process::geteuid().as_raw();
    if locked.mode() & 0o777 == 0o644 || !is_ours {
        return Ok(());
    }
    file.set_permissions(PermissionsExt::from_mode(0o644))
}

fn open(path: &Path) -> io::Result<Option<File>> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match rustix::fs::open(path, flags, Mode::from_raw_mode(0o644)) {
        Ok(descriptor) => Ok(Some(File::from_parts(descriptor.into(), path))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            Err(io::Error::new(error.kind(), format!("failed to open `{}`: {error}", path.display())))
        }
    }
}

fn wait(file: &File, observe: &mut dyn FnMut(Event)) -> io::Result<()> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    observe(Event::Waiting { holder: holder_of(file) });
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The error with the path, which the standard library leaves out.
fn not_locked(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("failed to lock `{}`: {error}", path.display()))
}

/// Says who we are, to those who wait.
fn write_holder(file: &File, launcher: &str) -> io::Result<()> {
    let holder = format!("{} {launcher}\n", std::process::id());
    file.write_all_at(holder.as_bytes(), 0)?;
    file.set_len(holder.len() as u64)
}

/// What the holder wrote into the lock, made fit to print.
fn holder_of(file: &File) -> String {
    let mut text = [0; 256];
    let length = file.read_at(&mut text, 0).unwrap_or(0);
    let text = String::from_utf8_lossy(&text[..length]);
    crate::diagnostic::visible(text.trim_end()).into_owned()
}

/// The file that was locked, if it is the one that the next run would find.
fn still_at(file: &File, path: &Path) -> io::Result<Option<Metadata>> {
    let locked = file.metadata()?;
    let found = if_there(fs_err::symlink_metadata(path))?;
    Ok(found.filter(|found| (found.dev(), found.ino()) == (locked.dev(), locked.ino())).map(|_| locked))
}
