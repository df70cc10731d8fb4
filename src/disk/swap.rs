//! Renames with a condition, where the system has them.

use std::io;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

/// Renames `from` to `to` unless something stands there; says whether it did.
pub(crate) fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<bool> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(true),
        Err(Errno::EXIST) => Ok(false),
        Err(error) if is_unsupported(error) => match fs_err::symlink_metadata(to) {
            Ok(_) => Ok(false),
            Err(_) => fs_err::rename(from, to).map(|()| true),
        },
        Err(error) => Err(failed(error, from, to)),
    }
}

/// Exchanges what stands at two paths in one go; `false` when the system cannot.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(error) if is_unsupported(error) => Ok(false),
        Err(error) => Err(failed(error, one, other)),
    }
}

fn is_unsupported(error: Errno) -> bool {
    matches!(error, Errno::INVAL | Errno::NOSYS | Errno::NOTSUP)
}

fn failed(error: Errno, from: &Path, to: &Path) -> io::Error {
    let message = format!("failed to rename `{}` to `{}`: {error}", from.display(), to.display());
    io::Error::new(error.kind(), message)
}
