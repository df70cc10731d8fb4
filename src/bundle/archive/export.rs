//! A bundle as an archive.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use fs_err::File;
use rustix::fs::OFlags;

use super::write::Archive;
use crate::bundle::canonical::document;
use crate::bundle::place::{Destination, Output, PlaceError, Written};
use crate::bundle::{FileEntry, FileMode, MANIFEST, Verified, codes, verify};
use crate::diagnostic::{Diagnostic, visible};
use crate::digest::Hasher;
use crate::disk::open_regular;

/// Writes a bundle that verifies into one file. `force`: which may take the place of another file.
///
/// Both paths are absolute. The same bundle gives the same bytes, wherever and whenever.
pub fn export(folder: &Path, output: &Path, force: bool) -> Result<(Written, Verified), PlaceError> {
    let verified = verify(folder).map_err(|findings| PlaceError::findings(&findings))?;
    let destination = Destination::resolve(output)?;
    let write = |out: &mut dyn Write| write_bundle(folder, &verified, out);
    let written = Output { write: &write, force }.at(&destination)?;
    Ok((written, verified))
}

fn write_bundle(folder: &Path, verified: &Verified, out: &mut dyn Write) -> Result<(), PlaceError> {
    // Its one form, so these are the bytes that were verified.
    let manifest = document(&serde_json::to_value(&verified.manifest).map_err(io::Error::from)?);
    let files = &verified.manifest.files;
    let before = files.partition_point(|file| file.path.as_str() < MANIFEST);
    let mut archive = Archive::begin(out)?;
    for file in &files[..before] {
        write_file(folder, file, &mut archive)?;
    }
    archive.file(MANIFEST, FileMode::Plain.bits(), manifest.len() as u64, &mut manifest.as_slice())?;
    for file in &files[before..] {
        write_file(folder, file, &mut archive)?;
    }
    Ok(archive.finish()?)
}

/// Writes what is still as it was verified, and compares while it writes, so there is no time between the two.
fn write_file(folder: &Path, entry: &FileEntry, archive: &mut Archive<'_>) -> Result<(), PlaceError> {
    let file = open_regular(&folder.join(&entry.path), OFlags::NOFOLLOW)?;
    let mut content = Hashed { file, hasher: Hasher::default() };
    let is_same = match archive.file(&entry.path, entry.mode.bits(), entry.size, &mut content) {
        Ok(()) => content.read(&mut [0])? == 0 && content.hasher.finish() == entry.sha256,
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
        Err(error) => return Err(error.into()),
    };
    if is_same {
        return Ok(());
    }
    let message = format!("`{}` was changed while the bundle was exported", visible(&entry.path));
    Err(PlaceError::refused(
        Diagnostic::new(&codes::WRONG_HASH, message).help("find out who writes into it, and export it again"),
    ))
}

/// Hashes what is read of a file.
struct Hashed {
    file: File,
    hasher: Hasher,
}

impl Read for Hashed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(into)?;
        self.hasher.update(&into[..count]);
        Ok(count)
    }
}
