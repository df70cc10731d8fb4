//! Clears away what a killed run left under temporary names in `.assembly`.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::write::TEMPORARY;
use crate::plan::{BACKUPS, STATE_FOLDER, is_absent};

/// Removes the temporaries in `.assembly` and its backups. Those in the target belong to a journal, and go with it.
pub(super) fn sweep(target: &Path) -> io::Result<()> {
    for folder in [STATE_FOLDER, BACKUPS] {
        let entries = match fs_err::read_dir(target.join(folder)) {
            Ok(entries) => entries,
            Err(error) if is_absent(&error) => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let is_temporary =
                name.as_bytes().starts_with(b".") && name.as_bytes().ends_with(TEMPORARY.as_bytes());
            if is_temporary && !entry.file_type()?.is_dir() {
                fs_err::remove_file(entry.path())?;
            }
        }
    }
    Ok(())
}
