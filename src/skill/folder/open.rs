//! Opens and reads what is safe to read.

use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags};

/// What a path leads to when nothing can be read there.
pub(super) fn special(kind: std::fs::FileType) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        Some("FIFO")
    } else if kind.is_socket() {
        Some("socket")
    } else if kind.is_file() || kind.is_dir() || kind.is_symlink() {
        None
    } else {
        Some("device")
    }
}

/// Reads a regular file that was looked at before. It may have changed since: a link or a FIFO is not followed, and
/// more than `limit` bytes are an error.
pub(super) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty())?;
    let stat = rustix::fs::fstat(&opened)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(io::Error::other("is not a regular file any more"));
    }
    let size =
        usize::try_from(stat.st_size).unwrap_or_default().min(usize::try_from(limit).unwrap_or(usize::MAX));
    let mut bytes = Vec::with_capacity(size + 1);
    std::fs::File::from(opened).take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other("has grown over the limit"));
    }
    Ok(bytes)
}
