//! What every write to a folder begins with.

use std::io::{self, Write};
use std::path::Path;

use fs_err::os::unix::fs::OpenOptionsExt;
use rustix::fs::OFlags;

use super::backups::Backups;
use super::journal::Journal;
use super::lock::Lock;
use super::sweep::sweep;
use super::{ApplyError, Event};
use crate::plan::{Ledger, STATE_FOLDER, Save, Step};

/// Does `work` under the lock of `target`, once what a killed run left is finished. `who` is told to those who wait.
pub(super) fn locked<T, E: From<ApplyError>>(
    target: &Path,
    who: &str,
    observe: &mut dyn FnMut(Event),
    work: impl FnOnce(&mut Backups<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let lock = Lock::acquire(target, who, observe).map_err(ApplyError::Io)?;
    let mut backups = Backups::new(target, observe);
    settle(target, lock.is_first, &mut backups)?;
    let done = work(&mut backups);
    drop(lock);
    done
}

fn settle(target: &Path, is_first: bool, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
    hide_state_folder(target)?;
    if !is_first {
        let finished = Journal::finish(target, backups)?;
        sweep(target)?;
        if let Some(event) = finished {
            backups.pass_on(event);
        }
    }
    Ok(())
}

/// Saves, then journals and does all `steps`, then writes the ledger. The lock must be held.
pub(super) fn carry_out(
    target: &Path,
    saves: &[Save],
    steps: &[Step],
    ledger: &Ledger,
    backups: &mut Backups<'_>,
) -> Result<(), ApplyError> {
    let moves_folder =
        |step: &Step| matches!(step, Step::SetAside { ours: None, .. } | Step::MoveAside { .. });
    if !saves.is_empty() || steps.iter().any(moves_folder) {
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
    Journal::new(steps, ledger)?.run(target, backups)
}

/// Keeps `.assembly` out of `git status`.
fn hide_state_folder(target: &Path) -> io::Result<()> {
    let path = target.join(STATE_FOLDER).join(".gitignore");
    let mut options = fs_err::OpenOptions::new();
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut file = options.append(true).create(true).mode(0o644).custom_flags(flags).open(path)?;
    // Empty when it is new, or when a run was killed right here.
    if file.metadata()?.len() == 0 { file.write_all(b"*\n") } else { Ok(()) }
}
