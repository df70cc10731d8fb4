//! Opens what is safe to open.

use std::fs::Metadata;
use std::io;
use std::path::Path;

use fs_err::File;
use rustix::fs::{Mode, OFlags};

/// Opens a regular file for reading; `how` may forbid to follow a link.
///
/// Looks before it opens, since opening a device can have effects; and looks again at what was opened, without ever
/// waiting for a FIFO's other end, since the path may have changed in between.
pub(crate) fn open_regular(path: &Path, how: OFlags) -> io::Result<File> {
    let before =
        if how.contains(OFlags::NOFOLLOW) { fs_err::symlink_metadata(path) } else { fs_err::metadata(path) };
    require_regular(path, &before?)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC | how;
    let opened = rustix::fs::open(path, flags, Mode::empty()).map_err(|error| {
        io::Error::new(error.kind(), format!("failed to open `{}`: {error}", path.display()))
    })?;
    let file = File::from_parts(opened.into(), path);
    require_regular(path, &file.metadata()?)?;
    Ok(file)
}

fn require_regular(path: &Path, metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let kind = if metadata.is_dir() { "a folder" } else { "no regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{}` is {kind}", path.display())))
}
