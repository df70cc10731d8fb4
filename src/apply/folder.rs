//! Folders: moved whole into the backups, and moved back.

use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fs_err::os::unix::fs::OpenOptionsExt;

use super::write::sync_folder;
use crate::disk::{create_folder, discard, rename_to_nothing};
use crate::plan::COPY;

/// Moves a folder to where nothing stands, also one that forbids it and to another file system. After an error it is
/// where it was.
pub(super) fn move_folder(from: &Path, to: &Path) -> io::Result<()> {
    match rename_whole(from, to) {
        Err(error) if error.kind() == ErrorKind::CrossesDevices => copy_over(from, to),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => rename_read_only(from, to, error),
        result => result,
    }
}

fn rename_whole(from: &Path, to: &Path) -> io::Result<()> {
    if rename_to_nothing(from, to)? {
        return Ok(());
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, format!("`{}` is in the way", to.display())))
}

/// A folder that nobody may write into cannot be moved: its `..` would have to be written.
fn rename_read_only(from: &Path, to: &Path, error: io::Error) -> io::Result<()> {
    let permissions = fs_err::symlink_metadata(from)?.permissions();
    if permissions.mode() & 0o200 != 0 {
        return Err(error);
    }
    if fs_err::set_permissions(from, PermissionsExt::from_mode(permissions.mode() | 0o200)).is_err() {
        return Err(error);
    }
    let moved = rename_whole(from, to);
    fs_err::set_permissions(if moved.is_ok() { to } else { from }, permissions)?;
    moved
}

/// Copies, makes sure, and only then takes the first one away.
fn copy_over(from: &Path, to: &Path) -> io::Result<()> {
    let copy = copy_of(to);
    discard(&copy)?;
    let copied = copy_tree(from, &copy).and_then(|()| {
        if !is_same_tree(from, &copy)? {
            return Err(io::Error::other(format!("`{}` changed while it was copied", from.display())));
        }
        rename_whole(&copy, to)
    });
    if let Err(error) = copied {
        _ = discard(&copy);
        return Err(error);
    }
    if let Some(folder) = to.parent() {
        sync_folder(folder)?;
    }
    let going = copy_of(from);
    let moved = discard(&going).and_then(|()| rename_whole(from, &going)).and_then(|()| {
        // Out of everybody's way by now; what was written into it until then is not to be lost.
        if is_same_tree(&going, to)? {
            return Ok(());
        }
        rename_whole(&going, from)?;
        Err(io::Error::other(format!("`{}` changed while it was copied", from.display())))
    });
    if let Err(error) = moved {
        _ = discard(to);
        return Err(error);
    }
    // Safe elsewhere by now: what cannot be removed is only in the way.
    _ = discard(&going);
    Ok(())
}

/// The name, in the same folder, of a copy that is not yet or no longer the thing itself.
pub(super) fn copy_of(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(COPY);
    path.with_file_name(name)
}

/// Copies a folder to where nothing stands; after an error nothing is left there.
pub(super) fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    let copy = copy_of(to);
    discard(&copy)?;
    let copied = copy_tree(from, &copy).and_then(|()| rename_whole(&copy, to));
    copied.inspect_err(|_| drop(discard(&copy)))
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = fs_err::symlink_metadata(from)?;
    let kind = metadata.file_type();
    let permissions = PermissionsExt::from_mode(metadata.mode() & 0o777);
    if kind.is_symlink() {
        return fs_err::os::unix::fs::symlink(fs_err::read_link(from)?, to);
    }
    if kind.is_file() {
        let mut source = fs_err::File::open(from)?;
        let mut copy = fs_err::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
        io::copy(&mut source, &mut copy)?;
        copy.set_permissions(permissions)?;
        copy.file().set_modified(metadata.modified()?)?;
        return copy.sync_all();
    }
    if !kind.is_dir() {
        return Err(io::Error::other(format!("`{}` is no file, folder or link", from.display())));
    }
    create_folder(to, 0o700)?;
    for entry in fs_err::read_dir(from)? {
        let entry = entry?;
        copy_tree(&entry.path(), &to.join(entry.file_name()))?;
    }
    sync_folder(to)?;
    fs_err::set_permissions(to, permissions)
}

fn is_same_tree(one: &Path, other: &Path) -> io::Result<bool> {
    let (metadata, copied) = (fs_err::symlink_metadata(one)?, fs_err::symlink_metadata(other)?);
    if metadata.file_type() != copied.file_type() {
        return Ok(false);
    }
    if metadata.is_symlink() {
        return Ok(fs_err::read_link(one)? == fs_err::read_link(other)?);
    }
    if metadata.is_file() {
        return Ok(metadata.len() == copied.len() && fs_err::read(one)? == fs_err::read(other)?);
    }
    let names = |folder: &Path| -> io::Result<Vec<std::ffi::OsString>> {
        let mut names = Vec::new();
        for entry in fs_err::read_dir(folder)? {
            names.push(entry?.file_name());
        }
        names.sort_unstable();
        Ok(names)
    };
    let inside = names(one)?;
    if inside != names(other)? {
        return Ok(false);
    }
    for name in inside {
        if !is_same_tree(&one.join(&name), &other.join(&name))? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(home: &Path) -> PathBuf {
        let from = home.join("from");
        fs_err::create_dir_all(from.join("deep")).unwrap();
        fs_err::write(from.join("deep/run.sh"), "#!").unwrap();
        fs_err::os::unix::fs::symlink("deep/run.sh", from.join("link")).unwrap();
        fs_err::set_permissions(from.join("deep"), PermissionsExt::from_mode(0o555)).unwrap();
        from
    }

    #[test]
    fn what_crosses_file_systems_arrives_whole_and_goes() {
        let home = tempfile::tempdir().unwrap();
        let (from, to) = (sample(home.path()), home.path().join("to"));
        copy_over(&from, &to).unwrap();
        assert_eq!(fs_err::read(to.join("link")).unwrap(), b"#!");
        assert_eq!(fs_err::metadata(to.join("deep")).unwrap().mode() & 0o777, 0o555);
        assert_eq!(fs_err::read_dir(home.path()).unwrap().count(), 1);
        discard(home.path()).unwrap();
    }

    #[test]
    fn what_cannot_be_copied_stays() {
        let home = tempfile::tempdir().unwrap();
        let (from, to) = (sample(home.path()), home.path().join("to"));
        let _socket = std::os::unix::net::UnixListener::bind(from.join("socket")).unwrap();
        assert!(copy_over(&from, &to).is_err());
        assert!(from.join("deep/run.sh").exists());
        assert_eq!(fs_err::read_dir(home.path()).unwrap().count(), 1);
        fs_err::create_dir(&to).unwrap();
        assert!(move_folder(&from, &to).is_err());
        assert!(from.join("deep/run.sh").exists());
        discard(home.path()).unwrap();
    }
}
