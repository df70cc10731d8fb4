//! Why a target was not written, or not to the end.

use std::io;

use super::codes;
use crate::diagnostic::{Diagnostic, Problems, listed};
use crate::plan::{Change, PlanError};

/// Why an apply did not reach its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// Problems of class stop in the target; nothing was written.
    #[error("the target cannot be written as it is")]
    Blocked(Problems),
    /// Things would be set aside and that was forbidden; nothing was written.
    #[error("{} of the target would be set aside", paths(.0))]
    Conflict(Vec<Change>),
    /// Some of it could not be done. Everything else was, and the ledger says so: nothing is left over for the next run.
    #[error("{}", sentences(.0))]
    Unfinished(Vec<Failure>),
    /// It was cut short by an error. What was begun is completed by the next run.
    #[error(transparent)]
    Interrupted(io::Error),
    /// The target could not be read or written. Nothing was begun.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// One path that stayed as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Relative to the target.
    pub path: String,
    /// A fragment that says why.
    pub reason: String,
    /// Whether something would have been set aside, and that was forbidden.
    pub is_conflict: bool,
}

impl ApplyError {
    /// Whether this is an answer about the target (exit code 1) and no failure to read or write it (2).
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Blocked(_) | Self::Conflict(_) => true,
            Self::Unfinished(failures) => failures.iter().all(|failure| failure.is_conflict),
            Self::Interrupted(_) | Self::Io(_) => false,
        }
    }

    /// What is true of the target now and what to do, for people.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Blocked(_) | Self::Conflict(_) => None,
            Self::Unfinished(_) => Some(
                "everything else was written; make way there and run again, or take it out of the launcher",
            ),
            Self::Interrupted(_) => Some("what was begun is completed by the next run"),
            Self::Io(_) => Some("nothing was written"),
        }
    }

    /// The problems of a refusal; none for a failure, which is its own message.
    pub fn into_problems(self) -> Problems {
        let mut problems = Problems::new();
        match self {
            Self::Blocked(blocked) => return blocked,
            Self::Conflict(changes) => {
                for change in &changes {
                    problems.extend(change.backups.iter().map(|(path, _)| conflict(change, path)));
                }
            }
            Self::Unfinished(_) | Self::Interrupted(_) | Self::Io(_) => {}
        }
        problems
    }

    /// Takes the problems that the planner found along, when they are the reason.
    pub(super) fn from_plan(error: PlanError, problems: &mut Problems) -> Self {
        match error {
            PlanError::Blocked => Self::Blocked(std::mem::take(problems)),
            PlanError::Io(error) => Self::Io(error),
        }
    }
}

fn conflict(change: &Change, path: &str) -> Diagnostic {
    let message = format!("`{path}` would be set aside: {}", change.reason);
    let diagnostic = Diagnostic::new(&codes::CONFLICT, message)
        .help("move it away, or run with `--conflict backup` to keep a copy in `.assembly/backups`");
    match &change.place {
        Some(place) => diagnostic.label(place, "this would be written in its place"),
        None => diagnostic,
    }
}

fn sentences(failures: &[Failure]) -> String {
    let sentence = |failure: &Failure| format!("`{}` stayed as it was: {}", failure.path, failure.reason);
    failures.iter().map(sentence).collect::<Vec<_>>().join("; ")
}

fn paths(changes: &[Change]) -> String {
    listed(changes.iter().flat_map(|change| &change.backups).map(|(path, _)| path))
}
