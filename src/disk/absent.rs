//! What an error says about a path.

use std::io;
use std::path::Path;

use rustix::io::Errno;

/// Whether nothing stands there; also when a folder above is missing or not a folder.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// What a path leads to; `None` when that is nothing, or a link that leads in circles.
pub(crate) fn found<T>(path: &Path, looked: io::Result<T>) -> io::Result<Option<T>> {
    match if_there(looked) {
        // The error itself has no number any more: `fs_err` put the path in its place.
        Err(_) if rustix::fs::stat(path).is_err_and(|error| error == Errno::LOOP) => Ok(None),
        result => result,
    }
}

/// Whether something has that name, or may have it: what cannot be looked at is not missing.
pub(crate) fn may_be_there(path: &Path) -> bool {
    !matches!(if_there(fs_err::symlink_metadata(path)), Ok(None))
}

/// What was asked for; `None` where nothing stands. Any other error tells nothing about that, and stays one.
pub(crate) fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
