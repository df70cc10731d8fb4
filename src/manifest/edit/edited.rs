//! A change of one file, made in memory.

use std::ops::Range;
use std::path::PathBuf;

use super::error::EditError;
use super::replace::{create, replace};
use crate::diagnostic::{Diagnostic, Label};

/// What a file is to become. Nothing is written before [`Edited::write`].
#[derive(Clone, Debug)]
pub struct Edited {
    /// The file.
    pub path: PathBuf,
    /// What it holds; none when it is not there.
    pub before: Option<String>,
    /// What it will hold.
    pub after: String,
    /// Where in `after` the new text stands.
    pub added: Range<usize>,
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

    /// Whether a problem of the manifest, as it will be, has to do with the new text.
    pub fn concerns(&self, problem: &Diagnostic) -> bool {
        let is_added = |label: &Label| {
            let span = &label.place.span;
            label.place.file.path() == self.path && span.start < self.added.end && span.end > self.added.start
        };
        problem.labels.iter().any(is_added)
    }
}
