//! A private folder beside a destination, in which things are made.

use std::fs::{Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fs_err::File;
use rustix::fs::{Mode, OFlags};

use crate::disk::{discard, is_absent};

/// What the name of such a folder begins with.
pub(super) const PREFIX: &str = ".assembly-bundle-";
/// How many random letters and digits follow.
pub(super) const RANDOM: usize = 12;

/// What lies in such a folder, apart from its lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What is being made: worth nothing to anybody yet.
    New,
    /// A finished tree that is about to change places with what stands at the destination; afterwards it is that.
    Swap,
    /// What was judged to be worth nothing: it goes, and that takes more than one call.
    Gone,
}

impl Part {
    pub(super) const ALL: [Self; 3] = [Self::New, Self::Swap, Self::Gone];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Swap => "swap",
            Self::Gone => "gone",
        }
    }
}

/// The file that is locked for as long as the process lives.
pub(super) const LOCK: &str = "lock";

/// The folder; what is in it goes when this is dropped, but for a [`Part::Swap`], which may be somebody's.
#[derive(Debug)]
pub(super) struct Staging {
    path: PathBuf,
    /// Held until this is dropped.
    lock: File,
}

impl Staging {
    /// Makes one that is locked by this process.
    pub(super) fn make(parent: &Path) -> io::Result<Self> {
        // An empty folder may be taken for a dead one's and swept: then another is made.
        loop {
            let Some(path) = new_folder(parent)? else { continue };
            if let Some(lock) = lock(&path, OFlags::CREATE | OFlags::EXCL)? {
                let staging = Self { path, lock };
                // For people who look; the lock itself is what counts.
                writeln!(&staging.lock, "{}", std::process::id())?;
                return Ok(staging);
            }
        }
    }

    /// Takes over one of a process that is gone; `None` when it is not, or somebody else is taking it over.
    pub(super) fn inherit(path: &Path) -> io::Result<Option<Self>> {
        Ok(lock(path, OFlags::empty())?.map(|lock| Self { path: path.to_owned(), lock }))
    }

    /// Where a part of it lies.
    pub(super) fn part(&self, part: Part) -> PathBuf {
        self.path.join(part.name())
    }

    fn clear(&self) -> io::Result<()> {
        discard(&self.part(Part::New))?;
        discard(&self.part(Part::Gone))?;
        match fs_err::symlink_metadata(self.part(Part::Swap)) {
            Err(error) if is_absent(&error) => {}
            _ => return Ok(()),
        }
        fs_err::remove_file(self.path.join(LOCK))?;
        fs_err::remove_dir(&self.path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next sweep.
        _ = self.clear();
    }
}

fn new_folder(parent: &Path) -> io::Result<Option<PathBuf>> {
    let private: Permissions = PermissionsExt::from_mode(0o700);
    let path = tempfile::Builder::new()
        .prefix(PREFIX)
        .rand_bytes(RANDOM)
        .permissions(private.clone())
        .tempdir_in(parent)?
        .keep();
    // The umask may have taken some of it.
    match fs_err::set_permissions(&path, private) {
        Err(error) if is_absent(&error) => Ok(None),
        result => result.map(|()| Some(path)),
    }
}

/// Opens and locks the lock of a folder. `None`: another process has it, or has taken the folder away.
fn lock(folder: &Path, how: OFlags) -> io::Result<Option<File>> {
    let path = folder.join(LOCK);
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | how;
    let file = match rustix::fs::open(&path, flags, Mode::from_raw_mode(0o600)) {
        Ok(descriptor) => File::from_parts(descriptor.into(), &path),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed("open", &path, &error.into())),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(failed("lock", &path, &error)),
    }
    let locked = file.metadata()?;
    match fs_err::symlink_metadata(&path) {
        Ok(found) => {
            let is_same = (found.dev(), found.ino()) == (locked.dev(), locked.ino());
            Ok((is_same && found.is_file()).then_some(file))
        }
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn failed(to: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("failed to {to} `{}`: {error}", path.display()))
}
