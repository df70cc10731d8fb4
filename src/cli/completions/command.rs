//! Which shells there are, and what each is told.

use std::io;

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::env::{CompleteEnv, Elvish, Fish, Powershell, Shells, Zsh};

use super::bash::Bash;
use crate::cli::arguments::Arguments;
use crate::cli::exit::{Failure, Outcome, SUCCESS};
use crate::cli::printer::Printer;

#[derive(Args, Debug)]
pub(in crate::cli) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// The shells that can be taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
}

/// The variable by which a shell's completion script asks. clap's own default name would be everybody's.
const VARIABLE: &str = "ASSEMBLY_COMPLETE";

const SHELLS: Shells<'static> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Answers a completion script and ends the process, if one is asking.
pub(in crate::cli) fn answer() {
    CompleteEnv::with_factory(Arguments::command).var(VARIABLE).shells(SHELLS).complete();
}

/// Prints the script for a shell.
pub(in crate::cli) fn run(arguments: &CompletionsArguments, printer: &Printer) -> Outcome {
    let shell = match arguments.shell {
        Shell::Bash => "bash",
        Shell::Zsh => "zsh",
        Shell::Fish => "fish",
        Shell::Elvish => "elvish",
        Shell::Powershell => "powershell",
    };
    let mut script = Vec::new();
    SHELLS
        .completer(shell)
        .ok_or_else(|| io::Error::other("no such shell"))
        .and_then(|completer| {
            completer.write_registration(VARIABLE, "assembly", "assembly", "assembly", &mut script)
        })
        .map_err(|error| Failure::trouble(format!("cannot make completions for {shell}: {error}")))?;
    printer.result(&String::from_utf8_lossy(&script))?;
    Ok(SUCCESS)
}
