//! The names in one folder of a source.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::DirEntry;
use std::io;
use std::path::Path;

use crate::diagnostic::{did_you_mean, visible};

/// A folder of a source, as listed when it was first asked for; or those of several sources in one.
///
/// Names that are not UTF-8 are left out: no manifest can say them.
#[derive(Debug, Default)]
pub struct Shelf {
    /// Sorted.
    names: Vec<String>,
    /// Everything, dotfiles and folders too; sorted.
    entries: Vec<String>,
    /// Those of them that are links; sorted.
    links: Vec<String>,
    error: Option<String>,
    /// Nothing in the folder may be looked at.
    closed: bool,
    /// The names nearest to those that were asked for, as numbers in `names`.
    nearest: RefCell<HashMap<String, Option<usize>>>,
}

/// How many different words are compared with the names. Each costs time for every name.
const COMPARED: usize = 1000;

/// What a glob can find on a shelf.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// All but folders.
    Files,
    /// All, so that a file where a folder belongs can be reported.
    Anything,
}

impl Shelf {
    /// A folder that does not exist is an empty shelf: a hub needs no hooks. A link to nothing is an error.
    pub(super) fn list(folder: &Path, holds: Holds) -> Self {
        let mut shelf = Self::default();
        // Not by `fs_err`: who reports the fault names the folder.
        match folder.read_dir() {
            Ok(entries) => {
                for entry in entries {
                    match entry {
                        Ok(entry) => shelf.add(&entry, holds),
                        Err(error) => shelf.error = Some(error.to_string()),
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                shelf.error = fs_err::read_link(folder).ok().map(|destination| {
                    format!(
                        "it is a link to `{}`, which does not exist",
                        visible(&destination.to_string_lossy())
                    )
                });
            }
            Err(error) => shelf.error = Some(error.to_string()),
        }
        shelf.names.sort_unstable();
        shelf.entries.sort_unstable();
        shelf.links.sort_unstable();
        shelf
    }

    /// The folder leads out of its source, so nothing of it is looked at.
    pub(super) fn closed(error: String) -> Self {
        Self { error: Some(error), closed: true, ..Self::default() }
    }

    /// What is on any of the shelves.
    pub(super) fn merged<'a>(shelves: impl Iterator<Item = &'a Self>) -> Self {
        let mut merged = Self::default();
        for shelf in shelves {
            merged.names.extend_from_slice(&shelf.names);
            merged.entries.extend_from_slice(&shelf.entries);
        }
        for names in [&mut merged.names, &mut merged.entries] {
            names.sort_unstable();
            names.dedup();
        }
        merged
    }

    /// Whether the folder leads out of its source.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    fn add(&mut self, entry: &DirEntry, holds: Holds) {
        let Ok(name) = entry.file_name().into_string() else { return };
        if entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            self.links.push(name.clone());
        }
        let found = match holds {
            Holds::Anything => true,
            Holds::Files => !leads_to_folder(entry),
        };
        if found && !name.starts_with('.') {
            self.names.push(name.clone());
        }
        self.entries.push(name);
    }

    /// What a glob chooses from, sorted by bytes. Without dotfiles, and of modules and hooks without folders.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether there is an entry of any kind, a dotfile or folder too, with exactly this name.
    pub fn contains(&self, name: &str) -> bool {
        has(&self.entries, name)
    }

    /// Whether it may be a link that has this name. A folder that was not listed can hold anything.
    pub(super) fn may_link(&self, name: &str) -> bool {
        self.error.is_some() || has(&self.links, name)
    }

    /// The name that was most likely meant by `word`; nothing after very many words.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        let mut nearest = self.nearest.borrow_mut();
        let known = nearest.get(word).copied();
        let number = known.unwrap_or_else(|| {
            if nearest.len() >= COMPARED {
                return None;
            }
            let meant = did_you_mean(word, self.names.iter().map(String::as_str))
                .and_then(|name| self.names.binary_search_by(|known| known.as_str().cmp(name)).ok());
            nearest.insert(word.to_owned(), meant);
            meant
        });
        number.and_then(|number| self.names.get(number)).map(String::as_str)
    }

    /// Why the folder could not be listed, or not to its end.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

fn has(sorted: &[String], name: &str) -> bool {
    sorted.binary_search_by(|entry| entry.as_str().cmp(name)).is_ok()
}

/// Only a link costs a second look.
fn leads_to_folder(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
    }
}
