//! Puts files and links in place, whole or not at all.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use fs_err::os::unix::fs::OpenOptionsExt;

use super::swap::rename_to_nothing;
use crate::plan::{Bytes, Item, Mode, is_absent};

/// What every temporary name ends with.
pub(super) const TEMPORARY: &str = ".assembly-new";
/// What the name of a folder ends with that has been replaced and is not gone yet.
const OLD: &str = ".assembly-old";
/// Nobody else may read a file before it has its own mode.
const PRIVATE: u32 = 0o600;

/// The one name, in the same folder, under which the next content of `path` is prepared.
pub(super) fn temporary_of(path: &Path) -> PathBuf {
    beside(path, TEMPORARY)
}

/// The one name, in the same folder, of a folder that stood at `path` and is on its way out.
pub(super) fn old_of(path: &Path) -> PathBuf {
    beside(path, OLD)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(ending);
    path.with_file_name(name)
}

/// Puts an item where nothing stands; `false` when something stands there, which then is untouched.
pub(super) fn put_new(path: &Path, item: &Item) -> io::Result<bool> {
    if let Item::Link { destination } = item {
        // A link is made in one go.
        return match link(path, &destination.0) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        };
    }
    let temporary = prepare(path, item)?;
    rename_to_nothing(&temporary, path)
}

/// Puts an item in the place of a file, a link or nothing.
pub(super) fn put(path: &Path, item: &Item) -> io::Result<()> {
    let temporary = prepare(path, item)?;
    fs_err::rename(temporary, path)
}

/// Makes an item under the temporary name of `path` and returns that.
pub(super) fn prepare(path: &Path, item: &Item) -> io::Result<PathBuf> {
    let temporary = temporary_of(path);
    make_new(&temporary, item)?;
    Ok(temporary)
}

/// Makes an item under a name that is ours.
pub(super) fn make_new(path: &Path, item: &Item) -> io::Result<()> {
    match make(path, item) {
        // Left by a run that was killed.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            fs_err::remove_file(path)?;
            make(path, item)
        }
        result => result,
    }
}

/// Makes a folder that others may enter, whatever the umask; one that is there stays as it is.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    match fs_err::create_dir(path) {
        Ok(()) => fs_err::set_permissions(path, permissions(Mode::EXECUTABLE)),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs_err::remove_file(path) {
        Err(error) if is_absent(&error) => Ok(()),
        result => result,
    }
}

/// Writes one of our own files, readable by the user only, in the place of the last version.
pub(super) fn put_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, &Item::File { bytes: Bytes(bytes.to_vec()), mode: Mode::of(PRIVATE) })
}

/// Makes an item at a path where nothing stands.
fn make(path: &Path, item: &Item) -> io::Result<()> {
    match item {
        Item::Link { destination } => link(path, &destination.0),
        Item::File { bytes, mode } => {
            let mut options = fs_err::OpenOptions::new();
            let mut file = options.write(true).create_new(true).mode(PRIVATE).open(path)?;
            file.write_all(&bytes.0)?;
            // Not left to `open`, which the umask would correct.
            file.set_permissions(permissions(*mode))
        }
    }
}

fn link(path: &Path, destination: &[u8]) -> io::Result<()> {
    fs_err::os::unix::fs::symlink(OsStr::from_bytes(destination), path)
}

pub(super) fn permissions(mode: Mode) -> std::fs::Permissions {
    std::fs::Permissions::from_mode(mode.bits())
}
