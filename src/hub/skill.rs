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
        let holds_file =
            contents.contains(SKILL_FILE) && open::kind(&path.join(SKILL_FILE)) == Ok(FileType::RegularFile);
        if !holds_file {
            return Err(Fault::NoSkillFile);
        }
        if contents.may_link(SKILL_FILE) {
            bounds.check(&path.join(SKILL_FILE))?;
        }
        let utf8 = |path: &Path| path.to_str().map(str::to_owned).ok_or(Fault::PathNotUtf8);
        let file = text(&path.join(SKILL_FILE), &format!("{shown}/{SKILL_FILE}"), LARGEST_FILE)?;
        Ok(Arc::new(Self { path: utf8(path)?, root: utf8(root)?, file }))
    }
}
