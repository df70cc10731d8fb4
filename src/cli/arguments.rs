//! The command line as clap reads it. The doc comments are the help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::completions::{complete_events, complete_hooks, complete_launchers};
use super::new::NewCommand;
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
    Bundle(super::bundle::BundleCommand),
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
    /// Watch over a program under trial
    #[command(name = crate::trial::GUARD_COMMAND, hide = true)]
    Guard,
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

#[derive(Args, Debug)]
pub(super) struct CheckArguments {
    /// The launchers to report on [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    #[command(flatten)]
    pub(super) format: FormatArguments,
    /// Show every problem instead of the first twenty
    #[arg(long)]
    pub(super) all: bool,
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

#[derive(Args, Debug)]
pub(super) struct PlanArguments {
    /// The launchers to plan [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    #[command(flatten)]
    pub(super) format: FormatArguments,
    /// Exit with 1 when anything would change
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Only a line per artifact
    #[arg(long)]
    pub(super) stat: bool,
}

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

#[derive(Args, Debug)]
pub(super) struct ShowArguments {
    /// The launcher
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) name: String,
    /// Print the decisions about one item: a module, hook, skill, person, role, seat, personality, source, option, var
    /// or environment variable
    #[arg(long, value_name = "ITEM", allow_hyphen_values = true)]
    pub(super) why: Option<String>,
    #[command(flatten)]
    pub(super) format: FormatArguments,
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

#[derive(Args, Debug)]
pub(super) struct ImportArguments {
    /// Shell launchers, or folders of them; they are read, not run
    #[arg(required = true, value_name = "SCRIPT", value_hint = ValueHint::AnyPath)]
    pub(super) scripts: Vec<PathBuf>,
    /// Put the nodes behind what launchers.kdl of the scripts' hub says, instead of printing them
    #[arg(long)]
    pub(super) write: bool,
    /// Lift what all of them share into a preset of this name
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Option<String>,
    /// Run each script and its launcher, with a stand-in for the agent, in a scratch copy of home, and show every
    /// difference
    #[arg(long)]
    pub(super) verify: bool,
}

#[derive(Args, Debug)]
pub(super) struct FmtArguments {
    /// Write nothing; show what would change as a diff, and exit with 1 if anything would
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum HookCommand {
    /// Run a hook as the agent CLI would, on a sample event, and say what the CLI would make of it
    ///
    /// The hook runs for real, with your files and variables, in the target of the launcher that lists it if that is on
    /// this machine, else in an empty folder. Nothing that it starts outlives the command.
    Try(HookTryArguments),
}

#[derive(Args, Debug)]
pub(super) struct HookTryArguments {
    /// The hook, a file name in hooks/
    #[arg(value_name = "HOOK", required_unless_present = "all", add = ArgValueCompleter::new(complete_hooks))]
    pub(super) name: Option<String>,
    /// The event [default: those under which launchers list the hook, else the first one that its text names, else
    /// `UserPromptSubmit`]
    #[arg(long, add = ArgValueCompleter::new(complete_events))]
    pub(super) event: Option<String>,
    /// What the user typed, for events that have a prompt
    #[arg(long, value_name = "TEXT", conflicts_with = "input", allow_hyphen_values = true)]
    pub(super) prompt: Option<String>,
    /// Give the hook this file to read instead of the sample event; - is stdin
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    pub(super) input: Option<PathBuf>,
    /// End the hook after so many seconds [default: as its entry says, else as the agent CLI does; with --all at most 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(super) timeout: Option<f64>,
    /// Try every hook of the hub, each on a normal, an empty and an invalid input
    #[arg(long, conflicts_with_all = ["name", "event", "prompt", "input"])]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "write a number of seconds above 0".to_owned())
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

#[derive(Args, Debug)]
pub(super) struct SkillCheckArguments {
    /// Folders with a SKILL.md, or folders of such folders
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) folders: Vec<PathBuf>,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    #[command(flatten)]
    pub(super) format: FormatArguments,
    /// Show every problem instead of the first twenty
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Args, Debug)]
pub(super) struct SkillInstallArguments {
    /// The skill's folder
    #[arg(value_hint = ValueHint::DirPath)]
    pub(super) path: PathBuf,
    /// The folder of skills to copy it into
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) into: PathBuf,
    /// Who installs it: letters, digits, `_` and `-`
    #[arg(long, value_name = "TAG")]
    pub(super) owner: String,
    /// Take over a skill that nobody owns; what differs is kept in the backups
    #[arg(long, visible_alias = "force")]
    pub(super) adopt: bool,
}

#[derive(Args, Debug)]
pub(super) struct SkillUninstallArguments {
    /// The skill
    pub(super) name: String,
    /// The folder of skills it was copied into
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) from: PathBuf,
    /// Who installed it
    #[arg(long, value_name = "TAG")]
    pub(super) owner: String,
    /// Remove edited files too; they are kept in the backups
    #[arg(long)]
    pub(super) force: bool,
}
