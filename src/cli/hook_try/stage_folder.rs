//! The temporary folder of a stage, which the next command removes when its own was killed.

use std::fs::TryLockError;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use fs_err::File;
use tempfile::TempDir;

use crate::Environment;

const PREFIX: &str = "assembly-try-";

/// A folder that goes when this is dropped.
pub(super) struct StageFolder {
    folder: TempDir,
    /// Held until then: who can lock a folder knows that it is nobody's.
    _lock: Option<File>,
}

impl StageFolder {
    pub(super) fn make(parent: &Path) -> io::Result<Self> {
        // As long as it is not locked it may be swept: then another is made.
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            let opened = File::open(folder.path());
            match opened.as_ref().map(|opened| opened.file().try_lock()) {
                Err(_) | Ok(Err(TryLockError::WouldBlock)) => continue,
                Ok(Ok(())) if !folder.path().exists() => continue,
                // Where nothing can be locked, nothing is swept.
                Ok(Ok(()) | Err(TryLockError::Error(_))) => {}
            }
            return Ok(Self { folder, _lock: opened.ok() });
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Where temporary folders are made.
pub(super) fn parent(environment: &Environment) -> &Path {
    let named = environment.get("TMPDIR").map(Path::new);
    named.filter(|folder| folder.is_absolute()).unwrap_or(Path::new("/tmp"))
}

/// Removes what killed commands of this user left. What cannot be removed is the next one's.
pub(super) fn sweep(parent: &Path) {
    let Ok(entries) = fs_err::read_dir(parent) else { return };
    let names = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with(PREFIX);
    for entry in entries.flatten().filter(|entry| names(&entry.file_name())) {
        let path: PathBuf = entry.path();
        if let Some(_lock) = abandoned(&path) {
            _ = fs_err::remove_dir_all(&path);
        }
    }
}

/// The lock of a folder of this user that nobody works in.
fn abandoned(path: &Path) -> Option<File> {
    let found = fs_err::symlink_metadata(path).ok()?;
    let is_ours = found.is_dir() && found.uid() == rustix::process::geteuid().as_raw();
    let folder = File::open(path).ok().filter(|_| is_ours)?;
    folder.file().try_lock().ok()?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::{PREFIX, StageFolder, sweep};

    #[test]
    fn what_nobody_works_in_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let at_work = StageFolder::make(parent.path()).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        fs_err::create_dir_all(left.join("project")).unwrap();
        let others = parent.path().join("others");
        fs_err::create_dir(&others).unwrap();
        let link = parent.path().join(format!("{PREFIX}link"));
        std::os::unix::fs::symlink(&others, &link).unwrap();
        sweep(parent.path());
        assert!(!left.exists());
        assert!(at_work.path().exists() && others.exists() && link.exists());
        let path = at_work.path().to_owned();
        drop(at_work);
        assert!(!path.exists());
    }
}
