//! The hidden command that a new tmux window runs: becomes the agent that a launch file describes.

use std::path::PathBuf;

use clap::Args;

use super::exit::Failure;
use super::printer::Printer;
use crate::Environment;
use crate::launch::run_launch_file;

#[derive(Args, Debug)]
pub(super) struct LaunchFileArguments {
    /// The launch file
    pub(super) file: PathBuf,
}

/// Returns an exit code only when the agent could not be started; the window shows why.
pub(super) fn run(arguments: &LaunchFileArguments, environment: &Environment, printer: &Printer) -> u8 {
    let error = run_launch_file(&arguments.file, environment);
    let failure = Failure::from(error);
    printer.failure(&failure);
    failure.code
}
