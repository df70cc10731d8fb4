//! How a plan names what stands at a path, so that two of them can be compared.

use std::fmt;

use serde::Serialize;

use super::standing::{Item, State};
use super::written::CopiedFile;
use crate::digest::Digest;

/// What identifies the content of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Fingerprint {
    /// Of a file `sha256:…`, of a link its destination.
    Item(String),
    /// Of a copied folder its files, sorted; what is not ours in it is left out.
    Tree(Vec<FileFingerprint>),
}

/// One file of a copied folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileFingerprint {
    /// Relative to the folder, slash-separated.
    pub path: String,
    /// Four octal digits; none of a link that stands in the file's place.
    pub mode: Option<String>,
    /// `sha256:…`, or of a link its destination.
    pub hash: String,
}

impl FileFingerprint {
    /// Of what stands at `path` in a folder.
    pub(super) fn of(path: &str, item: &Item) -> Self {
        let (mode, hash) = match item {
            Item::File { bytes, mode } => (Some(mode.to_string()), of_digest(Digest::of(&bytes.0))),
            Item::Link { destination } => (None, String::from_utf8_lossy(&destination.0).into_owned()),
        };
        Self { path: path.to_owned(), mode, hash }
    }

    /// Of a file as it was, or will be, recorded.
    pub(super) fn recorded(file: &CopiedFile) -> Self {
        Self { path: file.path.clone(), mode: Some(file.mode.to_string()), hash: of_digest(file.sha256) }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(name) => formatter.write_str(name),
            Self::Tree(files) => {
                write!(formatter, "a folder with {} of ours", super::written::plural(files.len()))
            }
        }
    }
}

/// The fingerprint of a file or link; nothing else has one.
pub(super) fn fingerprint_of(state: &State) -> Option<Fingerprint> {
    match state {
        State::File { sha256 } => Some(Fingerprint::Item(of_digest(*sha256))),
        State::Link { destination } => {
            Some(Fingerprint::Item(String::from_utf8_lossy(&destination.0).into_owned()))
        }
        State::Absent {} | State::Folder {} | State::Special {} => None,
    }
}

fn of_digest(sha256: Digest) -> String {
    format!("sha256:{sha256}")
}
