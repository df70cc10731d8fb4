//! Why a target was not written, or not to the end.

use std::io;

use super::codes;
use crate::diagnostic::{Diagnostic, Problems};
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
    /// Something stands in the way that appeared while the plan was carried out. The next run tries again.
    #[error("`{path}` became a {what}")]
    Special {
        /// Relative to the target.
        path: String,
        /// `FIFO`, `socket` or `device`.
        what: &'static str,
    },
    /// The target could not be read or written. What was begun is completed by the next run.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ApplyError {
    /// Whether this is an answer about the target (exit code 1) and no failure to read or write it (2).
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Blocked(_) | Self::Conflict(_))
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
            Self::Special { .. } | Self::Io(_) => {}
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

fn paths(changes: &[Change]) -> String {
    let paths = changes.iter().flat_map(|change| &change.backups);
    let quoted: Vec<String> = paths.map(|(path, _)| format!("`{path}`")).collect();
    quoted.join(", ")
}
