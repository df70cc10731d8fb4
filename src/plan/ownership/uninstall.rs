//! A skill that is taken back, by the column *uninstall* of the ownership table.

use std::path::Path;

use super::surroundings::{check_words, entry_of, in_the_way, not_owned, read_state};
use super::{OwnershipError, OwnershipPlan};
use crate::plan::draft::Draft;
use crate::plan::entry::Holder;
use crate::plan::standing::Standing;
use crate::plan::tree::{Edits, Leaving, Special};
use crate::plan::undeclared::Return;

/// A skill to uninstall.
#[derive(Clone, Copy, Debug)]
pub struct Uninstall<'a> {
    /// The folder's name.
    pub name: &'a str,
    /// The tag of the one who installed it.
    pub owner: &'a str,
    /// Remove edited files too, once they are in the backups.
    pub force: bool,
}

impl Uninstall<'_> {
    /// Checks what can be checked without looking at a disk.
    pub(crate) fn check(&self) -> Result<(), OwnershipError> {
        check_words(self.name, self.owner)
    }

    /// Whether the folder's own ledger has an owner for it.
    pub(crate) fn is_recorded(&self, folder: &Path) -> Result<bool, OwnershipError> {
        let state = read_state(folder)?;
        Ok(state.ledger.at(self.name).any(|entry| entry.holder.owner().is_some()))
    }

    /// What taking it out of `folder` comes to. Only reads.
    pub(crate) fn plan(&self, folder: &Path) -> Result<OwnershipPlan, OwnershipError> {
        let Self { name, owner, force } = *self;
        let state = read_state(folder)?;
        let entry = entry_of(&state, name, owner)?.cloned();
        let mut draft = Draft::new(folder, Holder::Owner(owner.to_owned()), false, state.ledger.clone());
        let standing = Standing::read(&folder.join(name))?;
        let Some(entry) = entry else {
            return match standing {
                Standing::Absent => Ok(OwnershipPlan::new(draft, None, &state.ledger, state.journal)),
                _ => Err(not_owned(name, None, owner)),
            };
        };
        if let Standing::Special(what) = standing {
            return Err(in_the_way(folder, &[Special { path: name.to_owned(), what }]));
        }
        draft.ledger.remove(name, &entry.holder);
        let edits = if force { Edits::Remove } else { Edits::Keep };
        let leaving = Leaving { why: String::new(), returns: Return::Nothing { lost: false }, edits };
        let files = draft.let_tree_go(&entry, leaving)?;
        if !files.is_empty() {
            return Err(OwnershipError::Edited { skill: name.to_owned(), files });
        }
        let change = draft.leaving.pop();
        Ok(OwnershipPlan::new(draft, change, &state.ledger, state.journal))
    }
}
