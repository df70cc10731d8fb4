//! Reads a file once, and hashes it meanwhile.

use std::os::fd::OwnedFd;

use rustix::io::Errno;

use crate::Digest;
use crate::digest::Hasher;

/// Bytes that are read at a time: most files need one call.
const BUFFER: usize = 256 << 10;

/// A buffer for many files.
pub(super) struct Reader {
    buffer: Vec<u8>,
}

/// What a file holds.
pub(super) struct Contents {
    /// Fewer or more than were asked for when the file changed meanwhile; of more, not all are counted.
    pub(super) bytes: u64,
    pub(super) sha256: Digest,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self { buffer: vec![0; BUFFER] }
    }

    /// Reads a file that has `size` bytes; `keep` gets them too.
    pub(super) fn read(
        &mut self,
        file: &OwnedFd,
        size: u64,
        mut keep: Option<&mut Vec<u8>>,
    ) -> Result<Contents, Errno> {
        let mut hasher = Hasher::default();
        let mut bytes = 0;
        loop {
            let count = match rustix::io::read(file, &mut self.buffer[..]) {
                Err(Errno::INTR) => continue,
                other => other?,
            };
            let piece = &self.buffer[..count];
            hasher.update(piece);
            if let Some(keep) = &mut keep {
                keep.extend_from_slice(piece);
            }
            bytes += count as u64;
            // Had there been more, there would have been room for it.
            let is_end = count == 0 || (bytes == size && count < BUFFER);
            if is_end || bytes > size {
                return Ok(Contents { bytes, sha256: hasher.finish() });
            }
        }
    }
}
