//! The folder `.assembly` of a target: its names, and what it says.

use std::path::Path;

use super::PlanError;
use super::codes;
use super::ledger::{Ledger, Unreadable};
use super::obstacle::pasted;
use super::standing::{Item, Standing, is_absent};
use crate::diagnostic::{Diagnostic, Problems};

/// The folder in a target that holds what assembly knows about it.
pub(crate) const STATE_FOLDER: &str = ".assembly";
/// The record of what was written.
pub(crate) const LEDGER: &str = ".assembly/ledger.json";
/// There during an apply, and after one that was cut short.
pub(crate) const JOURNAL: &str = ".assembly/journal.json";
/// What was set aside.
pub(crate) const BACKUPS: &str = ".assembly/backups";
/// Locked during an apply.
pub(crate) const LOCK: &str = ".assembly/lock";

/// What a target's `.assembly` holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct StateFolder {
    /// Empty when there is none.
    pub(crate) ledger: Ledger,
    /// Whether an apply is under way or was cut short.
    pub(crate) journal: bool,
}

impl StateFolder {
    /// Reads it; what is wrong with it goes to `problems`.
    pub(super) fn read(target: &Path, problems: &mut Problems) -> Result<Self, PlanError> {
        // A target can come with both from somewhere else. Links would lead writes, and moves out of the backups, away.
        for folder in [STATE_FOLDER, BACKUPS] {
            match fs_err::symlink_metadata(target.join(folder)) {
                Ok(metadata) if metadata.is_dir() => {}
                Ok(metadata) => {
                    let what = if metadata.is_symlink() { "a link" } else { "not a folder" };
                    problems.push(not_a_folder(&target.join(folder), what));
                    return Ok(Self::default());
                }
                Err(error) if is_absent(&error) && folder == STATE_FOLDER => return Ok(Self::default()),
                Err(error) if is_absent(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // The ledger is looked at before the journal: a run that ends in between has no journal any more.
        let ledger = read_ledger(target, problems)?;
        let journal = match fs_err::symlink_metadata(target.join(JOURNAL)) {
            Ok(_) => true,
            Err(error) if is_absent(&error) => false,
            Err(error) => return Err(error.into()),
        };
        Ok(Self { ledger, journal })
    }
}

fn not_a_folder(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(&codes::STATE_FOLDER, format!("`{}` is {what}", path.display()))
        .help(format!("move it away: `mv {0} {0}.old`", pasted(path)))
}

fn read_ledger(target: &Path, problems: &mut Problems) -> Result<Ledger, PlanError> {
    let path = target.join(LEDGER);
    let broken = |reason: &str| {
        Diagnostic::new(&codes::LEDGER_BROKEN, format!("`{}` cannot be understood: {reason}", path.display()))
            .help(format!(
                "to let assembly start anew with what stands there: `mv {0} {0}.old`",
                pasted(&path)
            ))
    };
    let text = match Standing::read(&path)? {
        Standing::Absent => return Ok(Ledger::default()),
        Standing::Item(Item::File { bytes, .. }) => bytes.0,
        Standing::Item(Item::Link { .. }) | Standing::Folder | Standing::Special(_) => {
            problems.push(broken("it is not a file"));
            return Ok(Ledger::default());
        }
    };
    match Ledger::parse(&text) {
        Ok(ledger) => return Ok(ledger),
        Err(Unreadable::Broken(reason)) => problems.push(broken(&reason)),
        Err(Unreadable::Newer(format)) => {
            let message = format!("`{}` has the format `{format}` of a newer assembly", path.display());
            problems.push(Diagnostic::new(&codes::LEDGER_NEWER, message).help("update assembly"));
        }
    }
    Ok(Ledger::default())
}
