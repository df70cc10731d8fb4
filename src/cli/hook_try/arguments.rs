//! The arguments. The doc comments are the help.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use crate::cli::arguments::FormatArguments;
use crate::cli::completions::{complete_events, complete_hooks};

#[derive(Args, Debug)]
pub(in crate::cli) struct HookTryArguments {
    /// The hook, a file name in hooks/
    #[arg(value_name = "HOOK", required_unless_present = "all", add = ArgValueCompleter::new(complete_hooks))]
    pub(in crate::cli) name: Option<String>,
    /// The event [default: those under which launchers list the hook, else the first one that its text names, else
    /// `UserPromptSubmit`]
    #[arg(long, add = ArgValueCompleter::new(complete_events))]
    pub(in crate::cli) event: Option<String>,
    /// What the user typed, for events that have a prompt
    #[arg(long, value_name = "TEXT", conflicts_with = "input", allow_hyphen_values = true)]
    pub(in crate::cli) prompt: Option<String>,
    /// Give the hook this file to read instead of the sample event; - is stdin
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    pub(in crate::cli) input: Option<PathBuf>,
    /// End the hook after so many seconds [default: as its entry says, else as the agent CLI does; with --all at most 60]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(in crate::cli) timeout: Option<f64>,
    /// Try every hook of the hub, each on a normal, an empty and an invalid input
    #[arg(long, conflicts_with_all = ["name", "event", "prompt", "input"])]
    pub(in crate::cli) all: bool,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArguments,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "write a number of seconds above 0".to_owned())
}
