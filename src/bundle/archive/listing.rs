//! The paths of an archive that were seen so far.

use std::collections::HashMap;

use crate::bundle::codes;
use crate::diagnostic::{Diagnostic, visible};
use crate::disk::folders_above;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File { is_executable: bool },
    Folder,
}

/// All paths so far, with the folders above them, by their letters without case.
#[derive(Debug, Default)]
pub(super) struct Listing {
    known: HashMap<String, (String, IsListed)>,
}

/// How a path got known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IsListed {
    File,
    Folder,
    /// Only because something lies in it.
    Implied,
}

impl Listing {
    /// Takes a path up; a problem when it cannot stand beside the others.
    pub(super) fn add(&mut self, path: &str, kind: Kind) -> Result<(), Diagnostic> {
        for folder in folders_above(path) {
            self.take(folder, IsListed::Implied)?;
        }
        self.take(path, if kind == Kind::Folder { IsListed::Folder } else { IsListed::File })
    }

    fn take(&mut self, path: &str, how: IsListed) -> Result<(), Diagnostic> {
        let Some((known, listed)) = self.known.get_mut(&path.to_lowercase()) else {
            self.known.insert(path.to_lowercase(), (path.to_owned(), how));
            return Ok(());
        };
        if known != path {
            let message = format!(
                "`{}` and `{}` are one where the case of letters does not count",
                visible(known),
                visible(path)
            );
            return Err(Diagnostic::new(&codes::CLASHING_NAMES, message));
        }
        let shown = visible(path);
        match (*listed, how) {
            (IsListed::Folder | IsListed::Implied, IsListed::Implied) => Ok(()),
            (IsListed::Implied, IsListed::Folder) => {
                *listed = how;
                Ok(())
            }
            (IsListed::File, IsListed::File) | (IsListed::Folder, IsListed::Folder) => {
                let message = format!("`{shown}` is in the archive twice");
                Err(Diagnostic::new(&codes::DUPLICATE_ENTRY, message))
            }
            _ => {
                let message = format!("`{shown}` is a file, and other paths need a folder there");
                Err(Diagnostic::new(&codes::CLASHING_NAMES, message))
            }
        }
    }
}
