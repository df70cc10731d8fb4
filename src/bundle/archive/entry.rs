//! One header of a tar, and what it stands for.

use tar::{EntryType, Header};

use super::listing::Kind;
use super::source::Stop;
use super::write::BLOCK;
use crate::bundle::{codes, names};
use crate::diagnostic::{Diagnostic, visible};

/// A header whose sum is right.
pub(super) struct Entry {
    header: Header,
    /// How many bytes follow.
    pub(super) bytes: u64,
}

impl Entry {
    /// Reads a block; `None`: it is nothing but zeros, which marks the end.
    pub(super) fn read(block: &[u8; BLOCK]) -> Result<Option<Self>, Stop> {
        if block.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let header = Header::from_byte_slice(block).clone();
        let no_tar = || Stop::Broken("holds no tar, or a damaged one".to_owned());
        // Its own field counts as spaces.
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        let own: u32 = header.as_old().cksum.iter().map(|byte| u32::from(*byte)).sum();
        if header.cksum().map_err(|_| no_tar())? != sum - own + 8 * u32::from(b' ') {
            return Err(no_tar());
        }
        // Written in another way, a number can be one that not every program reads alike.
        if header.as_old().size[0] & 0x80 != 0 {
            return Err(Stop::TooMuch("bytes"));
        }
        let bytes = header.entry_size().map_err(|_| no_tar())?;
        Ok(Some(Self { header, bytes }))
    }

    pub(super) fn kind(&self) -> EntryType {
        self.header.entry_type()
    }

    /// The path that it states itself.
    pub(super) fn path(&self) -> Vec<u8> {
        self.header.path_bytes().into_owned()
    }

    /// What it stands for, under the path that it has in the end; `None`: the folder that everything lies in.
    pub(super) fn meaning(&self, path: &[u8]) -> Result<Option<(String, Kind)>, Diagnostic> {
        let lossy = String::from_utf8_lossy(path);
        let shown = visible(&lossy).into_owned();
        let is_folder = self.kind() == EntryType::Directory;
        self.require_plain(&shown)?;
        let Ok(path) = std::str::from_utf8(path) else {
            return Err(unsafe_name(&shown, "is not UTF-8"));
        };
        if is_folder && matches!(path, "." | "./") {
            return Ok(None);
        }
        // As `tar -C FOLDER .` writes them.
        let path = path.strip_prefix("./").unwrap_or(path);
        let path = if is_folder { path.strip_suffix('/').unwrap_or(path) } else { path };
        if let Some(flaw) = names::flaw(path) {
            return Err(unsafe_name(&shown, &flaw));
        }
        let kind = if is_folder { Kind::Folder } else { Kind::File { is_executable: self.mode(&shown)? } };
        Ok(Some((path.to_owned(), kind)))
    }

    /// Only files and folders can be in a bundle.
    fn require_plain(&self, shown: &str) -> Result<(), Diagnostic> {
        let (code, what) = match self.kind() {
            EntryType::Regular => return Ok(()),
            EntryType::Directory if self.bytes == 0 => return Ok(()),
            EntryType::Directory => (&codes::ENTRY, "is a folder with content"),
            EntryType::Link => (&codes::LINK, "is a hard link"),
            EntryType::Symlink => (&codes::LINK, "is a link"),
            EntryType::Char | EntryType::Block => (&codes::SPECIAL_FILE, "is a device"),
            EntryType::Fifo => (&codes::SPECIAL_FILE, "is a FIFO"),
            EntryType::GNUSparse => (&codes::ENTRY, "is a sparse file"),
            _ => (&codes::ENTRY, "is of a kind that no bundle needs"),
        };
        Err(Diagnostic::new(code, format!("`{shown}` {what}")))
    }

    fn mode(&self, shown: &str) -> Result<bool, Diagnostic> {
        match self.header.mode() {
            Ok(0o644) => Ok(false),
            Ok(0o755) => Ok(true),
            mode => {
                let mode = mode.map_or_else(|_| "no".to_owned(), |mode| format!("the mode {mode:04o}"));
                let message = format!("`{shown}` has {mode}; a file of a bundle has 0644 or 0755");
                Err(Diagnostic::new(&codes::WRONG_MODE, message))
            }
        }
    }
}

fn unsafe_name(shown: &str, flaw: &str) -> Diagnostic {
    Diagnostic::new(&codes::UNSAFE_NAME, format!("`{shown}` {flaw}"))
}
