//! The hidden command that watches over a program under trial.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;

use super::exit::{Failure, Outcome, SUCCESS};

/// Talks over stdin and stdout with the process that wants the trial.
pub(super) fn run() -> Outcome {
    let trouble = |error: io::Error| Failure::trouble(error.to_string());
    // A file, because `Stdin` reads ahead.
    let caller = io::stdin().as_fd().try_clone_to_owned().map(File::from).map_err(trouble)?;
    crate::trial::guard(caller, io::stdout().lock()).map_err(trouble)?;
    Ok(SUCCESS)
}
