//! Whose what stands in a target is.

use std::path::Path;

use super::entry::Holder;
use super::state_folder::StateFolder;
use crate::diagnostic::Problems;

/// The launcher that was the last to run in `target` for a harness, as far as the ledger there can be read.
pub fn holder_of(target: &Path, harness: &str) -> Option<String> {
    let state = StateFolder::read(target, &mut Problems::new()).ok()?;
    let is_one = |holder: &&Holder| holder.harness() == Some(harness);
    let holder = state.ledger.iter().map(|entry| &entry.holder).find(is_one)?;
    holder.launcher().map(str::to_owned)
}
