//! A new file.

use std::io;
use std::path::Path;

use fs_err::os::unix::fs::OpenOptionsExt;

/// Makes a file where nothing stands; nobody else may read it before it has its own mode.
pub(crate) fn create_private(path: &Path) -> io::Result<fs_err::File> {
    fs_err::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}
