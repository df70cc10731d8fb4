//! Which of them is made, and in which hub.

use std::path::Path;

use clap::{Args, Subcommand};

use super::hook::HookArguments;
use super::init::{self, HubPlace};
use super::launcher::LauncherArguments;
use super::module::ModuleArguments;
use super::skill::SkillArguments;
use super::{hook, launcher, module, skill};
use crate::Environment;
use crate::cli::exit::{Failure, Outcome};
use crate::cli::locate;
use crate::cli::printer::Printer;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum NewCommand {
    /// Add a launcher to launchers.kdl, behind what is there
    ///
    /// Words after `--` become its flags, a node for each option.
    Launcher(Box<LauncherArguments>),
    /// Write modules/NAME.md, a beginning to go on from
    Module(ModuleArguments),
    /// Write hooks/NAME.sh or hooks/NAME.py, which reads its event and lets the agent go on
    Hook(HookArguments),
    /// Write skills/NAME/SKILL.md, valid from the start
    Skill(Box<SkillArguments>),
}

/// What every kind takes.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct HubArguments {
    /// Make the hub first: in the folder that --hub names, or in this one
    #[arg(long)]
    init: bool,
}

/// Makes what was asked for, and the hub before it.
pub(in crate::cli) fn run(
    command: &NewCommand,
    named: Option<&Path>,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    match command {
        NewCommand::Launcher(arguments) => {
            let hub = hub(arguments.hub, named, environment)?;
            launcher::run(arguments, &hub, environment, printer)
        }
        NewCommand::Module(arguments) => {
            module::run(arguments, &hub(arguments.hub, named, environment)?, environment, printer)
        }
        NewCommand::Hook(arguments) => {
            hook::run(arguments, &hub(arguments.hub, named, environment)?, environment, printer)
        }
        NewCommand::Skill(arguments) => {
            skill::run(arguments, &hub(arguments.hub, named, environment)?, environment, printer)
        }
    }
}

/// The hub that is there, or the folder that is to become one.
fn hub(
    arguments: HubArguments,
    named: Option<&Path>,
    environment: &Environment,
) -> Result<HubPlace, Failure> {
    if arguments.init {
        return init::place(named, environment);
    }
    locate::hub(named, environment).map(HubPlace::Present)
}
