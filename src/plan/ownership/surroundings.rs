//! What the folder of installed skills has above it, and what its own ledger says.

use std::path::Path;

use super::OwnershipError;
use crate::diagnostic::{Diagnostic, Problems};
use crate::plan::codes;
use crate::plan::entry::{Entry, is_owner_tag};
use crate::plan::ledger::is_artifact_path;
use crate::plan::obstacle::pasted;
use crate::plan::state_folder::StateFolder;
use crate::plan::tree::Special;

/// Refuses a folder that is a target or lies in one. `folder` is absolute and without links, and need not exist.
pub(crate) fn check_surroundings(folder: &Path) -> Result<(), OwnershipError> {
    for above in folder.ancestors() {
        let state = read_state(above)?;
        if state.ledger.iter().any(|entry| entry.holder.harness().is_some()) {
            return Err(OwnershipError::InsideTarget { folder: folder.to_owned(), target: above.to_owned() });
        }
    }
    Ok(())
}

/// The ledger of a folder, and whether an apply was cut short there.
pub(crate) fn read_state(folder: &Path) -> Result<StateFolder, OwnershipError> {
    let mut problems = Problems::new();
    let state = StateFolder::read(folder, &mut problems)?;
    if problems.is_empty() { Ok(state) } else { Err(OwnershipError::Blocked(problems)) }
}

/// Checks a name and a tag before anything is looked at.
pub(super) fn check_words(name: &str, owner: &str) -> Result<(), OwnershipError> {
    if name.contains(['/', '\0']) || !is_artifact_path(name) {
        return Err(OwnershipError::InvalidName { name: name.to_owned() });
    }
    if !is_owner_tag(owner) {
        return Err(OwnershipError::InvalidOwner { owner: owner.to_owned() });
    }
    Ok(())
}

/// The caller's entry for a skill; one of someone else is an error.
pub(super) fn entry_of<'a>(
    state: &'a StateFolder,
    name: &'a str,
    caller: &str,
) -> Result<Option<&'a Entry>, OwnershipError> {
    let is_installed = |entry: &&Entry| entry.holder.owner().is_some();
    let Some(entry) = state.ledger.at(name).find(is_installed) else { return Ok(None) };
    match entry.holder.owner() {
        Some(owner) if owner == caller => Ok(Some(entry)),
        owner => Err(not_owned(name, owner, caller)),
    }
}

pub(super) fn not_owned(name: &str, owner: Option<&str>, caller: &str) -> OwnershipError {
    OwnershipError::NotOwnedByCaller {
        skill: name.to_owned(),
        owner: owner.map(str::to_owned),
        caller: caller.to_owned(),
    }
}

/// Special files in the way, each as a problem.
pub(super) fn in_the_way(folder: &Path, specials: &[Special]) -> OwnershipError {
    let mut problems = Problems::new();
    problems.extend(specials.iter().map(|Special { path, what }| {
        let full = folder.join(path);
        Diagnostic::new(&codes::SPECIAL_FILE, format!("`{}` is a {what}", full.display()))
            .help(format!("move it away: `mv {0} {0}.old`", pasted(&full)))
    }));
    OwnershipError::Blocked(problems)
}
