//! Opens what is safe to open.

use std::fs::File;
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;

use super::Fault;

/// What a path leads to, links followed.
pub(super) fn kind(path: &Path) -> Result<FileType, Fault> {
    let stat = rustix::fs::stat(path).map_err(|errno| fault(path, errno))?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

/// Opens a regular file for reading.
///
/// Looks before it opens, since opening a device can have effects; and looks again at what was opened, without ever
/// waiting for a FIFO's other end, since the path may have changed in between.
pub(super) fn regular(path: &Path) -> Result<File, Fault> {
    require_regular(kind(path)?)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| fault(path, errno))?;
    let stat = rustix::fs::fstat(&opened).map_err(|errno| fault(path, errno))?;
    require_regular(FileType::from_raw_mode(stat.st_mode))?;
    Ok(opened.into())
}

fn require_regular(kind: FileType) -> Result<(), Fault> {
    match kind {
        FileType::RegularFile => Ok(()),
        FileType::Directory => Err(Fault::IsDirectory),
        FileType::Fifo => Err(Fault::Special("FIFO")),
        FileType::Socket => Err(Fault::Special("socket")),
        _ => Err(Fault::Special("device")),
    }
}

/// What the system's answer about `path` means. A link to nothing is not nothing.
pub(super) fn fault(path: &Path, errno: Errno) -> Fault {
    match errno {
        Errno::NOENT => match fs_err::read_link(path) {
            Ok(destination) => Fault::BrokenLink(destination.to_string_lossy().into_owned()),
            Err(_) => Fault::Missing,
        },
        Errno::LOOP => Fault::LinkLoop,
        errno => Fault::Unreadable(errno.to_string()),
    }
}
