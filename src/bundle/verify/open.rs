//! Opens folders and regular files, never through a link that is part of the bundle, and nothing else.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

/// What stands at a name.
pub(super) enum Opened {
    Folder(OwnedFd, Stat),
    File(OwnedFd, Stat),
    Link,
    Special(&'static str),
}

/// The bundle itself, to which a link may lead.
pub(super) fn root(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

/// Opens what stands at `name` in a folder; `kind` is what the folder says about it.
///
/// Opening a device can have effects, so the kind is looked up before, and again after, since it may have changed.
pub(super) fn entry(folder: BorrowedFd<'_>, name: &CStr, kind: FileType) -> Result<Opened, Errno> {
    let kind = known(folder, name, kind)?;
    if let Some(other) = neither_file_nor_folder(kind) {
        return Ok(other);
    }
    let mut flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    if kind == FileType::Directory {
        flags |= OFlags::DIRECTORY;
    }
    let opened = match rustix::fs::openat(folder, name, flags, Mode::empty()) {
        // On some systems `EMLINK`.
        Err(Errno::LOOP | Errno::MLINK) => return Ok(Opened::Link),
        other => other?,
    };
    let stat = rustix::fs::fstat(opened.as_fd())?;
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => Opened::Folder(opened, stat),
        kind => neither_file_nor_folder(kind).unwrap_or(Opened::File(opened, stat)),
    })
}

/// The kind of what stands at a name, for file systems that do not say so in a listing.
pub(super) fn known(folder: BorrowedFd<'_>, name: &CStr, kind: FileType) -> Result<FileType, Errno> {
    if kind != FileType::Unknown {
        return Ok(kind);
    }
    let stat = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

fn neither_file_nor_folder(kind: FileType) -> Option<Opened> {
    match kind {
        FileType::RegularFile | FileType::Directory => None,
        FileType::Symlink => Some(Opened::Link),
        FileType::Fifo => Some(Opened::Special("FIFO")),
        FileType::Socket => Some(Opened::Special("socket")),
        _ => Some(Opened::Special("device")),
    }
}
