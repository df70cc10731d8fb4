//! Who made a path of a target, as its ledger knows.

use std::path::{Path, PathBuf};

use super::PlanError;
use super::entry::Entry;
use super::exclude::{EXCLUDE, ExcludeFile};
use super::state_folder::StateFolder;
use super::written::Written;
use crate::diagnostic::Problems;

/// The artifact that a path is, or lies in, and whose that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    /// The artifact's path, relative to the target.
    pub path: String,
    /// The launcher that it was last written for; none of what an owner installed.
    pub launcher: Option<String>,
    /// The tag of the one who installed it.
    pub owner: Option<String>,
    /// What the path has to do with the artifact, as the rest of a sentence about it; none when it is the artifact.
    pub relation: Option<&'static str>,
}

/// Looks a path, relative to `target`, up in the ledger there. Only reads.
///
/// # Errors
///
/// [`PlanError::Blocked`] when `.assembly` cannot be trusted; all such problems are in `problems` then.
pub fn maker_of(target: &Path, path: &str, problems: &mut Problems) -> Result<Option<Maker>, PlanError> {
    let mut stops = Problems::new();
    let state = StateFolder::read(target, &mut stops)?;
    if !stops.is_empty() {
        problems.extend(stops);
        return Err(PlanError::Blocked);
    }
    let maker = |entry: &Entry, relation: &'static str| Maker {
        path: entry.path.clone(),
        launcher: entry.holder.launcher().map(str::to_owned),
        owner: entry.holder.owner().map(str::to_owned),
        relation: Some(relation).filter(|relation| !relation.is_empty()),
    };
    let found = state.ledger.iter().filter_map(|entry| Some(maker(entry, relation(entry, path)?)));
    // Of several, the one that is the path itself.
    Ok(found.min_by_key(|maker| maker.relation.is_some()))
}

/// Looks a file up that targets share, the `info/exclude` of their repository: those with lines in it, and who made them.
/// Only reads.
///
/// # Errors
///
/// The file, or one of these targets, cannot be looked at.
pub fn makers_in_exclude(file: &Path) -> Result<Vec<(PathBuf, Maker)>, PlanError> {
    let mut found = Vec::new();
    for target in ExcludeFile::targets_in(file)? {
        let Some(file) = ExcludeFile::of(&target)? else { continue };
        let path = file.shown();
        let state = StateFolder::read(&target, &mut Problems::new())?;
        found.extend(state.ledger.at(EXCLUDE).map(|entry| {
            let launcher = entry.holder.launcher().map(str::to_owned);
            let relation = Some("the repository's own file, with lines of ours for the target");
            (target.clone(), Maker { path: path.clone(), launcher, owner: None, relation })
        }));
    }
    Ok(found)
}

/// What a path has to do with an entry: an empty text when it is the artifact, `None` when nothing.
fn relation(entry: &Entry, path: &str) -> Option<&'static str> {
    let inner = if path == entry.path {
        ""
    } else {
        path.strip_prefix(entry.path.as_str()).and_then(|rest| rest.strip_prefix('/'))?
    };
    let is_it = inner.is_empty();
    match &entry.written {
        Written::Folder {} => is_it.then_some("a folder that was made for artifacts"),
        Written::Lines(_) => is_it.then_some("the project's own file, with lines of ours in it"),
        // It lies elsewhere: [`makers_in_exclude`] looks it up.
        Written::Exclude(_) => None,
        Written::File { .. } => is_it.then_some(""),
        Written::Entries(_) => {
            is_it.then_some("a settings file of several writers, with entries of ours in it")
        }
        Written::Link { .. } | Written::Tree { .. } if is_it => Some(""),
        Written::Link { .. } => Some("a file of the hub, seen through this link"),
        Written::Tree { files } => {
            files.iter().any(|file| file.path == inner).then_some("a file of this copy")
        }
    }
}
