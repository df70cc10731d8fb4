//! An archive as a bundle.

use std::io::{self, ErrorKind};
use std::path::Path;

use rustix::fs::OFlags;

use super::read::unpack;
use crate::bundle::place::{Destination, PlaceError, Placed, Put};
use crate::disk::open_regular;

/// Puts the bundle of an archive where nothing stands, or another bundle. Nothing of it appears before all of it is
/// verified.
///
/// Both paths are absolute.
pub fn import(archive: &Path, folder: &Path) -> Result<Placed, PlaceError> {
    let file = open_regular(archive, OFlags::empty()).map_err(|error| match error.kind() {
        ErrorKind::NotFound => PlaceError::Unusable {
            message: format!("there is no archive `{}`", archive.display()),
            help: "name a file that `assembly bundle export` made".to_owned(),
        },
        _ => error.into(),
    })?;
    let destination = Destination::resolve(folder)?;
    let write = |staging: &Path| unpack(file.file(), staging).map_err(|error| named(error, archive));
    Put::new(&write, None).at(&destination)
}

/// Says of which file an error is that comes as the system gave it: what is written is named already.
fn named(error: PlaceError, archive: &Path) -> PlaceError {
    match error {
        PlaceError::Io(error) if error.raw_os_error().is_some() => {
            let message = format!("failed to read `{}`: {error}", archive.display());
            io::Error::new(error.kind(), message).into()
        }
        error => error,
    }
}
