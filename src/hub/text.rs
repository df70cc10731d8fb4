//! Reads a file whole.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::{Fault, open};
use crate::diagnostic::SourceFile;

/// The text of a regular file of at most `largest` bytes, byte for byte; `name` is how reports call it.
pub(super) fn text(path: &Path, name: &str, largest: u64) -> Result<Arc<SourceFile>, Fault> {
    match String::from_utf8(bytes(path, largest)?) {
        Ok(text) => Ok(SourceFile::new(path, name, text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            Err(Fault::NotUtf8 { file: SourceFile::broken(path, name, error.as_bytes()), offset })
        }
    }
}

/// The bytes of a regular file, of which there may be at most `largest`.
pub(super) fn bytes(path: &Path, largest: u64) -> Result<Vec<u8>, Fault> {
    let unreadable = |error: std::io::Error| Fault::Unreadable(error.to_string());
    let file = open::regular(path)?;
    let size = file.metadata().map_err(unreadable)?.len();
    if size > largest {
        return Err(Fault::TooLarge { bytes: size, limit: largest });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).map_or(0, |size| size + 1));
    // One more than allowed, to notice a file that grows or does not tell its size.
    let read = file.take(largest + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if read as u64 > largest {
        return Err(Fault::TooLarge { bytes: read as u64, limit: largest });
    }
    Ok(bytes)
}
