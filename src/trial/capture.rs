//! The near end of a pipe that the program writes to.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::OFlags;

use super::Captured;

/// An output while it is read.
#[derive(Debug)]
pub(super) struct Capture {
    /// None once it was read to its end.
    pipe: Option<File>,
    captured: Captured,
    kept: u64,
}

impl Capture {
    /// Reads `pipe` without ever waiting for it, and keeps so many bytes.
    pub(super) fn new(pipe: Option<OwnedFd>, kept: u64) -> io::Result<Self> {
        if let Some(pipe) = &pipe {
            do_not_wait(pipe)?;
        }
        Ok(Self { pipe: pipe.map(File::from), captured: Captured::default(), kept })
    }

    /// The pipe, unless it came to its end.
    pub(super) fn open(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes some of what is there; false when there was nothing.
    pub(super) fn read_some(&mut self) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        let mut buffer = [0; 16 << 10];
        match pipe.read(&mut buffer) {
            Ok(count) if count > 0 => {
                let room = self.kept.saturating_sub(self.captured.bytes.len() as u64);
                let taken = usize::try_from(room).unwrap_or(usize::MAX).min(count);
                self.captured.bytes.extend_from_slice(&buffer[..taken]);
                self.captured.total += count as u64;
                true
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                false
            }
            _ => {
                self.pipe = None;
                false
            }
        }
    }

    /// Takes the rest of what is there. Who still holds the other end cannot make this go on for ever.
    pub(super) fn finish(mut self) -> Captured {
        /// More than any pipe holds.
        const READS: usize = 64;
        for _ in 0..READS {
            if !self.read_some() {
                break;
            }
        }
        self.captured
    }
}

/// From now on, a read or write that cannot go on fails instead of waiting. The other end is not concerned.
pub(super) fn do_not_wait(pipe: impl AsFd) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(&pipe)?;
    Ok(rustix::fs::fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?)
}
