//! Completes what another run began.

use std::io;
use std::path::Path;

use super::backups::Backups;
use super::copies::OwnCopy;
use super::journal::{FORMAT, Journal, has_left, trees_of};
use super::new::New;
use super::outcome::{Outcome, StepError, check_way};
use super::steps::{Pace, Worker};
use super::{ApplyError, Conflict, Event, Failure};
use crate::diagnostic::{Diagnostic, Problems};
use crate::plan::{
    Change, Item, JOURNAL, LEDGER, Ledger, Standing, State, Step, beneath_an_item, codes, format_of, is_newer,
};

impl Journal<'_> {
    /// Finishes what another run began, if there is a journal. One that makes no sense is only saved: it has to stay until
    /// what its run left is safe. The lock must be held.
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
            let backup = format!("{}/{}", crate::plan::BACKUPS, found.backup_name());
            return Ok(Some(Event::JournalSetAside { backup }));
        };
        let (pace, outcome) = (Pace::Again, Outcome::default());
        let (planned, before) = journal.ledgers(target)?;
        let trees = trees_of(&[&planned, &before]);
        let mut worker = Worker { target, backups, pace, conflict, trees, outcome };
        let is_done = journal.is_done(target)?;
        // So it seems, too, when the steps leave the ledger as it is: what they left goes all the same.
        let done = journal.steps.iter().filter(|_| is_done);
        let (mut left, mut events) = (Vec::new(), Vec::new());
        for step in journal.undone.iter().chain(done) {
            match worker.clear_after(step) {
                Err(StepError::Io(error)) if has_left(target, step) => {
                    left.push(step.clone());
                    events
                        .push(Event::LeftUndone { path: step.path().to_owned(), reason: error.to_string() });
                }
                // What else cannot be cleared is only in the way.
                Ok(()) | Err(_) => {}
            }
        }
        for event in events {
            backups.pass_on(event);
        }
        if is_done {
            journal.close(target, left)?;
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
