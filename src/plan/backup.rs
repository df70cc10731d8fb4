//! What a target's backups hold, and where it came from.

use std::path::Path;

use super::PlanError;
use super::change::Kind;
use super::ledger::Ledger;
use super::obstacle::obstacle_above;
use super::saved::Saved;
use super::standing::{Item, Standing};
use super::state_folder::{BACKUPS, StateFolder};
use super::survey::names_in;
use crate::diagnostic::Problems;

/// One thing that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Its name in `.assembly/backups/`, which its content gives it.
    pub name: String,
    /// Of a folder `Tree`.
    pub kind: Kind,
    /// Bytes, of a file.
    pub size: Option<u64>,
    /// Where it stood; empty when nobody wrote that down.
    pub origins: Vec<BackupOrigin>,
}

/// A place that a backup came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupOrigin {
    /// Relative to the target.
    pub path: String,
    /// Whether it stood there before the first write; else it was edited, or appeared, later.
    pub original: bool,
    /// Whether it stands there now.
    pub is_back: bool,
}

impl Backup {
    /// Whether it stands again wherever it came from, so that the backup is no longer needed.
    pub fn is_back(&self) -> bool {
        !self.origins.is_empty() && self.origins.iter().all(|origin| origin.is_back)
    }
}

/// All that was set aside in `target`, an absolute path, sorted by name. Only reads.
///
/// # Errors
///
/// [`PlanError::Blocked`] when `.assembly` cannot be trusted; all such problems are in `problems` then.
pub fn backups(target: &Path, problems: &mut Problems) -> Result<Vec<Backup>, PlanError> {
    let mut stops = Problems::new();
    let state = StateFolder::read(target, &mut stops)?;
    if !stops.is_empty() {
        problems.extend(stops);
        return Err(PlanError::Blocked);
    }
    backups_of(target, &state.ledger)
}

/// The same, with a ledger that was read already.
pub(crate) fn backups_of(target: &Path, ledger: &Ledger) -> Result<Vec<Backup>, PlanError> {
    let folder = target.join(BACKUPS);
    let mut found = Vec::new();
    // Names with a dot are of copies that were never finished.
    for name in names_in(&folder)?.into_iter().filter(|name| !name.starts_with('.')) {
        let standing = Standing::read(&folder.join(&name))?;
        let (kind, size) = match &standing {
            Standing::Item(Item::File { bytes, .. }) => (Kind::File, u64::try_from(bytes.0.len()).ok()),
            Standing::Item(Item::Link { .. }) => (Kind::Link, None),
            Standing::Folder => (Kind::Tree, None),
            Standing::Special(_) => (Kind::File, None),
            Standing::Absent => continue,
        };
        let mut origins = Vec::new();
        for Saved { path, original, .. } in ledger.saved().iter().filter(|saved| saved.backup == name) {
            let is_back = stands_at(target, path, &standing)?;
            origins.push(BackupOrigin { path: path.clone(), original: *original, is_back });
        }
        found.push(Backup { name, kind, size, origins });
    }
    Ok(found)
}

/// Whether the same file or link stands at a path. Of folders nobody can say without reading all of them.
fn stands_at(target: &Path, path: &str, saved: &Standing) -> Result<bool, PlanError> {
    if obstacle_above(target, path)?.is_some() {
        return Ok(false);
    }
    let Standing::Item(saved) = saved else { return Ok(false) };
    let found = Standing::read(&target.join(path))?;
    Ok(found.item().is_some_and(|found| found.same_content(saved)))
}
