//! Reads a file whose path others may have put anything at.

use std::io::{self, Read};
use std::path::Path;

use rustix::fs::OFlags;

use super::open_regular;

/// The first bytes of a regular file, at most `most` of them; links are followed, anything else is an error.
pub(crate) fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path, OFlags::empty())?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
