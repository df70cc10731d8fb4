//! Folders, made as they are meant and removed even when they forbid it.

use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::Mode;

use super::is_absent;

const FOLDER: u32 = 0o755;

/// Makes a folder with mode 0755 whatever the umask, unless one is there; says whether it did.
pub(crate) fn make_folder(path: &Path) -> io::Result<bool> {
    match create_folder(path, FOLDER) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        result => result?,
    }
    // One that was not made to the end would be taken for somebody's.
    widen(path).inspect_err(|_| drop(fs_err::remove_dir(path)))?;
    Ok(true)
}

/// Gives a new folder the mode that the umask kept from it.
fn widen(path: &Path) -> io::Result<()> {
    let mode = fs_err::symlink_metadata(path)?.mode();
    if mode & 0o777 != FOLDER {
        // What a folder passes on to those in it, like its group, stays.
        fs_err::set_permissions(path, PermissionsExt::from_mode(mode & 0o7000 | FOLDER))?;
    }
    Ok(())
}

/// Makes a folder, never with more rights than these, not even for a moment.
pub(crate) fn create_folder(path: &Path, mode: u32) -> io::Result<()> {
    rustix::fs::mkdir(path, Mode::from_raw_mode(mode)).map_err(|error| {
        io::Error::new(error.kind(), format!("failed to create folder `{}`: {error}", path.display()))
    })
}

/// Removes what is ours, if it is there.
pub(crate) fn discard(path: &Path) -> io::Result<()> {
    match fs_err::symlink_metadata(path) {
        Err(error) if is_absent(&error) => return Ok(()),
        Err(error) => return Err(error),
        Ok(metadata) if !metadata.is_dir() => return fs_err::remove_file(path),
        Ok(_) => {}
    }
    open_up(path)?;
    fs_err::remove_dir_all(path)
}

/// A folder has to be writable for what is in it to be removed.
fn open_up(folder: &Path) -> io::Result<()> {
    fs_err::set_permissions(folder, PermissionsExt::from_mode(0o700))?;
    for entry in fs_err::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_up(&entry.path())?;
        }
    }
    Ok(())
}
