//! Puts files and links in place, whole or not at all.

use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use fs_err::os::unix::fs::OpenOptionsExt;

use crate::plan::{Item, Mode, TEMPORARY};

/// Nobody else may read a file before it has its own mode.
const PRIVATE: u32 = 0o600;

/// The one name, in the same folder, under which the next content of `path` is prepared.
pub(super) fn temporary_of(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(TEMPORARY);
    path.with_file_name(name)
}

/// How one of our own files is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    /// Others may read it.
    Readable,
    /// It may hold what others must not read.
    Private,
    /// The same, and it is on the disk before anything else happens.
    PrivateAndSynced,
}

/// Writes one of our own files in the place of the last version. Nothing that stands under the temporary name is
/// written into: it may be a link that came with the target.
pub(super) fn put_own(path: &Path, bytes: &[u8], own: Own) -> io::Result<()> {
    let temporary = temporary_of(path);
    let mut file = match create(&temporary) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            fs_err::remove_file(&temporary)?;
            create(&temporary)?
        }
        result => result?,
    };
    let write = || {
        file.write_all(bytes)?;
        match own {
            Own::Readable => file.set_permissions(permissions(Mode::NEW))?,
            Own::Private => {}
            Own::PrivateAndSynced => file.sync_all()?,
        }
        fs_err::rename(&temporary, path)
    };
    or_clear_away(&temporary, write)?;
    match path.parent() {
        Some(folder) if own == Own::PrivateAndSynced => sync_folder(folder),
        _ => Ok(()),
    }
}

/// Makes an item at a path where nothing stands; an error leaves nothing there.
pub(super) fn make(path: &Path, item: &Item) -> io::Result<()> {
    match item {
        Item::Link { destination } => fs_err::os::unix::fs::symlink(OsStr::from_bytes(&destination.0), path),
        Item::File { bytes, mode } => {
            let mut file = create(path)?;
            or_clear_away(path, || {
                file.write_all(&bytes.0)?;
                // Not left to `open`, which the umask would correct.
                file.set_permissions(permissions(*mode))
            })
        }
    }
}

/// Creates a file that nobody else may read, where nothing stands.
fn create(path: &Path) -> io::Result<fs_err::File> {
    fs_err::OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path)
}

fn or_clear_away(path: &Path, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    write().inspect_err(|_| drop(fs_err::remove_file(path)))
}

pub(super) fn permissions(mode: Mode) -> std::fs::Permissions {
    std::fs::Permissions::from_mode(mode.bits())
}

pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    fs_err::File::open(path)?.sync_all()
}
