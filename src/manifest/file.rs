//! Reading one file of the manifest, without being surprised by what it is.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, SourceFile};
use crate::disk::cause;

use super::codes;
use super::scan::LIMIT;

/// Why a file could not be read.
pub(super) enum Failure {
    /// Nothing is there.
    Missing,
    /// It is a folder, a device, a pipe.
    NotAFile,
    TooLarge,
    /// Not UTF-8; the text with the bad bytes replaced, and where they begin.
    NotText(Arc<SourceFile>, usize),
    Io(io::Error),
}

impl Failure {
    /// As a problem; `by` is the word that leads to the file.
    pub(super) fn problem(&self, name: &str, by: Option<&Place>) -> Diagnostic {
        let mut diagnostic = match self {
            Self::Missing => Diagnostic::new(&codes::UNREADABLE, format!("there is no file `{name}`"))
                .help("check the path, or create the file"),
            Self::NotAFile => Diagnostic::new(&codes::UNREADABLE, format!("`{name}` is no regular file"))
                .help("name a file; of a folder all manifests are `\"folder/*.kdl\"`"),
            Self::TooLarge => Diagnostic::new(&codes::TOO_LARGE, format!("`{name}` is over 4 MiB"))
                .help("a manifest is written by hand; move generated text into modules"),
            Self::NotText(file, at) => Diagnostic::new(&codes::NOT_UTF8, format!("`{name}` is not UTF-8"))
                .label(&Place::new(file, *at..*at + 1), "the first byte that is not")
                .help("save the file as UTF-8"),
            Self::Io(error) => {
                Diagnostic::new(&codes::UNREADABLE, format!("`{name}` cannot be read: {}", cause(error)))
                    .help("check the permissions of the file and of its folders")
            }
        };
        if let Some(by) = by {
            diagnostic = diagnostic.label(by, "named here");
        }
        diagnostic
    }
}

/// Reads a regular file as text. `name` is what reports call it.
pub(super) fn read_file(path: &Path, name: &str) -> Result<Arc<SourceFile>, Failure> {
    // Asked before it is opened: opening a pipe waits for its other end.
    let metadata = fs_err::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Failure::Missing,
        _ => Failure::Io(error),
    })?;
    if !metadata.is_file() {
        return Err(Failure::NotAFile);
    }
    let mut bytes = Vec::new();
    let file = fs_err::File::open(path).map_err(Failure::Io)?;
    file.take(LIMIT as u64 + 1).read_to_end(&mut bytes).map_err(Failure::Io)?;
    if bytes.len() > LIMIT {
        return Err(Failure::TooLarge);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(path, name, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            Err(Failure::NotText(SourceFile::broken(path, name, error.as_bytes()), at))
        }
    }
}
