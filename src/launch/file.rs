//! The file by which a session reaches its window: written by one process, taken by the next.

use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fs_err::os::unix::fs::OpenOptionsExt;
use rustix::fs::OFlags;
use tempfile::{TempDir, TempPath};

use super::LaunchError;
use super::record::Record;
use crate::Environment;

/// A launch file that is ours to remove until it is handed over.
#[derive(Debug)]
pub(super) struct LaunchFile {
    // Dropped in this order: the file, then the folder around it.
    file: TempPath,
    folder: Option<TempDir>,
}

/// How files and folders of ours are named.
const PREFIX: &str = "assembly-launch-";

impl LaunchFile {
    /// Leaves the record where only this user can read it: in `$XDG_RUNTIME_DIR`, which lies in memory and goes with
    /// the login, else in a folder of its own among the temporary files.
    pub(super) fn write(mut record: Record, environment: &Environment) -> io::Result<Self> {
        if let Some(folder) = runtime_folder(environment) {
            record.owns_folder = false;
            if let Ok(file) = write_in(&folder, &record) {
                return Ok(Self { file, folder: None });
            }
        }
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(PermissionsExt::from_mode(0o700))
            .tempdir_in(temporary_folder(environment))?;
        record.owns_folder = true;
        let file = write_in(folder.path(), &record)?;
        Ok(Self { file, folder: Some(folder) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.file
    }

    /// From now on it belongs to the process that [takes](take) it.
    pub(super) fn hand_over(self) -> io::Result<()> {
        self.file.keep()?;
        if let Some(folder) = self.folder {
            let _kept = folder.keep();
        }
        Ok(())
    }
}

fn write_in(folder: &Path, record: &Record) -> io::Result<TempPath> {
    let bytes =
        record.encode().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a word holds a NUL"))?;
    let mut file = tempfile::Builder::new()
        .prefix(PREFIX)
        .permissions(PermissionsExt::from_mode(0o600))
        .tempfile_in(folder)?;
    file.write_all(&bytes)?;
    Ok(file.into_temp_path())
}

/// `$XDG_RUNTIME_DIR` where it is what its specification asks for; after `su` it is still the former user's.
fn runtime_folder(environment: &Environment) -> Option<PathBuf> {
    let folder = absolute(environment, "XDG_RUNTIME_DIR")?;
    let metadata = fs_err::metadata(&folder).ok()?;
    (metadata.is_dir() && is_ours(&metadata)).then_some(folder)
}

fn temporary_folder(environment: &Environment) -> PathBuf {
    absolute(environment, "TMPDIR").filter(|folder| folder.is_dir()).unwrap_or_else(|| "/tmp".into())
}

fn absolute(environment: &Environment, name: &str) -> Option<PathBuf> {
    environment.get_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn is_ours(metadata: &std::fs::Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Reads a launch file and removes it, with the folder that was made for it.
///
/// Anything else than a launch file of this user is left where it is.
pub(super) fn take(path: &Path) -> Result<Record, LaunchError> {
    let foreign = || LaunchError::NotALaunchFile { path: path.into() };
    let failed = |source| LaunchError::LaunchFile { source };
    // Neither a link nor a FIFO is one, and opening a FIFO would wait for its other end.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut file = fs_err::OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
        .map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() || !is_ours(&metadata) || metadata.mode() & 0o077 != 0 {
        return Err(foreign());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let record = Record::decode(&bytes).ok_or_else(foreign)?;
    fs_err::remove_file(path).map_err(failed)?;
    if let Some(folder) = path.parent().filter(|_| record.owns_folder) {
        // What else may lie in it keeps it alive; the session starts all the same.
        let _left_behind = fs_err::remove_dir(folder);
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;

    use super::{LaunchFile, take};
    use crate::Environment;
    use crate::launch::record::Record;
    use crate::launch::{LaunchError, Session};

    fn record() -> Record {
        let session = Session {
            program: "/bin/agent".into(),
            argv0: "agent".into(),
            arguments: vec!["x".into()],
            directory: "/".into(),
            environment: Vec::new(),
            lock: None,
        };
        Record { session, inherited: Vec::new(), owns_folder: false }
    }

    fn with(variables: &[(&str, &Path)]) -> Environment {
        Environment::new(variables.iter().map(|(name, value)| (name.into(), (*value).into())), "/")
    }

    fn is_empty(folder: &Path) -> bool {
        fs_err::read_dir(folder).unwrap().next().is_none()
    }

    fn mode(path: &Path) -> u32 {
        fs_err::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn lies_in_the_runtime_folder_and_is_taken_once() {
        let root = tempfile::tempdir().unwrap();
        let file = LaunchFile::write(record(), &with(&[("XDG_RUNTIME_DIR", root.path())])).unwrap();
        let path = file.path().to_owned();
        file.hand_over().unwrap();
        assert_eq!((path.parent().unwrap(), mode(&path)), (root.path(), 0o600));
        assert_eq!(take(&path).unwrap(), record());
        assert!(is_empty(root.path()));
        assert!(matches!(take(&path), Err(LaunchError::LaunchFile { .. })));
    }

    #[test]
    fn has_a_private_folder_elsewhere_that_goes_with_it() {
        let root = tempfile::tempdir().unwrap();
        for runtime in ["relative", "/nowhere/at/all", "", "/dev/null"] {
            let environment = with(&[("XDG_RUNTIME_DIR", Path::new(runtime)), ("TMPDIR", root.path())]);
            let file = LaunchFile::write(record(), &environment).unwrap();
            let path = file.path().to_owned();
            file.hand_over().unwrap();
            let folder = path.parent().unwrap();
            assert_eq!((folder.parent().unwrap(), mode(folder), mode(&path)), (root.path(), 0o700, 0o600));
            assert_eq!(take(&path).unwrap().session, record().session);
            assert!(is_empty(root.path()));
        }
    }

    #[test]
    fn is_removed_when_it_is_not_handed_over() {
        let root = tempfile::tempdir().unwrap();
        for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
            drop(LaunchFile::write(record(), &with(&[(name, root.path())])).unwrap());
            assert!(is_empty(root.path()));
        }
    }

    #[test]
    fn leaves_alone_what_is_no_launch_file() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("notes.md");
        fs_err::write(&path, "mine").unwrap();
        fs_err::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        assert!(matches!(take(&path), Err(LaunchError::NotALaunchFile { .. })));

        fs_err::write(&path, record().encode().unwrap()).unwrap();
        fs_err::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
        assert!(matches!(take(&path), Err(LaunchError::NotALaunchFile { .. })), "readable by others");

        fs_err::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        let link = root.path().join("link");
        fs_err::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(take(&link), Err(LaunchError::LaunchFile { .. })), "a link");
        assert!(matches!(take(root.path()), Err(LaunchError::NotALaunchFile { .. })), "a folder");
        assert!(path.exists() && link.exists());
    }
}
