//! Why there is no plan.

use std::io;

/// Why a target could not be planned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Problems of class stop were found in the target: a refusal. The list that was handed in has them.
    #[error("the target cannot be written as it is")]
    Blocked,
    /// The target could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PlanError {
    /// Whether this is an answer about the target (exit code 1) and no failure to read it (2).
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Blocked)
    }
}
