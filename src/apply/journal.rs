//! What an apply is about to do, so that another run can finish it without the hub.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::aside::OwnCopy;
use super::backups::Backups;
use super::folder::copy_of;
use super::new::New;
use super::outcome::{Outcome, check_way};
use super::steps::{Pace, Worker};
use super::write::{Own, put_own, temporary_of};
use super::{ApplyError, Conflict, Event, Failure};
use crate::diagnostic::{Diagnostic, Problems};
use crate::plan::{
    Change, Entry, Item, JOURNAL, LEDGER, Ledger, Standing, State, Step, Written, beneath_an_item, codes,
    format_of, is_newer,
};

const FORMAT: &str = "assembly.journal/1";

/// All that is left to do once the backups are safe.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal<'a> {
    format: String,
    steps: Cow<'a, [Step]>,
    /// Steps that were given up: only what they left under temporary names is cleared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undone: Vec<Step>,
    /// The text of the ledger that is true after the steps.
    ledger: String,
}

impl<'a> Journal<'a> {
    pub(super) fn new(steps: &'a [Step], ledger: &Ledger) -> io::Result<Self> {
        let ledger = String::from_utf8(ledger.print()?).map_err(io::Error::other)?;
        Ok(Self { format: FORMAT.to_owned(), steps: Cow::Borrowed(steps), undone: Vec::new(), ledger })
    }

    /// Does it all, the journal itself first and last.
    pub(super) fn run(
        &self,
        target: &Path,
        backups: &mut Backups<'_>,
        conflict: Conflict,
        own: Own,
    ) -> Result<(), ApplyError> {
        if self.steps.is_empty() {
            // The ledger alone is one rename: there is no halfway to come back from.
            return Ok(put_own(&target.join(LEDGER), self.ledger.as_bytes(), Own::Readable)?);
        }
        self.write(target, own)?;
        self.carry_out(target, backups, conflict, Pace::First)
    }

    fn write(&self, target: &Path, own: Own) -> io::Result<()> {
        put_own(&target.join(JOURNAL), &serde_json::to_vec(self)?, own)
    }

    fn carry_out(
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
        if outcome.is_as_planned() && !self.steps.iter().any(|step| leaves_copy(target, step)) {
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
        let has_left = |step: &Step| {
            let temporary = temporary_of(&target.join(step.path()));
            fs_err::symlink_metadata(temporary).is_ok() || leaves_copy(target, step)
        };
        if self.undone.iter().any(has_left) {
            return put_own(&target.join(LEDGER), self.ledger.as_bytes(), Own::Readable);
        }
        self.settle(target)
    }

    /// The ledger that is true after the steps, and the one from before.
    fn ledgers(&self, target: &Path) -> io::Result<(Ledger, Ledger)> {
        let planned = Ledger::parse(self.ledger.as_bytes()).unwrap_or_default();
        Ok((planned, ledger_of(target)?))
    }

    /// What is true, and the steps that were given up or left something.
    fn corrected(&self, target: &Path, outcome: &Outcome, ledger: &Ledger) -> io::Result<Journal<'static>> {
        let is_undone = |step: &&Step| outcome.is_undone(step.path()) || leaves_copy(target, step);
        let undone = self.steps.iter().filter(is_undone).cloned().collect();
        Ok(Journal { undone, ..Journal::new(&[], ledger)? })
    }

    /// Finishes what another run began, if there is a journal. The lock must be held.
    pub(super) fn finish(
        target: &Path,
        backups: &mut Backups<'_>,
        conflict: Conflict,
    ) -> Result<Option<Event>, ApplyError> {
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
        let (pace, outcome) = (Pace::Again, Outcome::default());
        let (planned, before) = journal.ledgers(target)?;
        let trees = trees_of(&[&planned, &before]);
        let mut worker = Worker { target, backups, pace, conflict, trees, outcome };
        for step in &journal.undone {
            // What cannot be cleared is only in the way.
            _ = worker.clear_after(step);
        }
        if journal.is_done(target)? {
            fs_err::remove_file(&path)?;
        } else {
            if conflict == Conflict::Refuse {
                journal.refuse(target)?;
            }
            match journal.carry_out(target, backups, conflict, Pace::Again) {
                // The ledger says so; the plan that follows finds out whether it is still wanted.
                Err(ApplyError::Unfinished(failures)) => {
                    for Failure { path, reason, .. } in failures {
                        backups.pass_on(Event::LeftUndone { path, reason });
                    }
                }
                result => result?,
            }
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
                && journal.steps.iter().chain(&journal.undone).all(Step::stays_inside)
                && !journal.writes_through()
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

    /// Whether a step writes beneath what another one puts in place: that would be to write through a link.
    fn writes_through(&self) -> bool {
        let items = self.steps.iter().filter(|step| step.is_item()).map(Step::path);
        beneath_an_item(items, self.steps.iter().map(Step::path)).is_some()
    }

    /// Refuses to finish when that would set something aside.
    fn refuse(&self, target: &Path) -> Result<(), ApplyError> {
        let mut conflicts = Vec::new();
        for step in self.steps.iter() {
            let (path, before, after, ours) = match step {
                Step::Put { path, before, after } => (path, before, Some(New::Item(after)), None),
                Step::MakeTree { path, before, files, .. } => (path, before, Some(New::Tree(files)), None),
                Step::SetAside { path, after, ours, .. } => {
                    (path, &State::Absent {}, Some(New::Item(after)), ours.as_deref())
                }
                Step::PutBack { path, before, ours: None, .. } => (path, before, None, None),
                _ => continue,
            };
            let Ok(()) = check_way(target, path) else { continue };
            let full = target.join(path);
            let standing = Standing::read(&full)?;
            let is_conflict = match (&standing, after) {
                (Standing::Item(found), _) => {
                    found.state() != *before && after.is_none_or(|after| !after.is_same(found))
                }
                (Standing::Folder, Some(after)) => {
                    let is_ours = match ours {
                        Some(files) => OwnCopy { aside: "", files }.is_all_of(&full)?,
                        None => false,
                    };
                    !is_ours && !after.is_at(&full)?
                }
                _ => false,
            };
            if is_conflict {
                let reason = "an interrupted run would write there, and this appeared since";
                conflicts.push(Change::of_conflict(path, &standing, reason));
            }
        }
        if conflicts.is_empty() { Ok(()) } else { Err(ApplyError::Conflict(conflicts)) }
    }
}

/// The paths of all copied folders.
fn trees_of(ledgers: &[&Ledger]) -> Vec<String> {
    let is_tree = |entry: &&Entry| matches!(entry.written, Written::Tree { .. });
    let trees = ledgers.iter().flat_map(|ledger| ledger.iter()).filter(is_tree);
    trees.map(|entry| entry.path.clone()).collect()
}

/// Whether a step left a folder of ours half removed.
fn leaves_copy(target: &Path, step: &Step) -> bool {
    step.moves_copy() && fs_err::symlink_metadata(copy_of(&target.join(step.path()))).is_ok()
}

/// The ledger of a target; an empty one when there is none that can be read.
pub(super) fn ledger_of(target: &Path) -> io::Result<Ledger> {
    Ok(match Standing::read(&target.join(LEDGER))? {
        Standing::Item(Item::File { bytes, .. }) => Ledger::parse(&bytes.0).unwrap_or_default(),
        _ => Ledger::default(),
    })
}
