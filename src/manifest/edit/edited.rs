//! A change of one file, made in memory.

use std::path::{Path, PathBuf};

use super::error::EditError;
use super::replace::{create, replace};
use crate::diagnostic::Diagnostic;

/// What a file is to become. Nothing is written before [`Edited::write`].
#[derive(Clone, Debug)]
pub struct Edited {
    /// The file.
    pub path: PathBuf,
    /// What it holds; none when it is not there.
    pub before: Option<String>,
    /// What it will hold.
    pub after: String,
    /// What is wrong with the text that was added, and with nothing else.
    pub problems: Vec<Diagnostic>,
}

impl Edited {
    /// Writes the file as one whole, or not at all when it holds that already.
    ///
    /// # Errors
    ///
    /// [`EditError::Changed`] when the file does not hold any more what was read, or is there by now.
    pub fn write(&self) -> Result<(), EditError> {
        const NEW: u32 = 0o644;
        let after = self.after.as_bytes();
        match &self.before {
            Some(before) => replace(&self.path, before.as_bytes(), after),
            None => create(&self.path, after, NEW).map_err(|error| match error {
                EditError::Exists(path) => EditError::Changed(path),
                other => other,
            }),
        }
    }

    /// Whether the file will hold something else.
    pub fn changes(&self) -> bool {
        self.before.as_ref() != Some(&self.after)
    }

    /// Whether the file will be a new one.
    pub fn creates(&self) -> bool {
        self.before.is_none()
    }

    /// The folder that the file lies in.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}
