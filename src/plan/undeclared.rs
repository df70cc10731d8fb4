//! What happens to a path that the ledger knows and nobody declares any more: the last rows of the ledger's table.

use std::collections::BTreeSet;

use super::PlanError;
use super::change::{Action, Change, Kind, diff_of};
use super::declared::EDITED;
use super::draft::Draft;
use super::drift::GONE;
use super::drift::{Drift, DriftState};
use super::entry::Entry;
use super::fingerprint::fingerprint_of;
use super::parents::Parent;
use super::standing::{Item, Standing, State};
use super::state_folder::BACKUPS;
use super::step::{NewFile, Step};
use super::tree::{Edits, Leaving};
use super::written::{CopiedFile, Original, Written};
use crate::digest::Digest;

/// What comes back when ours goes.
pub(super) enum Return {
    Nothing { lost: bool },
    Item(Item),
    Folder { aside: String },
    Tree(Vec<NewFile>),
}

impl Draft<'_> {
    /// Lets everything go of these entries, which are sorted, that is not declared.
    pub(super) fn let_all_go(
        &mut self,
        entries: &[Entry],
        declared: &BTreeSet<&str>,
    ) -> Result<(), PlanError> {
        for entry in entries {
            if entry.written.is_artifact() && !declared.contains(entry.path.as_str()) {
                self.let_go(entry)?;
            }
        }
        // Sorted backwards, an inner folder comes before the one it is in.
        for entry in entries.iter().rev().filter(|entry| entry.written == Written::Folder {}) {
            let inside = format!("{}/", entry.path);
            if !declared.iter().any(|path| path.starts_with(&inside)) {
                self.let_folder_go(entry)?;
            }
        }
        Ok(())
    }

    /// How something stands, and why it goes; when everything goes, that need not be said.
    pub(super) fn with_why(&self, said: &str, why: &str) -> String {
        if self.takes_back || why.is_empty() { said.to_owned() } else { format!("{said}; {why}") }
    }

    pub(super) fn why_it_goes(&self, entry: &Entry) -> String {
        match entry.holder.launcher() {
            Some(launcher) if self.takes_back => format!("launcher `{launcher}` wrote it"),
            _ => entry.why_it_goes(&self.holder),
        }
    }

    /// Lets one artifact go.
    pub(super) fn let_go(&mut self, entry: &Entry) -> Result<(), PlanError> {
        self.ledger.remove(&entry.path, &entry.holder);
        let (standing, reason) = match self.parents.of(&entry.path)? {
            Parent::Folder | Parent::Missing => (self.standing(&entry.path)?, EDITED),
            Parent::Leaves { .. } => (Standing::Folder, "a folder above it became a link"),
            Parent::NotAFolder { .. } => (Standing::Folder, "a folder above it became something else"),
        };
        let is_tree = matches!(entry.written, Written::Tree { .. });
        if is_tree && standing == Standing::Folder && reason == EDITED {
            let returns = self.original_of(entry)?;
            let why = self.why_it_goes(entry);
            let leaving = Leaving { why, returns, edits: Edits::Keep };
            return self.let_tree_go(entry, leaving).map(drop);
        }
        let state = standing.state();
        let mut reason = reason.to_owned();
        if reason == EDITED
            && !entry.is_as_written(&state)
            && let Some(share) = entry.share()
            && self.take_entries_out(entry, &share, &standing, &mut reason)?
        {
            return Ok(());
        }
        if state == (State::Absent {}) {
            return self.put_original_back(entry, Action::Drop, &standing);
        }
        if entry.is_as_written(&state) {
            return self.put_original_back(entry, Action::Remove, &standing);
        }
        if let Some(original) = entry.original.as_ref().filter(|original| original.is(&state)) {
            if original.is_created() {
                self.edited.insert(entry.path.clone());
            }
            "it is what stood there before".clone_into(&mut reason);
        } else {
            if standing.item().is_some() && !entry.is_in_file_of_others() {
                self.edited.insert(entry.path.clone());
            }
            if let Some(original) = &entry.original {
                reason = format!("{reason}; what stood there before is {}", original.shown());
                self.ledger.remember_original(&entry.path, original);
            }
        }
        let name = fingerprint_of(&state);
        let drift = Drift::edited(self.with_why(&reason, &self.why_it_goes(entry)));
        self.leaving.push(Change {
            path: entry.path.clone(),
            kind: kind_of(entry),
            action: Action::Keep,
            reason,
            drift,
            before: name.clone(),
            after: name,
            diff: None,
            place: None,
            backups: Vec::new(),
        });
        Ok(())
    }

    pub(super) fn put_original_back(
        &mut self,
        entry: &Entry,
        action: Action,
        standing: &Standing,
    ) -> Result<(), PlanError> {
        let path = entry.path.clone();
        let before = standing.state();
        let returns = self.original_of(entry)?;
        let mut reason = self.why_it_goes(entry);
        let drift = match action {
            Action::Drop => Drift::new(DriftState::Missing, self.with_why(GONE, &reason)),
            _ => Drift::stale(reason.clone()),
        };
        reason.push_str(match &returns {
            Return::Nothing { lost: true } => "; the backup of what stood there is gone",
            Return::Nothing { lost: false } => "",
            Return::Item(_) | Return::Folder { .. } | Return::Tree(_) => {
                "; what stood there before comes back"
            }
        });
        let after = if let Return::Item(item) = &returns { Some(item) } else { None };
        let found = standing.item();
        self.leaving.push(Change {
            path: path.clone(),
            kind: kind_of(entry),
            action,
            reason,
            drift,
            before: fingerprint_of(&before),
            after: after.and_then(|item| fingerprint_of(&item.state())),
            diff: self.diffs.then(|| diff_of(&path, found, after)).flatten(),
            place: None,
            backups: Vec::new(),
        });
        if !matches!(returns, Return::Nothing { .. }) {
            self.make_folders_above(&path, false);
            if entry.original.as_ref().is_some_and(Original::is_created) {
                self.edited.insert(path.clone());
            }
        }
        match returns {
            Return::Item(item) if found == Some(&item) => {}
            Return::Item(after) => self.removals.push(Step::Put { path, before, after }),
            Return::Folder { aside } => {
                self.removals.push(Step::PutBack { path, before, aside, ours: None });
            }
            Return::Tree(files) => self.removals.push(Step::MakeTree { path, before, files, aside: None }),
            Return::Nothing { .. } => {
                self.emptied.insert(path.clone());
                if found.is_some() {
                    self.removals.push(Step::Remove { path, before });
                }
            }
        }
        Ok(())
    }

    /// What stood at the path before us, if the backups still have it.
    pub(super) fn original_of(&self, entry: &Entry) -> Result<Return, PlanError> {
        let backup = |name: &str| Standing::read(&self.target.join(BACKUPS).join(name));
        Ok(match &entry.original {
            None => Return::Nothing { lost: false },
            Some(Original::Link { destination, .. }) => {
                Return::Item(Item::Link { destination: destination.clone() })
            }
            Some(Original::File { sha256, mode, backup: name, .. }) => match backup(name)? {
                Standing::Item(Item::File { bytes, .. }) if Digest::of(&bytes.0) == *sha256 => {
                    Return::Item(Item::File { bytes, mode: *mode })
                }
                _ => Return::Nothing { lost: true },
            },
            Some(Original::Folder { backup: name }) => match backup(name)? {
                Standing::Folder => Return::Folder { aside: name.clone() },
                _ => Return::Nothing { lost: true },
            },
            Some(Original::Tree { files }) => {
                let mut returning = Vec::with_capacity(files.len());
                for CopiedFile { path, sha256, mode } in files {
                    match backup(&sha256.to_string())? {
                        Standing::Item(Item::File { bytes, .. }) if Digest::of(&bytes.0) == *sha256 => {
                            returning.push(NewFile { path: path.clone(), bytes, mode: *mode });
                        }
                        _ => return Ok(Return::Nothing { lost: true }),
                    }
                }
                Return::Tree(returning)
            }
        })
    }

    /// Lets a folder go that we made, when nothing will be in it. Inner folders have to come first.
    pub(super) fn let_folder_go(&mut self, entry: &Entry) -> Result<(), PlanError> {
        let path = &entry.path;
        let is_there = self.parents.of(path)? == Parent::Folder && self.standing(path)? == Standing::Folder;
        if !is_there {
            self.ledger.remove(path, &entry.holder);
            return Ok(());
        }
        for name in super::survey::names_in(&self.target.join(path))? {
            if !self.emptied.contains(&format!("{path}/{name}")) {
                return Ok(());
            }
        }
        self.ledger.remove(path, &entry.holder);
        self.emptied.insert(path.clone());
        self.removals.push(Step::RemoveFolder { path: path.clone() });
        Ok(())
    }
}

fn kind_of(entry: &Entry) -> Kind {
    match entry.written {
        Written::Link { .. } => Kind::Link,
        Written::Lines(_) | Written::Exclude(_) => Kind::Lines,
        Written::Tree { .. } => Kind::Tree,
        Written::Entries(_) => Kind::Entries,
        Written::File { .. } | Written::Folder {} => Kind::File,
    }
}
