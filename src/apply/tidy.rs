//! Takes away what a target's `.assembly` no longer has to hold.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::ApplyError;
use super::clean::from_plan;
use super::journal::ledger_of;
use super::session_file::remove_session_files;
use super::steps::remove_if_there;
use super::write::{Own, put_own};
use crate::disk::{if_there, is_absent};
use crate::plan::{
    BACKUPS, Backup, HIDDEN, Item, LEDGER, LOCK, Ledger, PlanError, SESSIONS, STATE_FOLDER, Standing,
    backups_of, begun_session_files, session_files,
};

/// What `.assembly` holds beside the ledger's artifacts.
pub(super) struct Rest {
    /// Backups that are the only copy of something.
    pub(super) kept: Vec<Backup>,
    /// Names of those that are not.
    spare: Vec<String>,
    /// Whether the ledger remembers where things stood that are not in the backups any more.
    is_outdated: bool,
    /// Whether nothing has to stay, and something is there.
    goes: bool,
    /// Whether launchers have files for their sessions where they have nothing else any more.
    has_sessions: bool,
}

impl Rest {
    /// Looks at it; `ledger` is the one that will be true.
    pub(super) fn of(target: &Path, ledger: &Ledger) -> Result<Self, PlanError> {
        let (back, kept): (Vec<Backup>, Vec<Backup>) =
            backups_of(target, ledger)?.into_iter().partition(Backup::is_back);
        let is_kept = |name: &String| kept.iter().any(|backup| backup.name == *name);
        let is_outdated = ledger.saved().iter().any(|saved| !is_kept(&saved.backup));
        let spare = back.into_iter().map(|backup| backup.name).collect();
        let is_there = Standing::read(&target.join(STATE_FOLDER))? == Standing::Folder;
        let goes =
            is_there && kept.is_empty() && ledger.iter().next().is_none() && has_anything_of_ours(target)?;
        let has_sessions = is_there
            && has_no_projection(ledger)
            && (!session_files(target)?.is_empty() || !begun_session_files(target)?.is_empty());
        Ok(Self { kept, spare, is_outdated, goes, has_sessions })
    }

    /// Whether there is nothing to take away.
    pub(super) fn is_settled(&self) -> bool {
        self.spare.is_empty() && !self.is_outdated && !self.goes && !self.has_sessions
    }
}

/// Whether no launcher has anything in the target.
fn has_no_projection(ledger: &Ledger) -> bool {
    ledger.iter().all(|entry| entry.holder.harness().is_none())
}

/// Removes backups of what stands again where it came from, and the folder itself once nothing is left in it. Says what
/// has to stay. The lock must be held.
pub(super) fn tidy(target: &Path) -> Result<Vec<Backup>, ApplyError> {
    let mut ledger = ledger_of(target)?;
    if has_no_projection(&ledger) {
        remove_session_files(target).map_err(from_plan)?;
    }
    // As long as an artifact is recorded, its original is needed.
    if ledger.iter().any(|entry| entry.original.is_some()) {
        return Ok(Rest::of(target, &ledger).map_err(from_plan)?.kept);
    }
    let Rest { kept, spare, goes, .. } = Rest::of(target, &ledger).map_err(from_plan)?;
    for name in &spare {
        remove_if_there(&target.join(BACKUPS).join(name))?;
    }
    if goes {
        remove_state_folder(target)?;
        return Ok(kept);
    }
    let before = ledger.clone();
    ledger.retain_saved(|saved| kept.iter().any(|backup| backup.name == saved.backup));
    if ledger != before {
        put_own(&target.join(LEDGER), &ledger.print().map_err(io::Error::from)?, Own::Readable)?;
    }
    Ok(kept)
}

/// Removes what is ours in `.assembly`, the lock last: whoever waits for it finds it gone and begins anew. What others
/// put into the folder stays, and stays hidden.
fn remove_state_folder(target: &Path) -> io::Result<()> {
    let folder = target.join(STATE_FOLDER);
    remove_if_there(&target.join(LEDGER))?;
    remove_empty(&target.join(BACKUPS))?;
    if is_ours_alone(target)? {
        remove_if_there(&target.join(HIDDEN))?;
    }
    remove_if_there(&target.join(LOCK))?;
    remove_empty(&folder)
}

/// Whether removing the state folder would remove anything: others may have something in it.
fn has_anything_of_ours(target: &Path) -> io::Result<bool> {
    let is_there = |path: &str| Ok::<_, io::Error>(Standing::read(&target.join(path))? != Standing::Absent);
    let is_empty = |path: &Path| {
        let entries = if_there(fs_err::read_dir(path))?;
        Ok::<_, io::Error>(entries.is_some_and(|mut entries| entries.next().is_none()))
    };
    let has_empty = is_empty(&target.join(BACKUPS))? || is_empty(&target.join(SESSIONS))?;
    Ok(has_empty || is_there(LEDGER)? || is_there(LOCK)? || is_ours_alone(target)?)
}

fn is_ours_alone(target: &Path) -> io::Result<bool> {
    for entry in fs_err::read_dir(target.join(STATE_FOLDER))? {
        let path = entry?.path();
        if path != target.join(HIDDEN) && path != target.join(LOCK) {
            return Ok(false);
        }
    }
    Ok(match Standing::read(&target.join(HIDDEN))? {
        Standing::Item(Item::File { bytes, .. }) => bytes.0 == super::locked::HIDES_ALL,
        _ => true,
    })
}

pub(super) fn remove_empty(folder: &Path) -> io::Result<()> {
    match fs_err::remove_dir(folder) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty || is_absent(&error) => Ok(()),
        result => result,
    }
}
