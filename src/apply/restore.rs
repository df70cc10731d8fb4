//! Brings back what was set aside.

use std::io::{self, ErrorKind};
use std::path::Path;

use super::folder::copy_whole;
use super::locked::{Errand, Writes, locked};
use super::write::make;
use super::{ApplyError, Conflict, Event};
use crate::diagnostic::Problems;
use crate::plan::{BACKUPS, Restoration, Standing, is_backup_name, plan_restoration};

/// Brings the backup `name` of `target` back to `path`, relative to the target. What stands there is set aside itself;
/// `observe` is told. When it stands there already, nothing is written.
///
/// # Errors
///
/// A refusal writes nothing. After a failure the next apply completes it.
pub fn restore(
    target: &Path,
    name: &str,
    path: &str,
    observe: &mut dyn FnMut(Event),
) -> Result<(), ApplyError> {
    let plan = || {
        let mut problems = Problems::new();
        plan_restoration(target, name, path, &mut problems)
            .map_err(|error| ApplyError::from_plan(error, &mut problems))
    };
    let is_done = |plan: &Restoration| plan.steps.is_empty();
    let first = plan()?;
    if is_done(&first) && !first.journal {
        return Ok(());
    }
    let errand = Errand { who: "backups restore", paths: &Vec::new, conflict: Conflict::Backup };
    locked(target, &errand, observe, |backups| {
        let restoration = plan()?;
        if is_done(&restoration) {
            return Ok(());
        }
        let Restoration { saves, steps, ledger, .. } = &restoration;
        Writes { saves, steps, ledger }.carry_out(target, backups, Conflict::Backup)
    })
}

/// Writes a copy of the backup `name` of `target` to where nothing stands.
///
/// # Errors
///
/// When something stands there, or it cannot be written; then nothing is left there.
pub fn export(target: &Path, name: &str, to: &Path) -> io::Result<()> {
    let gone = || io::Error::new(ErrorKind::NotFound, format!("there is no backup `{name}`"));
    if !is_backup_name(name) {
        return Err(gone());
    }
    if Standing::read(to)? != Standing::Absent {
        return Err(io::Error::new(ErrorKind::AlreadyExists, format!("`{}` is there already", to.display())));
    }
    let from = target.join(BACKUPS).join(name);
    match Standing::read(&from)? {
        Standing::Item(item) => make(to, &item),
        Standing::Folder => copy_whole(&from, to),
        Standing::Absent | Standing::Special(_) => Err(gone()),
    }
}
