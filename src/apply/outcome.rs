//! What came of the steps, so that the ledger says what is true and not what was planned.

use std::io;
use std::path::Path;

use super::error::Failure;
use crate::disk::{folders_above, is_absent};
use crate::plan::{CopiedFile, Entries, Entry, Ledger, Original, PlanError, Step, Written, obstacle_above};

/// Why a step was not done. What stands at its path is as before.
#[derive(Debug, thiserror::Error)]
pub(super) enum StepError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it became a {0}")]
    Special(&'static str),
    #[error(
        "something that assembly did not write appeared there, and `--conflict refuse` forbids to set it aside"
    )]
    Conflict,
    #[error("{0}")]
    Obstacle(String),
    #[error("the folder above it could not be made")]
    NoFolder,
}

/// What differs from the plan once the steps are through.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) failures: Vec<Failure>,
    /// Paths whose ledger entries stay as they are.
    undone: Vec<String>,
    /// Paths whose entries stay in the ledger, since what hides them from git could not be made so.
    hidden: Vec<String>,
    /// What stood at a path instead of what the plan had seen there.
    found: Vec<(String, Option<Original>)>,
    /// Of files of lines: whether ours needed a newline first, and whether there was no file.
    bases: Vec<(String, bool, bool)>,
    /// Of settings files of several writers: what is ours.
    entries: Vec<(String, Entries)>,
}

impl Outcome {
    /// Whether the ledger of the plan is true as it is.
    pub(super) fn is_as_planned(&self) -> bool {
        self.undone.is_empty() && self.found.is_empty() && self.bases.is_empty() && self.entries.is_empty()
    }

    /// Notes what stood at a path instead of what was expected.
    pub(super) fn found(&mut self, path: &str, original: Option<Original>) {
        self.found.push((path.to_owned(), original));
    }

    /// Notes what a file of lines was when ours came.
    pub(super) fn base(&mut self, path: &str, newline: bool, created: bool) {
        self.bases.push((path.to_owned(), newline, created));
    }

    /// Notes what came to be ours in a settings file that is not as the plan had seen it.
    pub(super) fn entries(&mut self, path: &str, entries: Entries) {
        self.entries.push((path.to_owned(), entries));
    }

    /// Notes that a step was not done.
    pub(super) fn failed(&mut self, step: &Step, error: &StepError) {
        let path = step.path().to_owned();
        let is_conflict = matches!(error, StepError::Conflict);
        // The folder says it already.
        if !matches!(error, StepError::NoFolder) {
            self.failures.push(Failure { path: path.clone(), reason: error.to_string(), is_conflict });
        }
        self.undone.push(path);
        self.hidden.extend_from_slice(step.hidden());
    }

    /// Notes that a folder of ours has to stay.
    pub(super) fn kept(&mut self, folder: &str) {
        self.undone.push(folder.to_owned());
    }

    /// Whether the step for this path was not done.
    pub(super) fn is_undone(&self, path: &str) -> bool {
        self.undone.iter().any(|undone| undone == path)
    }

    /// Whether a step beneath this folder, or for a folder above this path, was not done.
    pub(super) fn is_undone_around(&self, path: &str) -> bool {
        let inside =
            |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
        self.undone.iter().any(|undone| inside(undone, path) || inside(path, undone))
    }

    /// The ledger that is true, from the planned one and the one from before.
    pub(super) fn correct(&self, planned: Ledger, before: &Ledger) -> Ledger {
        let mut ledger = planned;
        for (path, original) in &self.found {
            // An original is set once.
            if before.at(path).all(|entry| !entry.written.is_artifact()) {
                ledger.change_at(path, |entry| {
                    if entry.written.is_artifact() {
                        entry.original.clone_from(original);
                    }
                });
            }
        }
        for (path, original) in &self.found {
            if let Some(original) = original {
                let is_first = ledger.at(path).any(|entry| entry.original.as_ref() == Some(original));
                ledger.remember_found(path, original, is_first);
            }
        }
        for (path, newline, created) in &self.bases {
            ledger.change_at(path, |entry| {
                if let Written::Lines(lines) = &mut entry.written {
                    (lines.newline, lines.created) = (*newline, *created);
                }
            });
        }
        for (path, entries) in &self.entries {
            if entries.is_none() {
                let is_other = |entry: &&Entry| !matches!(entry.written, Written::Entries(_));
                let others: Vec<Entry> = ledger.at(path).filter(is_other).cloned().collect();
                ledger.restore_at(path, others);
            }
            ledger.change_at(path, |entry| {
                if let Written::Entries(planned) = &mut entry.written {
                    planned.clone_from(entries);
                }
            });
        }
        for path in self.undone.iter().chain(&self.hidden) {
            let known: Vec<Entry> = before.at(path).cloned().collect();
            ledger.restore_at(path, known);
            restore_inside(&mut ledger, path, before);
        }
        ledger
    }
}

/// Makes a copied folder's entry say what it said before about a path in that folder, and all beneath it.
fn restore_inside(ledger: &mut Ledger, path: &str, before: &Ledger) {
    for root in folders_above(path) {
        let is_at = |file: &CopiedFile| {
            let inner = &path[root.len() + 1..];
            file.path.strip_prefix(inner).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let known = before.at(root).find(|entry| matches!(entry.written, Written::Tree { .. }));
        let files = known.map_or(&[][..], |entry| entry.written.files()).iter().filter(|file| is_at(file));
        let files: Vec<CopiedFile> = files.cloned().collect();
        if let Some(known) = known
            && ledger.at(root).all(|entry| !entry.written.is_artifact())
            && !files.is_empty()
        {
            let written = Written::Tree { files };
            ledger.insert(Entry { written, ..known.clone() });
            continue;
        }
        ledger.change_at(root, |entry| {
            if let Written::Tree { files: planned } = &mut entry.written {
                planned.retain(|file| !is_at(file));
                planned.extend(files.iter().cloned());
                planned.sort_unstable_by(|one, other| one.path.cmp(&other.path));
            }
        });
    }
}

/// Refuses a path that a link leads out of the target, as it is right now.
pub(super) fn check_way(target: &Path, path: &str) -> Result<(), StepError> {
    match obstacle_above(target, path) {
        Ok(None) => Ok(()),
        Ok(Some(obstacle)) => Err(StepError::Obstacle(obstacle.message)),
        Err(PlanError::Io(error)) => Err(error.into()),
        Err(PlanError::Blocked) => Err(StepError::NoFolder),
    }
}

/// Refuses a path in one of the copied folders `trees` that any link leads to: there, none of ours is.
pub(super) fn check_inside(target: &Path, trees: &[String], path: &str) -> Result<(), StepError> {
    let is_in = |folder: &str, tree: &String| {
        folder.strip_prefix(tree.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    for folder in folders_above(path).filter(|folder| trees.iter().any(|tree| is_in(folder, tree))) {
        match fs_err::symlink_metadata(target.join(folder)) {
            Ok(metadata) if metadata.is_symlink() => {
                return Err(StepError::Obstacle(format!("`{folder}` became a link")));
            }
            Ok(_) => {}
            Err(error) if is_absent(&error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
