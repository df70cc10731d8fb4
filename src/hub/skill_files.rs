//! The files of a skill, read to be copied.

use std::fmt;
use std::fs::FileType;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::bounds::real;
use super::{Fault, open};
use crate::skill::{LARGEST_FILE, LARGEST_SKILL, MOST_ENTRIES};

/// One file of a skill.
#[derive(Clone, PartialEq, Eq)]
pub struct SkillFile {
    /// Relative to the skill, slash-separated.
    pub path: String,
    /// What is in it, links in the skill read through.
    pub bytes: Vec<u8>,
    /// Whether its owner may execute it.
    pub executable: bool,
}

impl fmt::Debug for SkillFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, bytes, executable } = self;
        write!(formatter, "{path:?} ({} bytes, executable: {executable})", bytes.len())
    }
}

/// The repository that a skill may be checked out as is not part of it, and nothing is ever written into folders of these
/// names. Some file systems do not tell `.GIT` from `.git`.
const LEFT_OUT: [&str; 3] = [".git", "git~1", ".assembly"];

/// Reads all files below `folder`, sorted by path. Nothing is opened that is not a regular file, and no link is followed
/// that leads out of the folder.
///
/// # Errors
///
/// The first thing that cannot be copied, as [`Fault::Inside`] with its path.
pub fn skill_files(folder: &Path) -> Result<Vec<SkillFile>, Fault> {
    let root = real(folder)?;
    let mut reading = Reading { above: vec![root.clone()], root, files: Vec::new(), entries: 0, size: 0 };
    reading.folder(folder, "")?;
    let mut files = reading.files;
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

struct Reading {
    /// The skill without links.
    root: PathBuf,
    /// The folders that led here, without links: one of them again would be a loop.
    above: Vec<PathBuf>,
    files: Vec<SkillFile>,
    /// Files and folders.
    entries: usize,
    /// Bytes.
    size: u64,
}

impl Reading {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), Fault> {
        let inside =
            |fault| if prefix.is_empty() { fault } else { within(prefix.trim_end_matches('/'), fault) };
        let unreadable = |error: std::io::Error| inside(Fault::Unreadable(error.to_string()));
        // Not by `fs_err`: who reports the fault names the path.
        let mut entries =
            folder.read_dir().and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
        entries.sort_unstable_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let shown = format!("{prefix}{}", name.display());
            let Some(name) = name.to_str() else { return Err(within(&shown, Fault::NameNotUtf8)) };
            if !LEFT_OUT.iter().any(|known| name.eq_ignore_ascii_case(known)) {
                let kind = entry.file_type().map_err(unreadable)?;
                self.entry(&entry.path(), kind, &format!("{prefix}{name}"))?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path, kind: FileType, inner: &str) -> Result<(), Fault> {
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            return Err(Fault::TooManyEntries(MOST_ENTRIES));
        }
        if kind.is_symlink() {
            self.check_link(path).map_err(|fault| within(inner, fault))?;
        }
        // A link that stays inside leads to a folder, or to what `file` looks at for itself.
        if !(kind.is_dir() || kind.is_symlink() && path.is_dir()) {
            let file = self.file(path, inner).map_err(|fault| within(inner, fault))?;
            self.files.push(file);
            let too_large = Fault::TooLarge { bytes: self.size, limit: LARGEST_SKILL };
            return if self.size > LARGEST_SKILL { Err(too_large) } else { Ok(()) };
        }
        let real = match self.above.last().zip(path.file_name()) {
            // Of a folder that is no link it follows from the one above, so the system need not be asked.
            Some((above, name)) if kind.is_dir() => above.join(name),
            _ => real(path).map_err(|fault| within(inner, fault))?,
        };
        if self.above.contains(&real) {
            return Err(within(inner, Fault::LinkLoop));
        }
        self.above.push(real);
        self.folder(path, &format!("{inner}/"))?;
        self.above.pop();
        Ok(())
    }

    fn check_link(&self, path: &Path) -> Result<(), Fault> {
        let real = real(path)?;
        if real.starts_with(&self.root) {
            return Ok(());
        }
        let destination = fs_err::read_link(path).unwrap_or(real);
        Err(Fault::LinkLeaves(destination.to_string_lossy().into_owned()))
    }

    fn file(&mut self, path: &Path, inner: &str) -> Result<SkillFile, Fault> {
        let unreadable = |error: std::io::Error| Fault::Unreadable(error.to_string());
        let file = open::regular(path)?;
        let metadata = file.metadata().map_err(unreadable)?;
        let size = metadata.len();
        if size > LARGEST_FILE {
            return Err(Fault::TooLarge { bytes: size, limit: LARGEST_FILE });
        }
        self.size += size;
        if self.size > LARGEST_SKILL {
            // The caller says so of the whole skill; not a byte of this file need be read for that.
            return Ok(SkillFile { path: inner.to_owned(), bytes: Vec::new(), executable: false });
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).map_or(0, |size| size + 1));
        // One more than allowed, to notice a file that grows or does not tell its size.
        let read = file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)? as u64;
        if read > LARGEST_FILE {
            return Err(Fault::TooLarge { bytes: read, limit: LARGEST_FILE });
        }
        self.size += read.saturating_sub(size);
        Ok(SkillFile { path: inner.to_owned(), bytes, executable: metadata.mode() & 0o100 != 0 })
    }
}

fn within(path: &str, fault: Fault) -> Fault {
    Fault::Inside { path: path.to_owned(), fault: Box::new(fault) }
}
