//! One apply at a time in a target.

use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use fs_err::File;
use fs_err::os::unix::fs::FileExt;
use rustix::fs::{Mode, OFlags};

use super::Event;
use crate::plan::{LOCK, STATE_FOLDER, is_absent};

/// The lock of a target, held until it is dropped; a crash frees it too, since the system holds it.
pub(super) struct Lock {
    _file: File,
    /// Whether the target had no `.assembly` before.
    pub(super) is_first: bool,
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
            let is_first = make_state_folder(target)?;
            // Someone may take the whole folder away between any two calls: then all begins anew.
            let Some(file) = open(&path)? else { continue };
            wait(&file, observe)?;
            if is_still_at(&file, &path)? {
                write_holder(&file, launcher)?;
                return Ok(Self { _file: file, is_first });
            }
        }
    }
}

fn make_state_folder(target: &Path) -> io::Result<bool> {
    match fs_err::create_dir(target.join(STATE_FOLDER)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
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

/// Whether the file that was locked is the one that the next run would find.
fn is_still_at(file: &File, path: &Path) -> io::Result<bool> {
    let locked = file.metadata()?;
    match fs_err::symlink_metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (locked.dev(), locked.ino())),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(error),
    }
}
