//! The whole way from a projection to a target that has it.

use std::io::{self, Write};
use std::path::Path;

use fs_err::os::unix::fs::OpenOptionsExt;
use rustix::fs::OFlags;

use super::backups::Backups;
use super::journal::Journal;
use super::lock::Lock;
use super::sweep::sweep;
use super::{ApplyError, Event};
use crate::diagnostic::Problems;
use crate::harness::Projection;
use crate::plan::{Change, Options, Plan, STATE_FOLDER, Step, Survey, complete, plan};

/// What happens when something would be set aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conflict {
    /// It is kept in `.assembly/backups`.
    #[default]
    Backup,
    /// Nothing is written at all.
    Refuse,
}

/// What an apply did.
#[derive(Debug)]
pub struct Applied {
    /// The plan that was carried out; it is unchanged when there was nothing to do.
    pub plan: Plan,
    /// Of what was set aside: where it stood and where it is now, both relative to the target.
    pub backups: Vec<(String, String)>,
    /// Warnings about the target.
    pub problems: Problems,
}

/// Makes `target`, an absolute path, hold what `projection` wants.
///
/// When nothing changes, nothing is written, no lock is touched and no process is started. Otherwise waits for the
/// target's lock, finishes what a killed run left, plans again and carries that plan out.
///
/// # Errors
///
/// A refusal writes nothing. After a failure the target is as before, or the next apply completes it.
pub fn apply(
    target: &Path,
    projection: &Projection,
    options: &Options,
    conflict: Conflict,
    observe: &mut dyn FnMut(Event),
) -> Result<Applied, ApplyError> {
    let mut problems = Problems::new();
    let survey = Survey::take(target, projection, options.diffs, &mut problems)
        .map_err(|error| ApplyError::from_plan(error, &mut problems))?;
    if survey.is_unchanged() {
        let plan = complete(survey, options, &mut problems);
        return Ok(Applied { plan, backups: Vec::new(), problems });
    }
    if conflict == Conflict::Refuse && fs_err::symlink_metadata(target.join(STATE_FOLDER)).is_err() {
        // Nobody has ever written here, so nobody is at it now: refuse without leaving a lock.
        refuse(survey.conflicts())?;
    }
    drop(survey);
    apply_locked(target, projection, options, conflict, observe)
}

fn apply_locked(
    target: &Path,
    projection: &Projection,
    options: &Options,
    conflict: Conflict,
    observe: &mut dyn FnMut(Event),
) -> Result<Applied, ApplyError> {
    let lock = Lock::acquire(target, &projection.launcher, observe)?;
    hide_state_folder(target)?;
    let mut finished = None;
    let mut backups = Backups::new(target, observe);
    if !lock.is_first {
        finished = Journal::finish(target, &mut backups)?;
        sweep(target)?;
    }
    if let Some(event) = finished {
        backups.pass_on(event);
    }
    let mut problems = Problems::new();
    let plan = plan(target, projection, options, &mut problems)
        .map_err(|error| ApplyError::from_plan(error, &mut problems))?;
    if conflict == Conflict::Refuse {
        refuse(plan.conflicts().into_iter())?;
    }
    if !plan.is_unchanged() {
        carry_out(&plan, &mut backups)?;
    }
    drop(lock);
    Ok(Applied { plan, backups: backups.made, problems })
}

fn carry_out(plan: &Plan, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
    let moves_folder =
        |step: &Step| matches!(step, Step::SetAside { ours: None, .. } | Step::MoveAside { .. });
    let moves_folders = plan.steps.iter().any(moves_folder);
    if !plan.saves.is_empty() || moves_folders {
        backups.prepare()?;
    }
    if !plan.saves.is_empty() {
        for save in &plan.saves {
            backups.copy(&save.item)?;
        }
        backups.sync()?;
        for save in plan.saves.iter().filter(|save| save.told) {
            backups.tell(&save.path, &save.item.backup_name());
        }
    }
    Journal::new(&plan.steps, &plan.ledger)?.run(&plan.target, backups)
}

fn refuse<'a>(conflicts: impl Iterator<Item = &'a Change>) -> Result<(), ApplyError> {
    let conflicts: Vec<Change> = conflicts.cloned().collect();
    if conflicts.is_empty() { Ok(()) } else { Err(ApplyError::Conflict(conflicts)) }
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
