//! What is left of a run whose journal was lost.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::backups::Backups;
use super::folder::copy_of;
use super::journal::ledger_of;
use super::outcome::{Outcome, StepError, check_inside, check_way};
use super::steps::{Pace, Worker};
use super::{ApplyError, Conflict};
use crate::disk::{discard, folders_above};
use crate::harness::TreeFile;
use crate::plan::State;

/// Without the journal, nobody knows what a killed run left under the temporary names: what was exchanged for ours and
/// not yet saved may be there. Looks at `paths` and at all that the ledger knows.
pub(super) fn rescue(target: &Path, paths: Vec<String>, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
    let ledger = ledger_of(target)?;
    let mut all: BTreeSet<String> = paths.into_iter().collect();
    all.insert(".gitignore".to_owned());
    let mut trees = Vec::new();
    for entry in ledger.iter() {
        let files = entry.written.files();
        if !files.is_empty() {
            trees.push(entry.path.clone());
        }
        all.extend(files.iter().flat_map(|file| beneath(&entry.path, &file.path)));
        all.insert(entry.path.clone());
    }
    let (pace, outcome) = (Pace::Again, Outcome::default());
    let conflict = Conflict::Backup;
    let mut worker = Worker { target, backups, pace, conflict, trees, outcome };
    for path in &all {
        let cleared = check_way(target, path)
            .and_then(|()| check_inside(target, &worker.trees, path))
            .and_then(|()| clear(&mut worker, path));
        // Behind a link nothing of ours was made, and a FIFO is nothing that was to be saved.
        if let Err(StepError::Io(error)) = cleared {
            return Err(io::Error::other(format!("`{path}`: {error}")).into());
        }
    }
    Ok(())
}

fn clear(worker: &mut Worker<'_, '_>, path: &str) -> Result<(), StepError> {
    let full = worker.target.join(path);
    discard(&copy_of(&full))?;
    worker.clear_temporary(path, &full, &State::Absent {}, None)
}

/// The paths of files in a copied folder, and of the folders between.
pub(super) fn paths_in<'a>(root: &'a str, files: &'a [TreeFile]) -> impl Iterator<Item = String> + 'a {
    files.iter().flat_map(move |file| beneath(root, &file.path))
}

fn beneath<'a>(root: &'a str, inner: &'a str) -> impl Iterator<Item = String> + 'a {
    folders_above(inner).chain([inner]).map(move |inner| format!("{root}/{inner}"))
}
