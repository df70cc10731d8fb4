//! The arguments of `run`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCompleter;

use super::completions::complete_launchers;

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct RunArguments {
    /// The launcher [default: the one whose target contains this folder]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) name: Option<String>,
    /// Words to append to the agent's arguments
    #[arg(last = true, value_name = "WORDS")]
    pub(super) words: Vec<OsString>,
    /// Write, and start nothing
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) no_launch: bool,
    /// Print the plan, the arguments, the environment and the folder; write and start nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Stop when anything that is listed would be left out
    #[arg(long)]
    pub(super) strict: bool,
    /// What to do with files that assembly did not write, or that were edited since
    #[arg(long, value_name = "HOW", default_value = "backup")]
    pub(super) conflict: ConflictChoice,
    /// Start in this terminal, also inside tmux
    #[arg(long)]
    pub(super) no_tmux: bool,
    /// With --dry-run, print the plan as one JSON document
    #[arg(long, requires = "dry_run")]
    pub(super) json: bool,
}

/// What to do with files that are not as assembly left them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ConflictChoice {
    /// Save them under .assembly/backups, then replace them
    Backup,
    /// Name them and write nothing
    Refuse,
}
