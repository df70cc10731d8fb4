//! What can go wrong with a trial itself. That the program fails is an outcome.

use std::io;

use thiserror::Error;

/// Why there is no outcome.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The guard could not be started.
    #[error("cannot start a process to watch over the program: {0}")]
    NoGuard(#[source] io::Error),
    /// The guard ended before it had anything to report.
    #[error("the process that watches over the program ended early: {0}")]
    GuardLost(#[source] io::Error),
}
