//! The whole way from a projection to a target that has it.

use std::path::Path;

use super::backups::Backups;
use super::locked::{Errand, Writes, locked};
use super::rescue::paths_in;
use super::session_file::make_session_file;
use super::{ApplyError, Event};
use crate::diagnostic::Problems;
use crate::harness::{Artifact, Content, Projection};
use crate::plan::codes::LOOSENED;
use crate::plan::{Change, Options, Plan, STATE_FOLDER, Survey, complete, plan};

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
    refuse_loosening(options, &mut problems)?;
    apply_locked(target, projection, options, conflict, observe)
}

fn apply_locked(
    target: &Path,
    projection: &Projection,
    options: &Options,
    conflict: Conflict,
    observe: &mut dyn FnMut(Event),
) -> Result<Applied, ApplyError> {
    let errand = Errand { who: &projection.launcher, paths: &|| paths_of(projection), conflict };
    locked(target, &errand, observe, |backups| {
        let mut problems = Problems::new();
        let plan = plan(target, projection, options, &mut problems)
            .map_err(|error| ApplyError::from_plan(error, &mut problems))?;
        refuse_loosening(options, &mut problems)?;
        if conflict == Conflict::Refuse {
            refuse(plan.conflicts().into_iter())?;
        }
        if !plan.is_unchanged() {
            backups.pass_on(Event::Writing);
            make_session_file(target, projection.harness, &projection.launcher)?;
            carry_out(&plan, backups, conflict)?;
        }
        Ok(Applied { plan, backups: std::mem::take(&mut backups.made), problems })
    })
}

pub(super) fn carry_out(
    plan: &Plan,
    backups: &mut Backups<'_>,
    conflict: Conflict,
) -> Result<(), ApplyError> {
    let Plan { saves, steps, ledger, .. } = plan;
    Writes { saves, steps, ledger }.carry_out(&plan.target, backups, conflict)
}

/// Every path that a projection is written to.
fn paths_of(projection: &Projection) -> Vec<String> {
    let mut paths = Vec::new();
    for Artifact { path, content, .. } in &projection.artifacts {
        paths.push(path.clone());
        if let Content::Tree { files, .. } = content {
            paths.extend(paths_in(path, files));
        }
    }
    paths
}

fn refuse_loosening(options: &Options, problems: &mut Problems) -> Result<(), ApplyError> {
    let is_loosened = problems.iter().any(|problem| problem.code.name == LOOSENED.name);
    if options.strict && is_loosened { Err(ApplyError::Blocked(std::mem::take(problems))) } else { Ok(()) }
}

fn refuse<'a>(conflicts: impl Iterator<Item = &'a Change>) -> Result<(), ApplyError> {
    let conflicts: Vec<Change> = conflicts.cloned().collect();
    if conflicts.is_empty() { Ok(()) } else { Err(ApplyError::Conflict(conflicts)) }
}
