//! A skill that is installed, by the column *install* of the ownership table.

use std::collections::BTreeSet;
use std::path::Path;

use super::surroundings::{check_words, entry_of, in_the_way, not_owned, read_state};
use super::{OwnershipError, OwnershipPlan};
use crate::disk::{folders_above, found};
use crate::harness::TreeFile;
use crate::plan::draft::Draft;
use crate::plan::entry::Holder;
use crate::plan::ledger::is_inner_path;
use crate::plan::standing::Standing;
use crate::plan::tree::{Declared, Foreign, TreeRequest};

/// A skill to install.
#[derive(Clone, Copy, Debug)]
pub struct Install<'a> {
    /// The folder's name.
    pub name: &'a str,
    /// The tag of the one who installs it: `A-Z a-z 0-9 _ -`, not empty.
    pub owner: &'a str,
    /// What to copy.
    pub files: &'a [TreeFile],
    /// The folder that they were read from, if they were.
    pub source: Option<&'a Path>,
    /// Take over what is there and nobody's; what differs is set aside.
    pub adopt: bool,
}

impl Install<'_> {
    /// Checks what can be checked without looking at a disk.
    pub(crate) fn check(&self) -> Result<(), OwnershipError> {
        check_words(self.name, self.owner)?;
        let invalid = |path: &str, doubled| OwnershipError::InvalidFile { path: path.to_owned(), doubled };
        let mut paths = BTreeSet::new();
        for TreeFile { path, .. } in self.files {
            if !is_inner_path(path) {
                return Err(invalid(path, false));
            }
            if !paths.insert(path.as_str()) {
                return Err(invalid(path, true));
            }
        }
        let is_doubled = |path: &&str| folders_above(path).any(|folder| paths.contains(folder));
        match paths.iter().copied().find(is_doubled) {
            Some(path) => Err(invalid(path, true)),
            None => Ok(()),
        }
    }

    /// What installing it into `folder` comes to. Only reads.
    pub(crate) fn plan(&self, folder: &Path) -> Result<OwnershipPlan, OwnershipError> {
        let Self { name, owner, files, adopt, .. } = *self;
        self.check_source(folder)?;
        let state = read_state(folder)?;
        let entry = entry_of(&state, name, owner)?;
        if entry.is_none() && !adopt && Standing::read(&folder.join(name))? != Standing::Absent {
            return Err(not_owned(name, None, owner));
        }
        let mut draft = Draft::new(folder, Holder::Owner(owner.to_owned()), false, state.ledger.clone());
        let request = TreeRequest { path: name, files, skills_roots: &[], foreign: Foreign::Merge };
        match draft.declare_tree(&request, entry)? {
            Declared::Change(change) => {
                Ok(OwnershipPlan::new(draft, Some(*change), &state.ledger, state.journal))
            }
            Declared::InTheWay(specials) => Err(in_the_way(folder, &specials)),
        }
    }

    /// A copy over its source would destroy it, and one inside of it would be part of the next.
    fn check_source(&self, folder: &Path) -> Result<(), OwnershipError> {
        let Some(source) = self.source else { return Ok(()) };
        let Some(source) = found(source, fs_err::canonicalize(source))? else { return Ok(()) };
        // `folder` has no links in it, and one at the place itself is not followed: what it leads to stays as it is.
        let place = folder.join(self.name);
        if source.starts_with(&place) || place.starts_with(&source) {
            return Err(OwnershipError::OwnSource { skill: self.name.to_owned(), source_folder: source });
        }
        Ok(())
    }
}
