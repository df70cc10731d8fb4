//! Writing a file whole: a temporary beside it, then one rename.

use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::error::EditError;
use super::folder_lock::{FolderLock, PREFIX};

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
