//! An archive as a bundle.

use std::io::ErrorKind;
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
    Put::new(&|staging| unpack(file.file(), staging), None).at(&destination)
}
