//! Installs and uninstalls skills under the tag of an owner.

use std::path::{Path, PathBuf};

use super::locked::{Errand, Writes, locked};
use super::rescue::paths_in;
use super::{ApplyError, Conflict, Event};
use crate::disk::is_absent;
use crate::plan::{
    Change, Install, OwnershipError, OwnershipPlan, Standing, Uninstall, check_surroundings, read_state,
};

/// What was done in a folder of installed skills.
#[derive(Debug)]
pub struct Installed {
    /// What happened to the skill; none when it was not there and nothing had to be done.
    pub change: Option<Change>,
    /// Of what was set aside: where it stood and where it is now, both relative to the folder.
    pub backups: Vec<(String, String)>,
}

/// Copies a skill into `folder`, an absolute path, which is made if it is missing. A second time nothing is written.
///
/// # Errors
///
/// A refusal writes nothing. After a failure the folder is as before, or the next call completes it.
pub fn install(
    folder: &Path,
    skill: &Install<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<Installed, OwnershipError> {
    skill.check()?;
    let folder = without_links(folder)?;
    let plan = || check_surroundings(&folder).and_then(|()| skill.plan(&folder));
    if let Some(done) = nothing_to_do(&folder, &plan)? {
        return Ok(done);
    }
    fs_err::create_dir_all(&folder)?;
    let paths = || {
        let inside = paths_in(skill.name, skill.files);
        inside.chain([skill.name.to_owned()]).collect()
    };
    write(&folder, skill.name, &paths, &plan, observe)
}

/// Takes a skill out of `folder`, an absolute path.
///
/// # Errors
///
/// A refusal writes nothing. After a failure the folder is as before, or the next call completes it.
pub fn uninstall(
    folder: &Path,
    skill: &Uninstall<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<Installed, OwnershipError> {
    skill.check()?;
    let folder = without_links(folder)?;
    let plan = || {
        // What was installed before a launcher came can still be taken back.
        if !skill.is_recorded(&folder)? {
            check_surroundings(&folder)?;
        }
        skill.plan(&folder)
    };
    match nothing_to_do(&folder, &plan)? {
        Some(done) => Ok(done),
        None => write(&folder, skill.name, &Vec::new, &plan, observe),
    }
}

type Planner<'a> = dyn Fn() -> Result<OwnershipPlan, OwnershipError> + 'a;

/// Plans without the lock. None when there is something to write, or when someone else is, or was, at it: what is half
/// written looks like an edit.
fn nothing_to_do(folder: &Path, plan: &Planner<'_>) -> Result<Option<Installed>, OwnershipError> {
    let before = read_state(folder)?;
    if before.journal {
        return Ok(None);
    }
    match plan() {
        Ok(plan) if plan.is_unchanged() => Ok(Some(Installed { change: plan.change, backups: Vec::new() })),
        Ok(_) => Ok(None),
        Err(_) if read_state(folder)? != before => Ok(None),
        Err(error) => Err(error),
    }
}

/// Plans again under the lock, and does that.
fn write(
    folder: &Path,
    name: &str,
    paths: &dyn Fn() -> Vec<String>,
    plan: &Planner<'_>,
    observe: &mut dyn FnMut(Event),
) -> Result<Installed, OwnershipError> {
    let errand = Errand { who: &format!("skill {name}"), paths, conflict: Conflict::Backup };
    locked(folder, &errand, observe, |backups| {
        let plan = plan()?;
        if !plan.is_unchanged() {
            let OwnershipPlan { saves, steps, ledger, .. } = &plan;
            Writes { saves, steps, ledger }.carry_out(folder, backups, Conflict::Backup)?;
        }
        Ok(Installed { change: plan.change, backups: std::mem::take(&mut backups.made) })
    })
}

/// The folder without links, also where it does not exist to its end.
fn without_links(folder: &Path) -> Result<PathBuf, OwnershipError> {
    for above in folder.ancestors() {
        match fs_err::canonicalize(above) {
            Ok(real) => {
                let rest = folder.strip_prefix(above).unwrap_or(Path::new(""));
                return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
            }
            // A link to nothing is not nothing.
            Err(error) if is_absent(&error) && Standing::read(above)? == Standing::Absent => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(folder.to_owned())
}

impl From<ApplyError> for OwnershipError {
    fn from(error: ApplyError) -> Self {
        match error {
            ApplyError::Blocked(problems) => Self::Blocked(problems),
            ApplyError::Unfinished(_) => Self::Unfinished(error.to_string()),
            ApplyError::Interrupted(error) => Self::Interrupted(error),
            ApplyError::Io(error) => Self::Io(error),
            conflict @ ApplyError::Conflict(_) => Self::Blocked(conflict.into_problems()),
        }
    }
}
