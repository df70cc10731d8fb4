//! A path at which something is to appear.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::PlaceError;
use super::claim::Claim;
use crate::bundle::codes;
use crate::diagnostic::{Diagnostic, shell_word};

/// A name in a folder that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    parent: PathBuf,
    name: OsString,
}

impl Destination {
    /// Reads an absolute path. Links above the name are followed, the name itself may be anything or nothing.
    pub fn resolve(path: &Path) -> Result<Self, PlaceError> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(PlaceError::Unusable {
                message: format!("`{}` has no name at its end", path.display()),
                help: "name what is to be made, as in `./sam`".to_owned(),
            });
        };
        let parent = real_folder(parent)?;
        Self::refuse_in_bundle(path, &parent)?;
        Ok(Self { parent, name: name.to_owned() })
    }

    /// Refuses a folder that is a bundle or lies in one; `path` is how it was named.
    pub(super) fn refuse_in_bundle(path: &Path, folder: &Path) -> Result<(), PlaceError> {
        let Some(bundle) = folder.ancestors().find(|folder| Claim::of(folder).is_some()) else {
            return Ok(());
        };
        let message = format!("`{}` lies in the bundle `{}`", path.display(), bundle.display());
        let diagnostic = Diagnostic::new(&codes::INSIDE_BUNDLE, message)
            .help("a finished bundle is never changed; name a path beside it");
        Err(PlaceError::refused(diagnostic))
    }

    /// The path.
    pub fn path(&self) -> PathBuf {
        self.parent.join(&self.name)
    }

    /// The folder it lies in, without links.
    pub fn parent(&self) -> &Path {
        &self.parent
    }

    /// Its name in that folder.
    pub fn name(&self) -> &OsStr {
        &self.name
    }
}

/// The folder without links in its path.
pub(super) fn real_folder(folder: &Path) -> Result<PathBuf, PlaceError> {
    match fs_err::canonicalize(folder) {
        Ok(real) if real.is_dir() => Ok(real),
        Ok(_) => Err(PlaceError::Unusable {
            message: format!("`{}` is no folder", folder.display()),
            help: "name a path in a folder".to_owned(),
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(PlaceError::Unusable {
            message: format!("there is no folder `{}`", folder.display()),
            help: format!("mkdir -p {}", shell_word(&folder.to_string_lossy())),
        }),
        Err(error) => Err(error.into()),
    }
}
