//! The command line as clap reads it: what every command takes, and which there are. The arguments of each stand with it.
//! The doc comments are the help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};

use super::bundle::BundleCommand;
use super::check::CheckArguments;
use super::completions::CompletionsArguments;
use super::explain::ExplainArguments;
use super::format::FmtArguments;
use super::hook_try::HookTryArguments;
use super::import::ImportArguments;
use super::launch_file::LaunchFileArguments;
use super::list::ListArguments;
use super::new::NewCommand;
use super::plan_arguments::PlanArguments;
use super::run_arguments::RunArguments;
use super::show::ShowArguments;
use super::skill_check::SkillCheckArguments;
use super::skill_install::{SkillInstallArguments, SkillUninstallArguments};
use super::target_arguments::{BackupsCommand, CleanArguments, StatusArguments};

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

/// Every command with its options and their help.
pub(super) fn command() -> clap::Command {
    Arguments::command()
}

/// Reads the command line of this process; help and usage errors are coloured as `--color` says.
pub(super) fn parse() -> Arguments {
    let words: Vec<OsString> = std::env::args_os().collect();
    let chosen = words.iter().enumerate().find_map(|(index, word)| match word.to_str()? {
        "--color" => words.get(index + 1)?.to_str(),
        word => word.strip_prefix("--color="),
    });
    let color = match chosen {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    };
    let matches = Arguments::command().color(color).get_matches_from(words);
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Above the options that every command takes, so that those of one command stand together.
const EVERYWHERE: &str = "Options of every command";

/// What every command takes.
#[derive(Args, Clone, Debug)]
pub(super) struct Global {
    /// The folder that holds launchers.kdl [default: `$ASSEMBLY_HUB`, the nearest folder upwards that has one,
    /// `$ASSEMBLY_DIR`, or the one in the user's configuration]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = EVERYWHERE)]
    pub(super) hub: Option<PathBuf>,
    /// When to use colour; drawings are for terminals, and for `always`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = EVERYWHERE)]
    pub(super) color: ColorChoice,
    /// Say only results and what is wrong
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = EVERYWHERE)]
    pub(super) quiet: bool,
    /// Say more: unchanged artifacts in `plan` and `run`, every decision in `run` and `show`
    #[arg(short, long, global = true, help_heading = EVERYWHERE)]
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
    /// Tell what in the targets is not as it was written or declared, and why
    Status(StatusArguments),
    /// Take back what was written into a target; what stood there before returns
    Clean(CleanArguments),
    /// List or bring back what was set aside in a target
    #[command(subcommand)]
    Backups(BackupsCommand),
    /// List the launchers
    List(ListArguments),
    /// Show a launcher as it is after presets, and where each value comes from
    Show(ShowArguments),
    /// Add a launcher, module, hook or skill to the hub, or make a hub
    #[command(subcommand)]
    New(NewCommand),
    /// Try hooks before a session does
    #[command(subcommand)]
    Hook(HookCommand),
    /// Format launchers.kdl, its includes and the persons
    Fmt(FmtArguments),
    /// Turn shell launchers into nodes of launchers.kdl, and say what a manifest cannot say
    Import(ImportArguments),
    /// Check skills anywhere; install copies that know who owns them
    #[command(subcommand)]
    Skill(SkillCommand),
    /// Build, check and compare bundles: compositions as folders of their own, for any program
    #[command(subcommand)]
    Bundle(BundleCommand),
    /// Tell what a diagnostic means, with an example that fails and the same example mended
    Explain(ExplainArguments),
    /// Print the script that teaches a shell to complete commands and the names of the hub
    ///
    /// bash: eval "$(assembly completions bash)"
    ///
    /// zsh, after compinit: source <(assembly completions zsh)
    ///
    /// fish: assembly completions fish | source
    ///
    /// elvish: eval (assembly completions elvish | slurp)
    ///
    /// powershell: assembly completions powershell | Out-String | Invoke-Expression
    Completions(CompletionsArguments),
    /// Start the agent that a launch file describes
    #[command(name = crate::launch::LAUNCH_COMMAND, hide = true)]
    LaunchFile(LaunchFileArguments),
    /// Watch over a program under trial
    #[command(name = crate::trial::GUARD_COMMAND, hide = true)]
    Guard,
}

/// In which form results are printed.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct FormatArguments {
    /// How to print results
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: Format,
    /// Short for --format json
    #[arg(long)]
    json: bool,
}

impl FormatArguments {
    /// The form that was asked for.
    pub(super) fn choice(self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Whether a document is wanted.
    pub(super) fn is_json(self) -> bool {
        self.choice() == Format::Json
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Human,
    Json,
}

#[derive(Debug, Subcommand)]
pub(super) enum HookCommand {
    /// Run a hook as the agent CLI would, on a sample event, and say what the CLI would make of it
    ///
    /// The hook runs for real, with your files and variables, in the target of the launcher that lists it if that is on
    /// this machine, else in an empty folder. Nothing that it starts outlives the command.
    Try(HookTryArguments),
}

#[derive(Debug, Subcommand)]
pub(super) enum SkillCommand {
    /// Find every fault of skills, or of the skills in a folder
    Check(SkillCheckArguments),
    /// Copy a skill into a folder of skills, and record who owns it
    Install(SkillInstallArguments),
    /// Take an installed skill back
    Uninstall(SkillUninstallArguments),
}
