//! The arguments of the commands that look at targets or take something back there. The doc comments are the help.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::arguments::FormatArguments;
use super::completions::complete_known;

#[derive(Args, Debug)]
pub(super) struct StatusArguments {
    /// The launchers to look at [default: all, and what deleted ones left behind]
    #[arg(add = ArgValueCompleter::new(complete_known))]
    pub(super) names: Vec<String>,
    /// Tell which launcher, and which line of its manifest, made this file
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, conflicts_with = "names")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

/// Which target: a launcher's, or a folder.
#[derive(Args, Debug)]
pub(super) struct TargetArguments {
    /// The launcher, also one that is no longer in the manifest
    #[arg(add = ArgValueCompleter::new(complete_known))]
    pub(super) name: Option<String>,
    /// The target itself; needs no hub
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "name")]
    pub(super) target: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("which").required(true).args(["name", "target"]))]
pub(super) struct CleanArguments {
    #[command(flatten)]
    pub(super) which: TargetArguments,
    /// Say what would happen; write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum BackupsCommand {
    /// List what was set aside, where it stood and whether it stands there again
    List(BackupsListArguments),
    /// Bring back what was set aside, to where it stood
    Restore(BackupsRestoreArguments),
}

#[derive(Args, Debug)]
pub(super) struct BackupsListArguments {
    #[command(flatten)]
    pub(super) which: TargetArguments,
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

#[derive(Args, Debug)]
pub(super) struct BackupsRestoreArguments {
    /// The backup: the beginning of its name, or the path in the target that it came from
    pub(super) backup: String,
    #[command(flatten)]
    pub(super) which: TargetArguments,
    /// Write it there instead of where it stood; nothing may stand there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) to: Option<PathBuf>,
}
