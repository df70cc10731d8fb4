//! What an apply is about to do, so that another run can finish it without the hub.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::backups::Backups;
use super::folder::copy_of;
use super::outcome::Outcome;
use super::steps::{Pace, Worker};
use super::write::{Own, put_own, temporary_of};
use super::{ApplyError, Conflict};
use crate::disk::may_be_there;
use crate::plan::{Entry, Item, JOURNAL, LEDGER, Ledger, Standing, Step, Written};

/// The name and version of the format; a change that an older assembly would misread raises the number.
pub(super) const FORMAT: &str = "assembly.journal/1";

/// All that is left to do once the backups are safe.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal<'a> {
    pub(super) format: String,
    pub(super) steps: Cow<'a, [Step]>,
    /// Steps that were given up: only what they left under temporary names is cleared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) undone: Vec<Step>,
    /// The text of the ledger that is true after the steps.
    pub(super) ledger: String,
}

impl<'a> Journal<'a> {
    pub(super) fn new(steps: &'a [Step], ledger: &Ledger) -> io::Result<Self> {
        let ledger = String::from_utf8(ledger.print()?).map_err(io::Error::other)?;
        Ok(Self { format: FORMAT.to_owned(), steps: Cow::Borrowed(steps), undone: Vec::new(), ledger })
    }

    /// Takes over what the journal that stands there could not clear: this one takes its place.
    pub(super) fn after_that_of(self, target: &Path) -> io::Result<Self> {
        let undone = match Standing::read(&target.join(JOURNAL))? {
            Standing::Item(Item::File { bytes, .. }) => {
                serde_json::from_slice(&bytes.0).map(|journal: Self| journal.undone).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        Ok(Self { undone, ..self })
    }

    /// Does it all, the journal itself first and last.
    pub(super) fn run(
        &self,
        target: &Path,
        backups: &mut Backups<'_>,
        conflict: Conflict,
        own: Own,
    ) -> Result<(), ApplyError> {
        if self.steps.is_empty() && self.undone.is_empty() {
            // The ledger alone is one rename: there is no halfway to come back from.
            return Ok(put_own(&target.join(LEDGER), self.ledger.as_bytes(), Own::Readable)?);
        }
        self.write(target, own)?;
        self.carry_out(target, backups, conflict, Pace::First)
    }

    fn write(&self, target: &Path, own: Own) -> io::Result<()> {
        put_own(&target.join(JOURNAL), &serde_json::to_vec(self)?, own)
    }

    /// Does the steps; what could not be done is left out of the ledger.
    pub(super) fn carry_out(
        &self,
        target: &Path,
        backups: &mut Backups<'_>,
        conflict: Conflict,
        pace: Pace,
    ) -> Result<(), ApplyError> {
        let (planned, before) = self.ledgers(target)?;
        let trees = trees_of(&[&planned, &before]);
        let mut worker = Worker { target, backups, pace, conflict, trees, outcome: Outcome::default() };
        for step in self.steps.iter() {
            worker.carry_out(step);
        }
        let outcome = worker.outcome;
        let leaves = self.steps.iter().any(|step| leaves_copy(target, step));
        if outcome.is_as_planned() && !leaves && self.undone.is_empty() {
            self.settle(target)?;
        } else {
            let ledger = outcome.correct(planned, &before);
            self.corrected(target, &outcome, &ledger)?.settle_as_new(target)?;
        }
        if outcome.failures.is_empty() { Ok(()) } else { Err(ApplyError::Unfinished(outcome.failures)) }
    }

    /// The end of it: from here on the ledger is true.
    fn settle(&self, target: &Path) -> io::Result<()> {
        put_own(&target.join(LEDGER), self.ledger.as_bytes(), Own::Readable)?;
        fs_err::remove_file(target.join(JOURNAL))
    }

    /// The same for a ledger that is not the one of the journal on the disk, which would be believed otherwise. The
    /// journal stays when a step left something under its temporary name, so that the next run clears it.
    fn settle_as_new(&self, target: &Path) -> io::Result<()> {
        self.write(target, Own::Private)?;
        if self.undone.iter().any(|step| has_left(target, step)) {
            return put_own(&target.join(LEDGER), self.ledger.as_bytes(), Own::Readable);
        }
        self.settle(target)
    }

    /// The end of a journal whose steps are done: what could not be cleared after them stays in it, for the next run.
    pub(super) fn close(self, target: &Path, left: Vec<Step>) -> io::Result<()> {
        if left.is_empty() {
            return fs_err::remove_file(target.join(JOURNAL));
        }
        Journal { steps: Cow::Owned(Vec::new()), undone: left, ..self }.write(target, Own::Private)
    }

    /// The ledger that is true after the steps, and the one from before.
    pub(super) fn ledgers(&self, target: &Path) -> io::Result<(Ledger, Ledger)> {
        let planned = Ledger::parse(self.ledger.as_bytes()).unwrap_or_default();
        Ok((planned, ledger_of(target)?))
    }

    /// What is true, and the steps that were given up or left something.
    fn corrected(&self, target: &Path, outcome: &Outcome, ledger: &Ledger) -> io::Result<Journal<'static>> {
        let is_undone = |step: &&Step| outcome.is_undone(step.path()) || leaves_copy(target, step);
        let undone = self.undone.iter().chain(self.steps.iter().filter(is_undone)).cloned().collect();
        Ok(Journal { undone, ..Journal::new(&[], ledger)? })
    }
}

/// The paths of all copied folders.
pub(super) fn trees_of(ledgers: &[&Ledger]) -> Vec<String> {
    let is_tree = |entry: &&Entry| matches!(entry.written, Written::Tree { .. });
    let trees = ledgers.iter().flat_map(|ledger| ledger.iter()).filter(is_tree);
    trees.map(|entry| entry.path.clone()).collect()
}

/// Whether a step left something under a temporary name.
pub(super) fn has_left(target: &Path, step: &Step) -> bool {
    may_be_there(&temporary_of(&target.join(step.path()))) || leaves_copy(target, step)
}

/// Whether a step left a folder of ours half removed.
fn leaves_copy(target: &Path, step: &Step) -> bool {
    step.moves_copy() && may_be_there(&copy_of(&target.join(step.path())))
}

/// The ledger of a target; an empty one when there is none that can be read.
pub(super) fn ledger_of(target: &Path) -> io::Result<Ledger> {
    Ok(match Standing::read(&target.join(LEDGER))? {
        Standing::Item(Item::File { bytes, .. }) => Ledger::parse(&bytes.0).unwrap_or_default(),
        _ => Ledger::default(),
    })
}
