//! Tells others that a session is running, for as long as it is.

use std::fs::TryLockError;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use rustix::fs::OFlags;
use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};

use crate::disk::open_regular;

/// Scripts number descriptors of their own with one digit; agent CLIs keep the first sixteen from what they start.
const LOWEST: i32 = 12;

/// How often, and how long apart, a file is asked for that somebody looks at: that takes no time at all.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(1);

/// Locks a file, shared with other sessions, by a descriptor that the program inherits which this process becomes. The
/// lock is the system's: it ends with the last process that has the descriptor, however that ends.
///
/// `None` where the file is not there or cannot be locked: the session starts all the same.
pub(super) fn hold(path: &Path) -> Option<OwnedFd> {
    let opened = open_regular(path, OFlags::NOFOLLOW).ok()?;
    for _ in 0..TRIES {
        match opened.file().try_lock_shared() {
            Ok(()) => {
                let inherited = fcntl_dupfd_cloexec(&opened, LOWEST).ok()?;
                fcntl_setfd(&inherited, FdFlags::empty()).ok()?;
                return Some(inherited);
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

    use super::{LOWEST, hold};

    #[test]
    fn is_shared_and_kept_until_the_last_one_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session");
        assert!(hold(&path).is_none(), "nothing is there");
        fs_err::write(&path, "x").unwrap();
        let (one, other) = (hold(&path).unwrap(), hold(&path).unwrap());
        assert!(one.as_raw_fd() >= LOWEST);
        let file = fs_err::File::open(&path).unwrap();
        assert!(file.file().try_lock().is_err());
        drop(one);
        assert!(file.file().try_lock().is_err());
        drop(other);
        file.file().try_lock().unwrap();
        // Whoever keeps it for himself holds no session up.
        assert!(hold(&path).is_none());
    }
}
