//! Why nothing was put in place.

use std::io;

use crate::bundle::Finding;
use crate::diagnostic::{Diagnostic, Problems};

/// Why a destination is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// What stands there, or what should go there, is not as it has to be.
    #[error("nothing was written")]
    Refused(Problems),
    /// The destination cannot be one.
    #[error("{message}")]
    Unusable {
        /// What is wrong.
        message: String,
        /// What to type.
        help: String,
    },
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PlaceError {
    /// A refusal for one reason.
    pub(in crate::bundle) fn refused(diagnostic: Diagnostic) -> Self {
        let mut problems = Problems::new();
        problems.push(diagnostic);
        Self::Refused(problems)
    }

    /// A refusal of what does not verify.
    pub(in crate::bundle) fn findings(findings: &[Finding]) -> Self {
        let mut problems = Problems::new();
        problems.extend(findings.iter().map(Finding::diagnostic));
        Self::Refused(problems)
    }

    /// Whether this is an answer about what stands or should go there (exit code 1), and no failure to read or write
    /// it (2).
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}
