//! One process at a time writes into a folder.

use std::ffi::OsStr;
use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use fs_err::File;

use crate::disk::discard;

/// What the names of temporaries begin with. Hidden, so that no glob of the manifest takes one for a file of the hub.
pub(super) const PREFIX: &str = ".assembly-edit-";

/// How often, and how long apart, a folder is asked for that somebody else has: far longer than a write takes.
const TRIES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(10);

/// While it lives, no other process of this program writes into the folder. Who edits by hand is not held up.
#[derive(Debug)]
pub(super) struct FolderLock {
    /// None where a folder cannot be locked, as over some networks.
    _folder: Option<File>,
}

impl FolderLock {
    /// Waits for the folder, and removes the temporaries that killed processes left in it.
    ///
    /// # Errors
    ///
    /// When another process keeps the folder, or what was left cannot be removed.
    pub(super) fn take(folder: &Path) -> io::Result<Self> {
        // A folder need not be readable to be written to; it is written to without a lock then.
        let Ok(opened) = File::open(folder) else { return Ok(Self { _folder: None }) };
        for _ in 0..TRIES {
            match opened.file().try_lock() {
                Ok(()) => {
                    sweep(folder)?;
                    return Ok(Self { _folder: Some(opened) });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(_)) => return Ok(Self { _folder: None }),
            }
        }
        let message = format!("another process keeps writing into `{}`", folder.display());
        Err(io::Error::new(ErrorKind::ResourceBusy, message))
    }
}

/// Whoever made a temporary had the lock, so it is nobody's by now.
fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs_err::read_dir(folder)? {
        let entry = entry?;
        if is_temporary(&entry.file_name()) {
            discard(&entry.path())?;
        }
    }
    Ok(())
}

fn is_temporary(name: &OsStr) -> bool {
    name.as_bytes().starts_with(PREFIX.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FolderLock, PREFIX};

    #[test]
    fn what_a_killed_process_left_is_swept_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs_err::write(place(&format!("{PREFIX}a1B2c3")), "half").unwrap();
        fs_err::write(place(".launchers.kdl.swp"), "an editor's").unwrap();
        fs_err::create_dir(place(&format!("{PREFIX}folder"))).unwrap();
        fs_err::write(place(&format!("{PREFIX}folder/SKILL.md")), "half").unwrap();
        drop(FolderLock::take(folder.path()).unwrap());
        assert!(!place(&format!("{PREFIX}a1B2c3")).exists() && !place(&format!("{PREFIX}folder")).exists());
        assert!(place(".launchers.kdl.swp").exists());
    }

    #[test]
    fn the_next_one_waits() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        let temporary = folder.path().join(format!("{PREFIX}at-work"));
        fs_err::write(&temporary, "half").unwrap();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| FolderLock::take(folder.path()).map(drop));
            std::thread::sleep(Duration::from_millis(50));
            assert!(!other.is_finished() && temporary.exists());
            drop(lock);
            other.join().unwrap().unwrap();
        });
        assert!(!temporary.exists());
    }
}
