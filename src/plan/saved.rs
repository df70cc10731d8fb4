//! What the ledger remembers of the backups: where each thing stood that is kept there.

use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::entry::Entry;
use super::ledger::{Ledger, is_artifact_path, is_backup_name};
use super::step::Step;
use super::written::Original;

/// Something that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    /// Where it stood, relative to the target.
    pub(crate) path: String,
    /// Its name in `.assembly/backups/`.
    pub(crate) backup: String,
    /// Whether it stood there before the first write.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) original: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Saved {
    /// A ledger comes with the target, so it is not trusted to name only paths inside.
    pub(super) fn check(&self) -> Result<(), String> {
        match (is_artifact_path(&self.path), is_backup_name(&self.backup)) {
            (false, _) => Err(format!("`{}` is no path of an artifact", self.path)),
            (_, false) => Err(format!("`{}` is no name of a backup", self.backup)),
            (true, true) => Ok(()),
        }
    }

    pub(super) fn key(&self) -> (&str, &str) {
        (&self.path, &self.backup)
    }
}

impl Ledger {
    /// What was set aside, sorted by path and name; not all of it needs to be in the backups still.
    pub(crate) fn saved(&self) -> &[Saved] {
        &self.backups
    }

    /// Remembers where something stood. An original stays one.
    pub(crate) fn remember(&mut self, path: &str, backup: &str, original: bool) {
        let saved = Saved { path: path.to_owned(), backup: backup.to_owned(), original };
        match self.backups.binary_search_by(|known| known.key().cmp(&saved.key())) {
            Ok(at) => self.backups[at].original |= original,
            Err(at) => self.backups.insert(at, saved),
        }
    }

    /// Remembers what stood at a path when nobody expected it.
    pub(crate) fn remember_found(&mut self, path: &str, found: &Original, is_original: bool) {
        if let Original::File { backup, .. } | Original::Link { backup, .. } | Original::Folder { backup } =
            found
        {
            self.remember(path, backup, is_original);
        }
    }

    /// Remembers an original, or each file of it.
    pub(crate) fn remember_original(&mut self, path: &str, original: &Original) {
        match original {
            Original::File { backup, .. } | Original::Link { backup, .. } | Original::Folder { backup } => {
                self.remember(path, backup, true);
            }
            Original::Tree { files } => {
                for file in files {
                    self.remember(&format!("{path}/{}", file.path), &file.sha256.to_string(), true);
                }
            }
        }
    }

    /// Forgets all that `keeps` does not name.
    pub(crate) fn retain_saved(&mut self, keeps: impl Fn(&Saved) -> bool) {
        self.backups.retain(keeps);
    }
}

impl Draft<'_> {
    /// Has the ledger remember all that the plan sets aside.
    pub(super) fn remember_saves(&mut self) {
        for save in &self.saves {
            self.ledger.remember(&save.path, &save.item.backup_name(), false);
        }
        for step in self.steps.iter().chain(&self.removals) {
            if let Step::SetAside { path, aside, ours: None, .. }
            | Step::MakeTree { path, aside: Some(aside), .. } = step
            {
                self.ledger.remember(path, aside, false);
            }
        }
        let originals: Vec<Entry> =
            self.ledger.iter().filter(|entry| entry.original.is_some()).cloned().collect();
        for Entry { path, original, .. } in &originals {
            if let Some(original) = original {
                self.ledger.remember_original(path, original);
            }
        }
    }
}
