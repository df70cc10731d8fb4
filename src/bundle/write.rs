//! Writes the files of a bundle.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

use super::format::FOLDER_MODE;
use super::{Tree, TreeFile};

impl Tree {
    /// Writes the bundle into an empty folder. Modes are the same whatever the umask; the folder keeps its own.
    ///
    /// Nothing is synced to disk: who gives the bundle its name does that.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be written, with its path. What was written until then stays.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        if let Some(entry) = fs_err::read_dir(folder)?.next() {
            let path = entry?.path();
            let message = format!("`{}` is in the way: the folder is not empty", path.display());
            return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, message));
        }
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let cannot = |path: &Path, errno: Errno| {
            let error = io::Error::from(errno);
            io::Error::new(error.kind(), format!("cannot write `{}`: {error}", path.display()))
        };
        let root = rustix::fs::open(folder, flags, Mode::empty()).map_err(|errno| cannot(folder, errno))?;
        let mut writing = Writing { root, folders: Vec::new() };
        for file in &self.files {
            writing.file(file).map_err(|errno| cannot(&folder.join(&file.path), errno))?;
        }
        Ok(())
    }
}

/// Files come sorted, so the folders of one are mostly those of the one before.
struct Writing<'a> {
    root: OwnedFd,
    /// The folders that are open, from the root down.
    folders: Vec<(&'a str, OwnedFd)>,
}

impl<'a> Writing<'a> {
    fn file(&mut self, file: &'a TreeFile) -> Result<(), Errno> {
        let (above, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        self.enter(above)?;
        let folder = self.folders.last().map_or(&self.root, |(_, folder)| folder);
        let mode = Mode::from_bits_truncate(file.mode.bits());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(folder, name, flags, mode)?;
        let mut rest = file.bytes.as_slice();
        while !rest.is_empty() {
            match rustix::io::write(&opened, rest) {
                Err(Errno::INTR) => {}
                other => rest = &rest[other?..],
            }
        }
        set_mode(&opened, mode)
    }

    /// Makes the folders of a path that are not open, and leaves all others.
    fn enter(&mut self, path: &'a str) -> Result<(), Errno> {
        let mut names = path.split('/').filter(|name| !name.is_empty());
        let mut same = 0;
        for (open, _) in &self.folders {
            let mut ahead = names.clone();
            if ahead.next() != Some(open) {
                break;
            }
            names = ahead;
            same += 1;
        }
        self.folders.truncate(same);
        for name in names {
            let parent = self.folders.last().map_or(&self.root, |(_, folder)| folder);
            let mode = Mode::from_bits_truncate(FOLDER_MODE);
            rustix::fs::mkdirat(parent, name, mode)?;
            // Before it is opened: a umask can make a folder that its owner cannot read.
            rustix::fs::chmodat(parent, name, mode, AtFlags::empty())?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let folder = rustix::fs::openat(parent, name, flags, Mode::empty())?;
            self.folders.push((name, folder));
        }
        Ok(())
    }
}

/// A umask may have taken bits away. Looking is cheaper than setting them again.
fn set_mode(opened: &OwnedFd, mode: Mode) -> Result<(), Errno> {
    let stat = rustix::fs::fstat(opened.as_fd())?;
    if Mode::from_raw_mode(stat.st_mode) == mode { Ok(()) } else { rustix::fs::fchmod(opened, mode) }
}
