//! Writing a file whole: a temporary beside it, then one rename.

use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::error::EditError;
use super::folder_lock::{FolderLock, PREFIX};
use crate::disk::{cause, rename_to_nothing};

/// Puts `after` where `before` stands. A link is followed, the mode is kept; nothing is done when both are equal.
///
/// # Errors
///
/// [`EditError::Changed`] when the file does not hold `before` any more.
pub(super) fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), EditError> {
    if before == after {
        return Ok(());
    }
    let real = fs_err::canonicalize(path)?;
    let mode = fs_err::metadata(&real)?.permissions().mode() & 0o7777;
    let folder = folder_of(&real);
    let _lock = FolderLock::take(folder)?;
    let refused = |error: io::Error| refused(path, &error);
    let temporary = temporary_in(folder, after, mode).map_err(refused)?;
    temporary.as_file().set_permissions(PermissionsExt::from_mode(mode)).map_err(refused)?;
    // As late as it can be looked at: an editor, which knows no lock, may have saved in the meantime.
    if fs_err::read(&real)? != before {
        return Err(EditError::Changed(path.to_owned()));
    }
    temporary.persist(&real).map_err(|error| refused(error.error))?;
    Ok(())
}

/// Makes a file where nothing stands, with at most this mode.
///
/// # Errors
///
/// [`EditError::Exists`] when anything stands there, also a link that leads nowhere.
pub(super) fn create(path: &Path, content: &[u8], mode: u32) -> Result<(), EditError> {
    let folder = folder_of(path);
    let _lock = FolderLock::take(folder)?;
    let temporary = temporary_in(folder, content, mode).map_err(|error| refused(path, &error))?;
    temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => EditError::Exists(path.to_owned()),
        _ => EditError::Io(refused(path, &error.error)),
    })?;
    Ok(())
}

/// Makes a folder with one file in it where nothing stands: whole, or not at all.
///
/// # Errors
///
/// As of [`create`].
pub(super) fn create_folder_with(path: &Path, file: &str, content: &[u8]) -> Result<(), EditError> {
    let folder = folder_of(path);
    let _lock = FolderLock::take(folder)?;
    let usual = PermissionsExt::from_mode(0o777);
    let made = tempfile::Builder::new().prefix(PREFIX).permissions(usual).tempdir_in(folder);
    let temporary = made.map_err(|error| refused(path, &error))?;
    let write = || {
        let mut inner = fs_err::File::create_new(temporary.path().join(file))?;
        inner.write_all(content)?;
        inner.sync_all()
    };
    write().map_err(|error| refused(path, &error))?;
    if !rename_to_nothing(temporary.path(), path)? {
        return Err(EditError::Exists(path.to_owned()));
    }
    // It has another name now.
    _ = temporary.keep();
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}

fn temporary_in(folder: &Path, content: &[u8], mode: u32) -> io::Result<tempfile::NamedTempFile> {
    let mut temporary = tempfile::Builder::new()
        .prefix(PREFIX)
        .permissions(PermissionsExt::from_mode(mode))
        .tempfile_in(folder)?;
    temporary.write_all(content)?;
    // A rename may reach the disk before what it names.
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// The error with the name of the file, and without that of the temporary, which says nothing to anybody.
fn refused(path: &Path, error: &io::Error) -> io::Error {
    let said = cause(error);
    let cause = said.split_once(" at path \"").map_or(said.as_str(), |(cause, _)| cause);
    io::Error::new(error.kind(), format!("cannot write `{}`: {cause}", path.display()))
}
