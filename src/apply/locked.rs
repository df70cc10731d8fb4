//! What every write to a folder begins with.

use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use fs_err::os::unix::fs::OpenOptionsExt;
use rustix::fs::OFlags;

use super::backups::Backups;
use super::journal::Journal;
use super::lock::Lock;
use super::rescue::rescue;
use super::steps::remove_if_there;
use super::sweep::sweep;
use super::write::Own;
use super::{ApplyError, Conflict, Event};
use crate::plan::{JOURNAL, Ledger, STATE_FOLDER, Save, Step};

/// Who writes, and what for.
pub(super) struct Errand<'a> {
    /// Told to those who wait.
    pub(super) who: &'a str,
    /// Paths that are written, whatever the ledger knows.
    pub(super) paths: &'a dyn Fn() -> Vec<String>,
    pub(super) conflict: Conflict,
}

/// Does `work` under the lock of `target`, once what a killed run left is finished.
pub(super) fn locked<T, E: From<ApplyError>>(
    target: &Path,
    errand: &Errand<'_>,
    observe: &mut dyn FnMut(Event),
    work: impl FnOnce(&mut Backups<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let lock = Lock::acquire(target, errand.who, observe).map_err(ApplyError::Io)?;
    let mut backups = Backups::new(target, observe);
    settle(target, errand, &mut backups).map_err(|error| interrupted(target, error))?;
    let done = work(&mut backups);
    drop(lock);
    done
}

fn settle(target: &Path, errand: &Errand<'_>, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
    hide_state_folder(target)?;
    sweep(target)?;
    if let Some(event) = Journal::finish(target, backups, errand.conflict)? {
        let is_lost = matches!(event, Event::JournalSetAside { .. });
        backups.pass_on(event);
        if is_lost {
            rescue(target, (errand.paths)(), backups)?;
            // Only now: a rescue that is cut short begins anew.
            remove_if_there(&target.join(JOURNAL))?;
        }
    }
    Ok(())
}

/// What is to be written.
#[derive(Clone, Copy)]
pub(super) struct Writes<'a> {
    pub(super) saves: &'a [Save],
    pub(super) steps: &'a [Step],
    pub(super) ledger: &'a Ledger,
}

impl Writes<'_> {
    /// Saves, then journals and does all steps, then writes the ledger. The lock must be held.
    pub(super) fn carry_out(
        self,
        target: &Path,
        backups: &mut Backups<'_>,
        conflict: Conflict,
    ) -> Result<(), ApplyError> {
        self.try_to(target, backups, conflict).map_err(|error| interrupted(target, error))
    }

    fn try_to(self, target: &Path, backups: &mut Backups<'_>, conflict: Conflict) -> Result<(), ApplyError> {
        let Self { saves, steps, ledger } = self;
        let keeps = !saves.is_empty() || steps.iter().any(Step::moves_folder);
        if keeps {
            backups.prepare()?;
        }
        if !saves.is_empty() {
            for save in saves {
                backups.copy(&save.item)?;
            }
            backups.sync()?;
            for save in saves.iter().filter(|save| save.told) {
                backups.tell(&save.path, &save.item.backup_name());
            }
        }
        // A journal that is lost with the power must not take along what it says about things of the user's.
        let own = if keeps { Own::PrivateAndSynced } else { Own::Private };
        Journal::new(steps, ledger)?.after_that_of(target)?.run(target, backups, conflict, own)
    }
}

/// A failure after which the journal stands is completed by the next run.
fn interrupted(target: &Path, error: ApplyError) -> ApplyError {
    match error {
        ApplyError::Io(error) if fs_err::symlink_metadata(target.join(JOURNAL)).is_ok() => {
            ApplyError::Interrupted(error)
        }
        error => error,
    }
}

/// What `.assembly/.gitignore` says.
pub(super) const HIDES_ALL: &[u8] = b"*\n";

/// Keeps `.assembly` out of `git status`.
fn hide_state_folder(target: &Path) -> io::Result<()> {
    let path = target.join(STATE_FOLDER).join(".gitignore");
    let mut options = fs_err::OpenOptions::new();
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut file = options.append(true).create(true).mode(0o644).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    // Empty when it is new, or when a run was killed right here.
    if metadata.len() > 0 {
        return Ok(());
    }
    file.write_all(HIDES_ALL)?;
    if metadata.mode() & 0o777 == 0o644 {
        return Ok(());
    }
    file.set_permissions(PermissionsExt::from_mode(0o644))
}
