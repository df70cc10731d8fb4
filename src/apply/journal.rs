//! What an apply is about to do, so that another run can finish it without the hub.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::backups::Backups;
use super::steps::{Pace, carry_out};
use super::write::put_private;
use super::{ApplyError, Event};
use crate::diagnostic::{Diagnostic, Problems};
use crate::plan::{Item, JOURNAL, LEDGER, Ledger, Standing, Step, codes, format_of, is_newer};

const FORMAT: &str = "assembly.journal/1";

/// All that is left to do once the backups are safe.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal<'a> {
    format: String,
    steps: Cow<'a, [Step]>,
    /// The text of the ledger that is true after the steps.
    ledger: String,
}

impl<'a> Journal<'a> {
    pub(super) fn new(steps: &'a [Step], ledger: &Ledger) -> io::Result<Self> {
        let ledger = String::from_utf8(ledger.print()?).map_err(io::Error::other)?;
        Ok(Self { format: FORMAT.to_owned(), steps: Cow::Borrowed(steps), ledger })
    }

    /// Does it all, the journal itself first and last.
    pub(super) fn run(&self, target: &Path, backups: &mut Backups<'_>) -> Result<(), ApplyError> {
        if self.steps.is_empty() {
            // The ledger alone is one rename: there is no halfway to come back from.
            return Ok(put_private(&target.join(LEDGER), self.ledger.as_bytes())?);
        }
        put_private(&target.join(JOURNAL), &serde_json::to_vec(self).map_err(io::Error::from)?)?;
        self.carry_out(target, backups, Pace::First)
    }

    fn carry_out(&self, target: &Path, backups: &mut Backups<'_>, pace: Pace) -> Result<(), ApplyError> {
        for step in self.steps.iter() {
            carry_out(step, target, backups, pace)?;
        }
        put_private(&target.join(LEDGER), self.ledger.as_bytes())?;
        Ok(fs_err::remove_file(target.join(JOURNAL))?)
    }

    /// Finishes what another run began, if there is a journal. The lock must be held.
    pub(super) fn finish(target: &Path, backups: &mut Backups<'_>) -> Result<Option<Event>, ApplyError> {
        let path = target.join(JOURNAL);
        let found = match Standing::read(&path)? {
            Standing::Absent => return Ok(None),
            Standing::Item(found) => found,
            Standing::Folder | Standing::Special(_) => {
                return Err(io::Error::other(format!("`{}` is not a file", path.display())).into());
            }
        };
        let journal = match &found {
            Item::File { bytes, .. } => Self::parse(&path, &bytes.0)?,
            Item::Link { .. } => None,
        };
        let Some(journal) = journal else {
            // Half a file, after the power went: the plan that follows finds out what there is to do.
            backups.prepare()?;
            backups.copy(&found)?;
            backups.sync()?;
            fs_err::remove_file(&path)?;
            let backup = format!("{}/{}", crate::plan::BACKUPS, found.backup_name());
            return Ok(Some(Event::JournalSetAside { backup }));
        };
        if journal.is_done(target)? {
            fs_err::remove_file(&path)?;
        } else {
            journal.check_parents(target)?;
            journal.carry_out(target, backups, Pace::Again)?;
        }
        Ok(Some(Event::FinishedJournal))
    }

    /// `None` when it makes no sense; a later version is refused.
    fn parse(path: &Path, text: &[u8]) -> Result<Option<Self>, ApplyError> {
        if let Some(format) = format_of(text)
            && is_newer(&format, FORMAT)
        {
            let message = format!("`{}` has the format `{format}` of a newer assembly", path.display());
            let mut problems = Problems::new();
            problems.push(Diagnostic::new(&codes::JOURNAL_NEWER, message).help("update assembly"));
            return Err(ApplyError::Blocked(problems));
        }
        let journal: Option<Self> = serde_json::from_slice(text).ok();
        Ok(journal.filter(|journal| {
            journal.format == FORMAT
                && journal.steps.iter().all(Step::stays_inside)
                && Ledger::parse(journal.ledger.as_bytes()).is_ok()
        }))
    }

    /// Whether only the removal of the journal is missing: then what is in the target may have been edited since.
    fn is_done(&self, target: &Path) -> io::Result<bool> {
        Ok(match Standing::read(&target.join(LEDGER))? {
            Standing::Item(Item::File { bytes, .. }) => bytes.0 == self.ledger.as_bytes(),
            _ => false,
        })
    }

    /// A folder may have become a link since the journal was written, or the journal came with the target.
    fn check_parents(&self, target: &Path) -> Result<(), ApplyError> {
        let mut problems = Problems::new();
        let paths = self.steps.iter().map(Step::path);
        crate::plan::check_parents(target, paths, &mut problems)
            .map_err(|error| ApplyError::from_plan(error, &mut problems))
    }
}
