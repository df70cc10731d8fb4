//! Writing a file whole: a temporary beside it, then one rename.

use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::error::EditError;
use super::folder_lock::{FolderLock, PREFIX};
use crate::disk::rename_to_nothing;

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
    let temporary = temporary_in(folder, after, mode)?;
    temporary.as_file().set_permissions(PermissionsExt::from_mode(mode))?;
    // As late as it can be looked at: an editor, which knows no lock, may have saved in the meantime.
    if fs_err::read(&real)? != before {
        return Err(EditError::Changed(path.to_owned()));
    }
    temporary.persist(&real).map_err(|error| error.error)?;
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
    let temporary = temporary_in(folder, content, mode)?;
    temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => EditError::Exists(path.to_owned()),
        _ => EditError::Io(error.error),
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
    let temporary = tempfile::Builder::new()
        .prefix(PREFIX)
        .permissions(usual)
        .tempdir_in(folder)
        .map_err(|error| refused(folder, &error))?;
    let mut inner = fs_err::File::create_new(temporary.path().join(file))?;
    inner.write_all(content)?;
    inner.file().sync_all()?;
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
        .tempfile_in(folder)
        .map_err(|error| refused(folder, &error))?;
    temporary.write_all(content)?;
    // A rename may reach the disk before what it names.
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// The error without the name of the temporary, which says nothing to anybody.
fn refused(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write into `{}`: {}", folder.display(), error.kind()))
}
