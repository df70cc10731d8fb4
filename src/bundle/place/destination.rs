//! A path at which something is to appear.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::PlaceError;
use super::claim::inside_bundle;
use crate::diagnostic::shell_word;

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
        refuse_in_bundle(&parent)?;
        Ok(Self { parent, name: name.to_owned() })
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

/// Refuses a folder that is a bundle or lies in one.
pub(super) fn refuse_in_bundle(folder: &Path) -> Result<(), PlaceError> {
    inside_bundle(folder)?.map_or(Ok(()), |diagnostic| Err(PlaceError::refused(diagnostic)))
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
