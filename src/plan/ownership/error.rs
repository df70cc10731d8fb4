//! Why a skill was not installed or uninstalled.

use std::io;
use std::path::PathBuf;

use crate::diagnostic::{Problems, listed};
use crate::plan::PlanError;

/// Why a skill was not installed or uninstalled. Unless it is one of the last three, nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OwnershipError {
    /// The name cannot be that of a folder with a skill.
    #[error("`{name}` is no name of a skill")]
    InvalidName {
        /// As it was given.
        name: String,
    },
    /// The tag cannot be recorded.
    #[error("`{owner}` is no owner tag: it may hold letters, digits, `_` and `-`")]
    InvalidOwner {
        /// As it was given.
        owner: String,
    },
    /// A file has a path that does not lie in the skill, or that another one has.
    #[error("`{path}` is no path of a file in a skill{}", if *.doubled { " a second time" } else { "" })]
    InvalidFile {
        /// As it was given.
        path: String,
        /// Whether it was given twice, or as a file and a folder.
        doubled: bool,
    },
    /// Someone else installed it, or nobody did and it is there.
    #[error("skill `{skill}` belongs to {}, not to `{caller}`", .owner.as_ref().map_or_else(|| "nobody that is recorded".to_owned(), |owner| format!("`{owner}`")))]
    NotOwnedByCaller {
        /// The skill.
        skill: String,
        /// The recorded owner; none when the ledger does not know it.
        owner: Option<String>,
        /// The tag of the caller.
        caller: String,
    },
    /// It was edited since it was installed, and would be removed.
    #[error("skill `{skill}` was edited since it was installed: {}", listed(.files))]
    Edited {
        /// The skill.
        skill: String,
        /// What was edited, within the skill; the skill itself when something else took its place.
        files: Vec<String>,
    },
    /// The folder lies in a target, whose ledger governs it.
    #[error("`{}` lies in the target `{}`, which launchers write to", .folder.display(), .target.display())]
    InsideTarget {
        /// The folder to install into.
        folder: PathBuf,
        /// The folder with that ledger.
        target: PathBuf,
    },
    /// A skill would be copied over itself or into itself.
    #[error("skill `{skill}` would be copied over or into its own source `{}`", .source_folder.display())]
    OwnSource {
        /// The skill.
        skill: String,
        /// Where it comes from.
        source_folder: PathBuf,
    },
    /// Problems of class stop, such as a broken ledger or a FIFO in the way.
    #[error("the folder cannot be written as it is")]
    Blocked(Problems),
    /// Some of it could not be done; what could is recorded. Each path and why it stayed as it was, as a sentence.
    #[error("{0}")]
    Unfinished(String),
    /// It was cut short by an error. What was begun is completed by the next run.
    #[error(transparent)]
    Interrupted(io::Error),
    /// The folder could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl OwnershipError {
    /// Whether this is an answer about the folder (exit code 1) and no failure to read or write it (2).
    pub fn is_refusal(&self) -> bool {
        !matches!(self, Self::Unfinished(_) | Self::Interrupted(_) | Self::Io(_))
    }

    /// Takes the problems that were found along, when they are the reason.
    pub(super) fn from_plan(error: PlanError, problems: Problems) -> Self {
        match error {
            PlanError::Blocked => Self::Blocked(problems),
            PlanError::Io(error) => Self::Io(error),
        }
    }
}

impl From<PlanError> for OwnershipError {
    fn from(error: PlanError) -> Self {
        Self::from_plan(error, Problems::new())
    }
}
