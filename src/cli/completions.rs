//! `completions`: teaches a shell to ask this program what can be typed next.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::engine::CompletionCandidate;
use clap_complete::env::{CompleteEnv, Shells};

use super::arguments::Arguments;
use super::exit::{Failure, Outcome, SUCCESS};
use super::printer::Printer;
use super::{environment, locate};
use crate::Environment;
use crate::diagnostic::Problems;
use crate::harness;
use crate::hub::{Hub, Kind};
use crate::manifest::RecipeKind;

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

/// The hub whose names complete, if there is one.
fn hub() -> Option<(PathBuf, Environment)> {
    let environment = environment::of_process().ok()?;
    Some((locate::hub(typed_hub().as_deref(), &environment).ok()?, environment))
}

/// The same, and those that left something behind.
pub(super) fn complete_known(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = complete_launchers(current);
    let Some(environment) = environment::of_process().ok() else { return candidates };
    let typed = current.to_string_lossy();
    for (launcher, target) in super::targets::left_behind(&environment) {
        let is_new = candidates.iter().all(|known| known.get_value() != launcher.as_str());
        if launcher.starts_with(&*typed) && is_new {
            let help = format!("wrote to {}", super::shorten(&target.to_string_lossy(), &environment));
            candidates.push(CompletionCandidate::new(launcher).help(Some(help.into())));
        }
    }
    candidates
}

/// The hub's launchers that begin with what was typed; silent when there is no hub.
pub(super) fn complete_launchers(current: &OsStr) -> Vec<CompletionCandidate> {
    recipes(RecipeKind::Launcher, current)
}

/// The hub's presets.
pub(super) fn complete_presets(current: &OsStr) -> Vec<CompletionCandidate> {
    recipes(RecipeKind::Preset, current)
}

fn recipes(kind: RecipeKind, current: &OsStr) -> Vec<CompletionCandidate> {
    let Some((hub, environment)) = hub() else { return Vec::new() };
    let manifest = crate::manifest::read(&hub, &environment, &mut Problems::new());
    let typed = current.to_string_lossy();
    let wanted = manifest
        .recipes
        .iter()
        .filter(|recipe| recipe.kind == kind && recipe.name.value.starts_with(&*typed));
    let candidates = wanted.map(|recipe| {
        let help = recipe.description.as_ref().map(|text| text.value.clone().into());
        CompletionCandidate::new(&recipe.name.value).help(help)
    });
    candidates.collect()
}

/// The modules of all sources.
pub(super) fn complete_modules(current: &OsStr) -> Vec<CompletionCandidate> {
    names(Kind::Module, "", &current.to_string_lossy())
}

/// The skills of all sources.
pub(super) fn complete_skills(current: &OsStr) -> Vec<CompletionCandidate> {
    names(Kind::Skill, "", &current.to_string_lossy())
}

/// The hooks of all sources.
pub(super) fn complete_hooks(current: &OsStr) -> Vec<CompletionCandidate> {
    names(Kind::Hook, "", &current.to_string_lossy())
}

/// The persons of all sources; a file beside them is none.
pub(super) fn complete_persons(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some((folder, _)) = hub() else { return Vec::new() };
    let persons = folder.join(Kind::Person.folder());
    let mut candidates = names(Kind::Person, "", &current.to_string_lossy());
    candidates.retain(|candidate| !persons.join(candidate.get_value()).is_file());
    candidates
}

/// The events that an agent CLI has.
pub(super) fn complete_events(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let events = harness::names().flat_map(|name| harness::for_name(name).layout.events);
    let wanted = events.map(|event| event.name).filter(|name| name.starts_with(&*typed));
    wanted.map(CompletionCandidate::new).collect()
}

/// The hooks, behind the event that was typed.
pub(super) fn complete_hook_entries(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let event = typed.split_inclusive(':').next().filter(|event| event.ends_with(':')).unwrap_or_default();
    names(Kind::Hook, event, &typed[event.len()..])
}

fn names(kind: Kind, before: &str, typed: &str) -> Vec<CompletionCandidate> {
    let Some((folder, environment)) = hub() else { return Vec::new() };
    let manifest = crate::manifest::read(&folder, &environment, &mut Problems::new());
    let hub = Hub::open(&folder, &manifest.sources);
    let wanted = hub.shelf(kind).names().iter().filter(|name| name.starts_with(typed));
    wanted.map(|name| CompletionCandidate::new(format!("{before}{name}"))).collect()
}
