//! One target that was written to.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::plan::Bytes;

const FORMAT: &str = "assembly.target/1";

/// A target, and the hub that wrote to it last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remembered {
    /// Absolute, without links.
    pub target: PathBuf,
    /// Absolute, without links.
    pub hub: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    target: Bytes,
    hub: Bytes,
}

impl Remembered {
    /// `None` of a text that is not what this program writes.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let Document { format, target, hub } = serde_json::from_slice(text).ok()?;
        let path =
            |bytes: Bytes| Some(PathBuf::from(OsString::from_vec(bytes.0))).filter(|path| path.is_absolute());
        if format == FORMAT { Some(Self { target: path(target)?, hub: path(hub)? }) } else { None }
    }

    pub(super) fn print(&self) -> serde_json::Result<Vec<u8>> {
        let bytes = |path: &Path| Bytes(path.as_os_str().as_bytes().to_vec());
        let document =
            Document { format: FORMAT.to_owned(), target: bytes(&self.target), hub: bytes(&self.hub) };
        let mut text = serde_json::to_vec_pretty(&document)?;
        text.push(b'\n');
        Ok(text)
    }
}
