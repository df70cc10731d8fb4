//! A skill on disk.

use std::path::Path;
use std::sync::Arc;

use rustix::fs::FileType;

use super::bounds::Bounds;
use super::shelf::{Holds, Shelf};
use super::text::text;
use super::{Fault, open};
use crate::diagnostic::SourceFile;
use crate::skill::{LARGEST_FILE, SKILL_FILE};

/// A folder of `skills/`, or a link to one, that holds a regular `SKILL.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFolder {
    /// Absolute, links kept.
    pub path: String,
    /// The `skills/` it lies in, absolute.
    pub root: String,
    /// Its `SKILL.md`.
    pub file: Arc<SourceFile>,
}

impl SkillFolder {
    /// `shown` is how reports call it.
    pub(super) fn read(path: &Path, root: &Path, shown: &str, bounds: &Bounds) -> Result<Arc<Self>, Fault> {
        if open::kind(path)? != FileType::Directory {
            return Err(Fault::NotADirectory);
        }
        let contents = Shelf::list(path, Holds::Anything);
        if let Some(error) = contents.error() {
            return Err(Fault::Unreadable(error.to_owned()));
        }
        if !contents.contains(SKILL_FILE) {
            return Err(Fault::NoSkillFile);
        }
        let utf8 = |path: &Path| path.to_str().map(str::to_owned).ok_or(Fault::PathNotUtf8);
        let file = read_file(&path.join(SKILL_FILE), shown, bounds, contents.may_link(SKILL_FILE))?;
        Ok(Arc::new(Self { path: utf8(path)?, root: utf8(root)?, file }))
    }
}

/// The `SKILL.md`. What is wrong with it is said of the file, not of the folder.
fn read_file(path: &Path, shown: &str, bounds: &Bounds, may_link: bool) -> Result<Arc<SourceFile>, Fault> {
    let read = || {
        if may_link {
            bounds.check(path)?;
        }
        text(path, &format!("{shown}/{SKILL_FILE}"), LARGEST_FILE)
    };
    read().map_err(|fault| match fault {
        Fault::Missing => Fault::NoSkillFile,
        // It says itself which file that is.
        Fault::NotUtf8 { .. } => fault,
        _ => Fault::Inside { path: SKILL_FILE.to_owned(), fault: fault.into() },
    })
}
