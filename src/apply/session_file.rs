//! The files that sessions keep locked, see [`crate::plan::session_file`].

use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use fs_err::File;
use fs_err::os::unix::fs::FileExt;
use rustix::fs::{Mode, OFlags};

use super::steps::remove_if_there;
use super::tidy::remove_empty;
use crate::disk::make_folder;
use crate::plan::{PlanError, SESSIONS, SessionFile, begun_session_files, session_files};

/// Sees that a launcher has its file. One that is there stays the same file: a session may have it locked.
pub(super) fn make_session_file(target: &Path, harness: &str, launcher: &str) -> io::Result<()> {
    make_folder(&target.join(SESSIONS))?;
    let file = SessionFile::new(harness, launcher);
    let (path, text) = (file.path(target), file.text());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = rustix::fs::open(&path, flags, Mode::from_raw_mode(0o644)).map_err(|error| {
        io::Error::new(error.kind(), format!("failed to open `{}`: {error}", path.display()))
    })?;
    let opened = File::from_parts(opened.into(), path);
    let metadata = opened.metadata()?;
    // Another name of the file may be one of the user's.
    if !metadata.is_file() || metadata.nlink() != 1 {
        return Ok(());
    }
    if metadata.len() != text.len() as u64 {
        opened.write_all_at(text.as_bytes(), 0)?;
        opened.set_len(text.len() as u64)?;
    }
    let is_ours = metadata.uid() == rustix::process::geteuid().as_raw();
    if metadata.mode() & 0o777 == 0o644 || !is_ours {
        return Ok(());
    }
    opened.set_permissions(PermissionsExt::from_mode(0o644))
}

/// Removes all such files. A session that is still running is not told of any more.
pub(super) fn remove_session_files(target: &Path) -> Result<(), PlanError> {
    for file in session_files(target)? {
        remove_if_there(&file.path(target))?;
    }
    for path in begun_session_files(target)? {
        remove_if_there(&path)?;
    }
    Ok(remove_empty(&target.join(SESSIONS))?)
}
