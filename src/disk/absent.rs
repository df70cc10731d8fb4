//! What an error says about a path.

use std::io;

/// Whether nothing stands there; also when a folder above is missing or not a folder.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
