//! The command line as clap reads it. The doc comments are the help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::completions::complete_launchers;

/// Start AI coding agents with exactly the context, hooks and skills that one file declares.
#[derive(Debug, Parser)]
#[command(name = "assembly", version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 done · 1 something to report · 2 usage, no hub, I/O · 126, 127 the agent CLI \
                        cannot be started · otherwise the agent CLI's own"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What every command takes.
#[derive(Args, Clone, Debug)]
pub(super) struct Global {
    /// The folder that holds launchers.kdl [default: `$ASSEMBLY_HUB`, the nearest folder upwards that has one, or
    /// the one in the user's configuration]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) hub: Option<PathBuf>,
    /// When to use colour; drawings are for terminals, and for `always`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = false)]
    pub(super) color: ColorChoice,
    /// Say only results and what is wrong
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Say more: unchanged artifacts in `plan` and `run`, every decision in `run` and `show`
    #[arg(short, long, global = true)]
    pub(super) verbose: bool,
}

/// When to use colour and drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write what a launcher declares into its target and start the agent there
    Run(RunArguments),
    /// Find every mistake in launchers.kdl and in all it points at
    Check(CheckArguments),
    /// Show what would change in the targets, as a diff
    Plan(PlanArguments),
    /// List the launchers
    List(ListArguments),
    /// Show a launcher as it is after presets, and where each value comes from
    Show(ShowArguments),
    /// Print the script that teaches a shell to complete commands and launcher names
    ///
    /// bash: source <(assembly completions bash)
    /// zsh, after compinit: source <(assembly completions zsh)
    /// fish: assembly completions fish | source
    #[command(verbatim_doc_comment)]
    Completions(CompletionsArguments),
    /// Start the agent that a launch file describes
    #[command(name = crate::launch::LAUNCH_COMMAND, hide = true)]
    LaunchFile(LaunchFileArguments),
}

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
}

/// What to do with files that are not as assembly left them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ConflictChoice {
    /// Save them under .assembly/backups, then replace them
    Backup,
    /// Name them and write nothing
    Refuse,
}

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// The launchers to report on [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    /// How to print what was found
    #[arg(long, default_value = "human")]
    pub(super) format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
    /// Show every problem instead of the first twenty
    #[arg(long)]
    pub(super) all: bool,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
}

#[derive(Args, Debug)]
pub(super) struct PlanArguments {
    /// The launchers to plan [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(super) json: bool,
    /// Exit with 1 when anything would change
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Only a line per artifact
    #[arg(long, conflicts_with = "json")]
    pub(super) stat: bool,
}

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    /// Print one JSON document
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ShowArguments {
    /// The launcher
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) name: String,
    /// Print the decisions about one item: a module, hook, skill, option, var or environment variable
    #[arg(long, value_name = "ITEM", allow_hyphen_values = true)]
    pub(super) why: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArguments {
    /// The shell
    pub(super) shell: Shell,
}

/// The shells that can be taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Args, Debug)]
pub(super) struct LaunchFileArguments {
    /// The launch file
    pub(super) file: PathBuf,
}
