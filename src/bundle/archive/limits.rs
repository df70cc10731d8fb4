//! How much is read of an archive.

use crate::bundle::{LARGEST_DOCUMENT, MOST_BYTES, MOST_FILES};

/// What ends the reading of an archive, before that much of it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Headers of any kind.
    pub(super) entries: u64,
    /// Bytes that all entries together have.
    pub(super) bytes: u64,
}

impl Limits {
    /// Those of a bundle. A file may come with a header for its name, and with folders.
    pub(super) const BUNDLE: Self =
        Self { entries: 4 * MOST_FILES as u64, bytes: MOST_BYTES + LARGEST_DOCUMENT };
}

/// The most bytes of a header for a name.
pub(super) const LONGEST_EXTENSION: u64 = 64 << 10;
/// The most zero bytes behind the end: programs fill up to a block of the device.
pub(super) const LONGEST_PADDING: u64 = 1 << 20;
