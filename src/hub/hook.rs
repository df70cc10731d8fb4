//! A hook on disk.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::Access;

use super::{Fault, open};
use crate::diagnostic::SourceFile;

/// A file of `hooks/`, as far as it matters for starting it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookFile {
    /// Absolute, links kept.
    pub path: String,
    /// Permission bits, of the file that links lead to.
    pub mode: u32,
    /// Whether this user may execute it.
    pub executable: bool,
    /// How the file begins, up to 4 KiB, for labels; what is not UTF-8 is replaced.
    pub first_line: Arc<SourceFile>,
    /// Whether its first two bytes are `#!`.
    pub shebang: bool,
}

/// How much of a hook is read: more than any first line that a system obeys.
const START: u64 = 4096;

impl HookFile {
    /// `shown` is how reports call it; `whole` are its bytes, where they are known already.
    pub(super) fn read(path: &Path, shown: &str, whole: Option<&[u8]>) -> Result<Arc<Self>, Fault> {
        let mut file = open::regular(path)?;
        let (mode, start) = begin(&mut file, whole).map_err(|error| Fault::Unreadable(error.to_string()))?;
        Ok(Arc::new(Self {
            path: path.to_str().ok_or(Fault::PathNotUtf8)?.to_owned(),
            mode,
            executable: rustix::fs::access(path, Access::EXEC_OK).is_ok(),
            first_line: SourceFile::new(path, shown, text(&start)),
            shebang: start.starts_with(b"#!"),
        }))
    }

    /// The first line in `first_line`, without its end.
    pub fn first_line_span(&self) -> Range<usize> {
        let line = self.first_line.text().lines().next();
        0..line.map_or(0, str::len)
    }
}

fn begin(file: &mut File, whole: Option<&[u8]>) -> io::Result<(u32, Vec<u8>)> {
    let mode = file.metadata()?.mode() & 0o7777;
    let mut start = Vec::new();
    match whole {
        Some(whole) => whole.take(START).read_to_end(&mut start)?,
        None => file.take(START).read_to_end(&mut start)?,
    };
    Ok((mode, start))
}

/// A character that the limit cuts is no fault of the file.
fn text(start: &[u8]) -> String {
    match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => String::from_utf8_lossy(&start[..error.valid_up_to()]),
        _ => String::from_utf8_lossy(start),
    }
    .into_owned()
}
