//! One folder of a source: its shelf, and what was read from it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Fault;
use super::bounds::Bounds;
use super::shelf::{Holds, Shelf};

/// A shelf with a memory: everything on it is read at most once, faults included.
#[derive(Debug)]
pub(super) struct Catalog<T> {
    folder: PathBuf,
    holds: Holds,
    bounds: Arc<Bounds>,
    shelf: OnceCell<Shelf>,
    read: RefCell<HashMap<String, Result<Arc<T>, Fault>>>,
}

impl<T> Catalog<T> {
    pub(super) fn new(folder: PathBuf, holds: Holds, bounds: &Arc<Bounds>) -> Self {
        let (shelf, read) = (OnceCell::new(), RefCell::default());
        Self { folder, holds, bounds: Arc::clone(bounds), shelf, read }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn shelf(&self) -> &Shelf {
        self.shelf.get_or_init(|| match self.bounds.check(&self.folder) {
            Err(fault @ Fault::LeavesSource { .. }) => Shelf::closed(format!("it {}", fault.describe())),
            _ => Shelf::list(&self.folder, self.holds),
        })
    }

    /// What `read` made of the entry's path the first time.
    pub(super) fn get(
        &self,
        name: &str,
        read: impl FnOnce(&Path) -> Result<Arc<T>, Fault>,
    ) -> Result<Arc<T>, Fault> {
        self.get_as(name, name, read)
    }

    /// What was made of the entry before, if anything.
    pub(super) fn known(&self, name: &str) -> Option<Arc<T>> {
        self.read.borrow().get(name)?.as_ref().ok().cloned()
    }

    /// The same for something in the entry `name`, which is remembered as `key`.
    pub(super) fn get_as(
        &self,
        key: &str,
        name: &str,
        read: impl FnOnce(&Path) -> Result<Arc<T>, Fault>,
    ) -> Result<Arc<T>, Fault> {
        if let Some(result) = self.read.borrow().get(key) {
            return result.clone();
        }
        let result = self.find(name).and_then(|path| read(&path));
        self.read.borrow_mut().insert(key.to_owned(), result.clone());
        result
    }

    /// Where the entry is. The listing knows the case of a name, where the file system may not. A folder that can be
    /// entered but not listed is asked for the file itself.
    fn find(&self, name: &str) -> Result<PathBuf, Fault> {
        let is_name = !matches!(name, "" | "." | "..") && !name.contains(['/', '\0']);
        let listed = self.shelf();
        let may_hold = listed.contains(name) || (listed.error().is_some() && !listed.is_closed());
        if !(is_name && may_hold) {
            return Err(Fault::Missing);
        }
        let path = self.folder.join(name);
        if listed.may_link(name) {
            self.bounds.check(&path)?;
        }
        Ok(path)
    }
}
