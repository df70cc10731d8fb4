//! Why a file of the hub was not edited.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::diagnostic::Diagnostic;

/// Why nothing was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EditError {
    /// What is there cannot be read, or cannot take what was to be added; each with its place.
    #[error("{} problems stand in the way", .0.len())]
    Problems(Vec<Diagnostic>),
    /// Somebody else wrote the file meanwhile.
    #[error("`{}` has changed meanwhile", .0.display())]
    Changed(PathBuf),
    /// A file has that name already.
    #[error("`{}` exists already", .0.display())]
    Exists(PathBuf),
    /// The file system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Diagnostic> for EditError {
    fn from(problem: Diagnostic) -> Self {
        Self::Problems(vec![problem])
    }
}
