//! A plan in the making.

use std::collections::BTreeSet;
use std::path::Path;

use super::PlanError;
use super::change::Change;
use super::entry::{Entry, Holder};
use super::ledger::Ledger;
use super::parents::Parents;
use super::standing::Standing;
use super::state_folder::BACKUPS;
use super::step::{Save, Step};
use super::written::{Original, Written};

/// Collects what a plan consists of.
pub(super) struct Draft<'a> {
    pub(super) target: &'a Path,
    /// Whose everything is that is written.
    pub(super) holder: Holder,
    /// Whether everything goes, whoever wrote it.
    pub(super) takes_back: bool,
    /// Whether diffs are wanted.
    pub(super) diffs: bool,
    pub(super) parents: Parents<'a>,
    /// What will be true afterwards.
    pub(super) ledger: Ledger,
    pub(super) changes: Vec<Change>,
    pub(super) saves: Vec<Save>,
    /// Writes of declared artifacts.
    pub(super) steps: Vec<Step>,
    /// Changes and writes of what is no longer declared; they come last.
    pub(super) leaving: Vec<Change>,
    pub(super) removals: Vec<Step>,
    /// Folders that are missing, sorted, so that the outer one comes first.
    pub(super) folders: BTreeSet<String>,
    /// Paths where nothing will be that is there now.
    pub(super) emptied: BTreeSet<String>,
    /// Paths of files and links of ours that go out of the ledger and stay, since somebody edited them. What lies in a
    /// copied folder counts by itself, and a folder that took the place of ours does not: that is the user's own.
    pub(super) edited: BTreeSet<String>,
    asides: BTreeSet<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(target: &'a Path, holder: Holder, diffs: bool, ledger: Ledger) -> Self {
        Self {
            target,
            holder,
            takes_back: false,
            diffs,
            parents: Parents::new(target),
            ledger,
            changes: Vec::new(),
            saves: Vec::new(),
            steps: Vec::new(),
            leaving: Vec::new(),
            removals: Vec::new(),
            folders: BTreeSet::new(),
            emptied: BTreeSet::new(),
            edited: BTreeSet::new(),
            asides: BTreeSet::new(),
        }
    }

    /// Records what was written at a path, whatever harness had it before.
    pub(super) fn record(&mut self, path: &str, written: Written, original: Option<Original>) {
        let others: Vec<Holder> = self.ledger.at(path).map(|entry| entry.holder.clone()).collect();
        for holder in others {
            self.ledger.remove(path, &holder);
        }
        self.ledger.insert(self.entry(path, written, original));
    }

    /// Records our share of a file that has shares of others.
    pub(super) fn record_share(&mut self, path: &str, written: Written) {
        self.ledger.insert(self.entry(path, written, None));
    }

    fn entry(&self, path: &str, written: Written, original: Option<Original>) -> Entry {
        let (path, holder) = (path.to_owned(), self.holder.clone());
        Entry { path, holder, written, original, origins: Vec::new() }
    }

    /// Has the folders made that are missing above `path`; they are ours to remove when an artifact needs them.
    pub(super) fn make_folders_above(&mut self, path: &str, ours: bool) {
        let missing: Vec<String> = self.parents.missing_above(path).map(str::to_owned).collect();
        for folder in missing {
            if ours && self.ledger.at(&folder).next().is_none() {
                self.record_share(&folder, Written::Folder {});
            }
            self.folders.insert(folder);
        }
    }

    /// A name in the backups for the folder at `path`: readable, and free now.
    pub(super) fn free_aside(&mut self, path: &str) -> Result<String, PlanError> {
        let name = Step::aside_of(path);
        let names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
        for candidate in names {
            let path = self.target.join(BACKUPS).join(&candidate);
            if !self.asides.contains(&candidate) && Standing::read(&path)? == Standing::Absent {
                self.asides.insert(candidate.clone());
                return Ok(candidate);
            }
        }
        Ok(name)
    }

    /// What stands at a path, without asking the disk where a folder above is known to be missing.
    pub(super) fn standing(&self, path: &str) -> Result<Standing, PlanError> {
        if self.parents.missing_above(path).next().is_some() {
            return Ok(Standing::Absent);
        }
        Ok(Standing::read(&self.target.join(path))?)
    }
}
