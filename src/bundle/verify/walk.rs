//! Compares the files on disk with those that the manifest lists.

use std::collections::HashMap;
use std::ffi::CStr;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::fs::{Dir, DirEntry, FileType, Stat};
use rustix::io::Errno;

use super::children::{Child, children};
use super::open::{self, Opened};
use super::read::Reader;
use crate::bundle::format::{FOLDER_MODE, MANIFEST, MOST_FILES};
use crate::bundle::{FileEntry, Finding, codes};

/// What was found.
pub(super) struct Walked<'a> {
    /// The bytes of the files that were to be kept and are as listed.
    pub(super) kept: HashMap<&'a str, Vec<u8>>,
    pub(super) findings: Vec<Finding>,
}

/// Walks through a bundle. Only folders that the manifest lists something in are entered, and only files that it lists
/// are opened, each once. `files` are sorted by path and each is there once; `keep` says whose bytes are needed.
pub(super) fn walk<'a>(root: OwnedFd, files: &[&'a FileEntry], keep: &dyn Fn(&str) -> bool) -> Walked<'a> {
    let walked = Walked { kept: HashMap::new(), findings: Vec::new() };
    let mut walk = Walk { keep, reader: Reader::new(), walked, unlisted: 0 };
    walk.folder(root, "", files);
    walk.walked
}

struct Walk<'a, 'k> {
    keep: &'k dyn Fn(&str) -> bool,
    reader: Reader,
    walked: Walked<'a>,
    unlisted: usize,
}

impl<'a> Walk<'a, '_> {
    /// `prefix` ends in a slash unless it is empty.
    fn folder(&mut self, folder: OwnedFd, prefix: &str, files: &[&'a FileEntry]) {
        let shown = prefix.trim_end_matches('/');
        let mut wanted = children(files, prefix.len());
        let mut listing = match Dir::new(folder) {
            Ok(listing) => listing,
            Err(errno) => return self.unreadable(shown, errno),
        };
        while let Some(entry) = listing.read() {
            let (entry, folder) = match entry.and_then(|entry| Ok((entry, listing.fd()?))) {
                Ok(entry) => entry,
                // What could not be listed is not missing.
                Err(errno) => return self.unreadable(shown, errno),
            };
            let name = entry.file_name();
            let is_manifest = prefix.is_empty() && name.to_bytes() == MANIFEST.as_bytes();
            if is_manifest || matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            match wanted.remove(name.to_bytes()) {
                Some(child) => self.listed(folder, prefix, &entry, &child),
                None if self.unlisted < MOST_FILES => self.unlisted(folder, prefix, name, entry.file_type()),
                None => return self.too_many(shown),
            }
        }
        for Child { file, inside } in wanted.into_values() {
            for file in file.into_iter().chain(inside.iter().copied()) {
                self.report(&codes::MISSING, &file.path, "is listed and is not there");
            }
        }
    }

    fn listed(&mut self, folder: BorrowedFd<'_>, prefix: &str, entry: &DirEntry, child: &Child<'_, 'a>) {
        // Names that are listed are text.
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let fact = match (open::entry(folder, entry.file_name(), entry.file_type()), child.file) {
            (Ok(Opened::Folder(opened, stat)), _) if !child.inside.is_empty() => {
                self.folder_mode(&path, &stat);
                return self.folder(opened, &format!("{path}/"), child.inside);
            }
            (Ok(Opened::File(opened, stat)), Some(listed)) => return self.file(&opened, &stat, listed),
            (Ok(Opened::Folder(..)), _) => "is a folder, and is listed as a file".to_owned(),
            (Ok(Opened::File(..)), None) => "is a file, and files are listed below it".to_owned(),
            (Ok(Opened::Special(kind)), _) => format!("is a {kind}"),
            (Ok(Opened::Link), _) => return self.report(&codes::LINK, &path, "is a link"),
            (Err(errno), _) => return self.unreadable(&path, errno),
        };
        self.report(&codes::SPECIAL_FILE, &path, &fact);
    }

    /// The bit that has files belong to the folder's group is handed down by some file systems, and means nothing here.
    fn folder_mode(&mut self, path: &str, stat: &Stat) {
        let mode = stat.st_mode & 0o5777;
        if mode != FOLDER_MODE {
            self.report(&codes::WRONG_MODE, path, &format!("has mode {mode:04o}, not {FOLDER_MODE:04o}"));
        }
    }

    fn file(&mut self, opened: &OwnedFd, stat: &Stat, listed: &'a FileEntry) {
        let (path, expected) = (listed.path.as_str(), listed.mode.bits());
        let mode = stat.st_mode & 0o7777;
        if mode != expected {
            self.report(&codes::WRONG_MODE, path, &format!("has mode {mode:04o}, not {expected:04o}"));
        }
        let size = u64::try_from(stat.st_size).unwrap_or_default();
        if size != listed.size {
            let fact = format!("has {size} bytes, not {}", listed.size);
            return self.report(&codes::WRONG_SIZE, path, &fact);
        }
        let mut kept = (self.keep)(path).then(Vec::new);
        match self.reader.read(opened, size, kept.as_mut()) {
            Err(errno) => self.unreadable(path, errno),
            Ok(contents) if contents.bytes != size => {
                self.report(&codes::WRONG_SIZE, path, "was changed while it was read");
            }
            Ok(contents) if contents.sha256 != listed.sha256 => {
                let fact = format!("has other bytes than listed: its SHA-256 is {}", contents.sha256);
                self.report(&codes::WRONG_HASH, path, &fact);
            }
            Ok(_) => {
                if let Some(bytes) = kept {
                    self.walked.kept.insert(path, bytes);
                }
            }
        }
    }

    fn unlisted(&mut self, folder: BorrowedFd<'_>, prefix: &str, name: &CStr, kind: FileType) {
        self.unlisted += 1;
        let path = format!("{prefix}{}", name.to_string_lossy());
        match open::known(folder, name, kind) {
            Ok(FileType::RegularFile) => self.report(&codes::UNLISTED, &path, "is not listed"),
            Ok(FileType::Directory) => {
                self.report(&codes::UNLISTED, &path, "is a folder in which nothing is listed");
            }
            Ok(FileType::Symlink) => self.report(&codes::LINK, &path, "is a link, and is not listed"),
            Ok(_) => self.report(&codes::SPECIAL_FILE, &path, "is no regular file, and is not listed"),
            Err(errno) => self.unreadable(&path, errno),
        }
    }

    fn too_many(&mut self, folder: &str) {
        let message =
            format!("`{folder}` is not read to its end: more than {MOST_FILES} files are not listed");
        self.walked.findings.push(Finding::new(&codes::TOO_LARGE, folder, message));
    }

    fn unreadable(&mut self, path: &str, errno: Errno) {
        let shown = if path.is_empty() { "the bundle" } else { path };
        let message = format!("`{shown}` cannot be read: {errno}");
        self.walked.findings.push(Finding::new(&codes::UNREADABLE, path, message));
    }

    fn report(&mut self, code: &'static crate::diagnostic::Code, path: &str, fact: &str) {
        self.walked.findings.push(Finding::new(code, path, format!("`{path}` {fact}")));
    }
}
