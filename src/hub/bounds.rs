//! What keeps everything that is read beneath the root of its source.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustix::io::Errno;

use super::{Fault, open};

/// The root of a source, which nothing is opened outside of.
#[derive(Debug)]
pub(super) struct Bounds {
    source: String,
    root: PathBuf,
    /// The root without links.
    real: OnceLock<Result<PathBuf, Fault>>,
}

impl Bounds {
    pub(super) fn new(source: &str, root: &Path) -> Self {
        Self { source: source.to_owned(), root: root.to_owned(), real: OnceLock::new() }
    }

    /// Whether `path`, in a folder that was checked before, leads to something beneath the root. Only a link costs more
    /// than one look.
    ///
    /// # Errors
    ///
    /// A link that leads out of the root, to nothing or to itself. What is not there at all passes.
    pub(super) fn check(&self, path: &Path) -> Result<(), Fault> {
        // Not by `fs_err`, which hides the number of an error; who reports the fault names the path.
        let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.file_type().is_symlink());
        if !is_link {
            return Ok(());
        }
        let real = real(path)?;
        let root = self.real.get_or_init(|| self::real(&self.root)).as_ref().map_err(Fault::clone)?;
        if real.starts_with(root) {
            return Ok(());
        }
        let destination = path.read_link().unwrap_or(real).to_string_lossy().into_owned();
        Err(Fault::LeavesSource { destination, source: self.source.clone() })
    }
}

/// A path without links.
pub(super) fn real(path: &Path) -> Result<PathBuf, Fault> {
    path.canonicalize().map_err(|error| match error.raw_os_error() {
        Some(code) => open::fault(path, Errno::from_raw_os_error(code)),
        None => Fault::Unreadable(error.to_string()),
    })
}
