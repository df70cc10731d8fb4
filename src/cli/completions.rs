//! `completions`: teaches a shell to ask this program what can be typed next.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::engine::CompletionCandidate;
use clap_complete::env::{CompleteEnv, Shells};

use super::arguments::{Arguments, CompletionsArguments, Shell};
use super::exit::{Failure, Outcome, SUCCESS};
use super::printer::Printer;
use super::{environment, locate};
use crate::diagnostic::Problems;

/// The variable by which a shell's completion script asks. clap's own default name would be everybody's.
const VARIABLE: &str = "ASSEMBLY_COMPLETE";

/// Answers a completion script and ends the process, if one is asking.
pub(super) fn answer() {
    CompleteEnv::with_factory(Arguments::command).var(VARIABLE).complete();
}

/// Prints the script for a shell.
pub(super) fn run(arguments: &CompletionsArguments, printer: &Printer) -> Outcome {
    let shell = match arguments.shell {
        Shell::Bash => "bash",
        Shell::Zsh => "zsh",
        Shell::Fish => "fish",
    };
    let mut script = Vec::new();
    Shells::builtins()
        .completer(shell)
        .ok_or_else(|| io::Error::other("no such shell"))
        .and_then(|completer| {
            completer.write_registration(VARIABLE, "assembly", "assembly", "assembly", &mut script)
        })
        .map_err(|error| Failure::trouble(format!("cannot make completions for {shell}: {error}")))?;
    printer.result(&String::from_utf8_lossy(&script))?;
    Ok(SUCCESS)
}

/// What `--hub` says on the line that is being completed.
fn typed_hub() -> Option<PathBuf> {
    let mut words = std::env::args_os();
    while let Some(word) = words.next() {
        if word == "--hub" {
            return words.next().map(PathBuf::from);
        }
        if let Some(folder) = word.to_str().and_then(|word| word.strip_prefix("--hub=")) {
            return Some(PathBuf::from(folder));
        }
    }
    None
}

/// The hub's launchers that begin with what was typed; silent when there is no hub.
pub(super) fn complete_launchers(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(environment) = environment::of_process().ok() else { return Vec::new() };
    let Ok(hub) = locate::hub(typed_hub().as_deref(), &environment) else { return Vec::new() };
    let manifest = crate::manifest::read(&hub, &environment, &mut Problems::new());
    let typed = current.to_string_lossy();
    let candidates =
        manifest.launchers().filter(|launcher| launcher.name.value.starts_with(&*typed)).map(|launcher| {
            let help = launcher.description.as_ref().map(|text| text.value.clone().into());
            CompletionCandidate::new(&launcher.name.value).help(help)
        });
    candidates.collect()
}

/// The hub's hooks that begin with what was typed; silent when there is no hub.
pub(super) fn complete_hooks(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(environment) = environment::of_process().ok() else { return Vec::new() };
    let Ok(hub) = locate::hub(typed_hub().as_deref(), &environment) else { return Vec::new() };
    let hub = crate::hub::Hub::open(&hub, &[]);
    let typed = current.to_string_lossy();
    let names = hub.shelf(crate::hub::Kind::Hook).names().iter().filter(|name| name.starts_with(&*typed));
    names.map(CompletionCandidate::new).collect()
}
