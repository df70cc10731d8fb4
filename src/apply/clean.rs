//! Takes back what was written, and `.assembly` with it.

use std::path::Path;

use super::locked::{Errand, Writes, locked};
use super::tidy::{Rest, tidy};
use super::{ApplyError, Conflict, Event, Failure};
use crate::diagnostic::Problems;
use crate::disk::if_there;
use crate::plan::{Backup, Removal, STATE_FOLDER, plan_removal};

/// What taking a target's projections back came to.
#[derive(Debug)]
pub struct Cleaned {
    /// The plan that was carried out.
    pub removal: Removal,
    /// Of what was set aside on the way: where it stood and where it is now, both relative to the target.
    pub backups: Vec<(String, String)>,
    /// What the backups still hold, since it stands nowhere else.
    pub kept: Vec<Backup>,
    /// Whether nothing of ours is left, `.assembly` included.
    pub is_gone: bool,
}

/// Takes back everything that launchers wrote into `target`, an absolute path, and puts back what stood there before.
/// Needs no hub. When there is nothing to take back, nothing is written.
///
/// # Errors
///
/// A refusal writes nothing. After a failure the next `clean`, or `run`, completes it.
pub fn clean(target: &Path, observe: &mut dyn FnMut(Event)) -> Result<Cleaned, ApplyError> {
    let removal = plan(target)?;
    let rest = Rest::of(target, &removal.ledger).map_err(from_plan)?;
    if removal.is_unchanged && rest.is_settled() {
        let is_gone = is_absent_at(target)?;
        return Ok(Cleaned { removal, backups: Vec::new(), kept: rest.kept, is_gone });
    }
    let errand = Errand { who: "clean", paths: &Vec::new, conflict: Conflict::Backup };
    let (removal, backups, kept) = locked(target, &errand, observe, |backups| {
        let removal = plan(target)?;
        if !removal.is_unchanged {
            let Removal { saves, steps, ledger, .. } = &removal;
            Writes { saves, steps, ledger }.carry_out(target, backups, Conflict::Backup)?;
        }
        let kept = tidy(target).map_err(left_over)?;
        Ok::<_, ApplyError>((removal, std::mem::take(&mut backups.made), kept))
    })?;
    Ok(Cleaned { removal, backups, kept, is_gone: is_absent_at(target)? })
}

fn plan(target: &Path) -> Result<Removal, ApplyError> {
    let mut problems = Problems::new();
    plan_removal(target, false, &|_| true, &mut problems)
        .map_err(|error| ApplyError::from_plan(error, &mut problems))
}

/// By then, everything but `.assembly` is taken back.
fn left_over(error: ApplyError) -> ApplyError {
    match error {
        ApplyError::Io(error) => ApplyError::Unfinished(vec![Failure {
            path: STATE_FOLDER.to_owned(),
            reason: error.to_string(),
            is_conflict: false,
        }]),
        error => error,
    }
}

fn is_absent_at(target: &Path) -> Result<bool, ApplyError> {
    Ok(if_there(fs_err::symlink_metadata(target.join(STATE_FOLDER)))?.is_none())
}

pub(super) fn from_plan(error: crate::plan::PlanError) -> ApplyError {
    ApplyError::from_plan(error, &mut Problems::new())
}
