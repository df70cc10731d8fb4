//! What stands at a path of the target.

use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use fs_err::File;
use rustix::fs::OFlags;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use super::mode::Mode;
use crate::digest::Digest;
use crate::disk::is_absent;

/// More bytes are no text that anybody wrote, and are not read: a file may be sparse.
const LARGEST: u64 = 1 << 30;

/// A file or a link, with all that is needed to make it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Item {
    File { bytes: Bytes, mode: Mode },
    Link { destination: Bytes },
}

/// What is found at a path; links are not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Absent,
    Item(Item),
    Folder,
    /// Never opened: a FIFO would hang, a device could do anything.
    Special(&'static str),
}

/// The same as [`Standing`] without the contents, to recognise it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum State {
    Absent {},
    File { sha256: Digest },
    Link { destination: Bytes },
    Folder {},
    Special {},
}

impl Item {
    /// What identifies it; the mode does not.
    pub(crate) fn state(&self) -> State {
        match self {
            Self::File { bytes, .. } => State::File { sha256: Digest::of(&bytes.0) },
            Self::Link { destination } => State::Link { destination: destination.clone() },
        }
    }

    /// Whether both have the same content, whatever their modes.
    pub(crate) fn same_content(&self, other: &Self) -> bool {
        self.is_link() == other.is_link() && self.content() == other.content()
    }

    pub(crate) fn is_link(&self) -> bool {
        matches!(self, Self::Link { .. })
    }

    /// The bytes of a file, the destination of a link.
    fn content(&self) -> &[u8] {
        match self {
            Self::File { bytes: content, .. } | Self::Link { destination: content } => &content.0,
        }
    }
}

impl Standing {
    /// Looks at a path.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        // Without the lock, another run may swap what stands there between two of the calls below.
        const ATTEMPTS: usize = 16;
        for _ in 0..ATTEMPTS {
            if let Some(standing) = Self::read_once(path)? {
                return Ok(standing);
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, format!("`{}` keeps changing", path.display())))
    }

    /// `None` when it was swapped meanwhile.
    fn read_once(path: &Path) -> io::Result<Option<Self>> {
        let metadata = match fs_err::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if is_absent(&error) => return Ok(Some(Self::Absent)),
            Err(error) => return Err(error),
        };
        let kind = metadata.file_type();
        if kind.is_file() {
            if metadata.len() > LARGEST {
                return Ok(Some(Self::Special("file of more than 1 GiB")));
            }
            let Some(file) = open_to_read(path)? else { return Ok(None) };
            let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
            // `take` also keeps the file from being asked for its size a second time.
            file.take(LARGEST + 1).read_to_end(&mut bytes)?;
            return Ok(Some(Self::Item(Item::File { bytes: Bytes(bytes), mode: Mode::of(metadata.mode()) })));
        }
        if kind.is_symlink() {
            return match fs_err::read_link(path) {
                Ok(destination) => Ok(Some(Self::Item(Item::Link {
                    destination: Bytes(destination.into_os_string().into_vec()),
                }))),
                // Not a link any more.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput || is_absent(&error) => Ok(None),
                Err(error) => Err(error),
            };
        }
        Ok(Some(match () {
            () if kind.is_dir() => Self::Folder,
            () if kind.is_fifo() => Self::Special("FIFO"),
            () if kind.is_socket() => Self::Special("socket"),
            () => Self::Special("device"),
        }))
    }

    /// The file or link, if it is one.
    pub(crate) fn item(&self) -> Option<&Item> {
        if let Self::Item(item) = self { Some(item) } else { None }
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        if let Self::Item(Item::File { bytes, .. }) = self { Some(&bytes.0) } else { None }
    }

    /// What identifies it.
    pub(crate) fn state(&self) -> State {
        match self {
            Self::Absent => State::Absent {},
            Self::Item(item) => item.state(),
            Self::Folder => State::Folder {},
            Self::Special(_) => State::Special {},
        }
    }
}

/// Opens a file to read it; `None` when a link has taken its place, or nothing.
fn open_to_read(path: &Path) -> io::Result<Option<File>> {
    // `NONBLOCK`: should a FIFO have taken its place, this neither waits for a writer nor reads from one.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match rustix::fs::open(path, flags, rustix::fs::Mode::empty()) {
        Ok(descriptor) => Ok(Some(File::from_parts(descriptor.into(), path))),
        Err(Errno::LOOP | Errno::NOENT | Errno::NOTDIR) => Ok(None),
        Err(error) => {
            Err(io::Error::new(error.kind(), format!("failed to open `{}`: {error}", path.display())))
        }
    }
}
