//! One folder of the hub: its shelf, and what was read from it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Fault;
use super::shelf::{Holds, Shelf};

/// A shelf with a memory: everything on it is read at most once, faults included.
#[derive(Debug)]
pub(super) struct Catalog<T> {
    folder: PathBuf,
    holds: Holds,
    shelf: OnceCell<Shelf>,
    read: RefCell<HashMap<String, Result<Arc<T>, Fault>>>,
}

impl<T> Catalog<T> {
    pub(super) fn new(folder: PathBuf, holds: Holds) -> Self {
        Self { folder, holds, shelf: OnceCell::new(), read: RefCell::default() }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn shelf(&self) -> &Shelf {
        self.shelf.get_or_init(|| Shelf::list(&self.folder, self.holds))
    }

    /// What `read` made of the entry's path the first time.
    pub(super) fn get(
        &self,
        name: &str,
        read: impl FnOnce(&Path) -> Result<Arc<T>, Fault>,
    ) -> Result<Arc<T>, Fault> {
        if let Some(result) = self.read.borrow().get(name) {
            return result.clone();
        }
        let result = if self.may_hold(name) { read(&self.folder.join(name)) } else { Err(Fault::Missing) };
        self.read.borrow_mut().insert(name.to_owned(), result.clone());
        result
    }

    /// The listing knows the case of a name, where the file system may not. A folder that can be entered but not
    /// listed is asked for the file itself.
    fn may_hold(&self, name: &str) -> bool {
        let is_name = !matches!(name, "" | "." | "..") && !name.contains(['/', '\0']);
        is_name && (self.shelf().contains(name) || self.shelf().error().is_some())
    }
}
