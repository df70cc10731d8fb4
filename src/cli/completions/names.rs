//! What the hub's folders hold, and what the agent CLIs know.

use std::ffi::OsStr;

use clap_complete::engine::CompletionCandidate;

use super::typed;
use crate::diagnostic::{Problems, hidden_character};
use crate::harness;
use crate::hub::{Hub, Kind};
use crate::manifest;

/// The modules of all sources.
pub(in crate::cli) fn complete_modules(current: &OsStr) -> Vec<CompletionCandidate> {
    of_kind(Kind::Module, current)
}

/// The skills of all sources.
pub(in crate::cli) fn complete_skills(current: &OsStr) -> Vec<CompletionCandidate> {
    of_kind(Kind::Skill, current)
}

/// The hooks of all sources.
pub(in crate::cli) fn complete_hooks(current: &OsStr) -> Vec<CompletionCandidate> {
    of_kind(Kind::Hook, current)
}

/// The persons of all sources.
pub(in crate::cli) fn complete_persons(current: &OsStr) -> Vec<CompletionCandidate> {
    of_kind(Kind::Person, current)
}

/// The events that an agent CLI has.
pub(in crate::cli) fn complete_events(current: &OsStr) -> Vec<CompletionCandidate> {
    let events = harness::names().flat_map(|name| harness::for_name(name).layout.events);
    offered(events.map(|event| event.name), current)
}

/// The agent CLIs whose files are known.
pub(in crate::cli) fn complete_harnesses(current: &OsStr) -> Vec<CompletionCandidate> {
    offered(harness::names(), current)
}

/// The hooks, behind the event that was typed.
pub(in crate::cli) fn complete_hook_entries(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let event = typed.split_inclusive(':').next().filter(|event| event.ends_with(':')).unwrap_or_default();
    let hooks = of_kind(Kind::Hook, OsStr::new(&typed[event.len()..]));
    hooks.into_iter().map(|hook| hook.add_prefix(event)).collect()
}

/// Those of some names that begin with what was typed, and that a shell can be told.
pub(super) fn offered<'a>(names: impl Iterator<Item = &'a str>, current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let wanted = names.filter(|name| name.starts_with(&*typed) && is_typable(name));
    wanted.map(CompletionCandidate::new).collect()
}

/// Whether a name is one line that shows what it is.
pub(super) fn is_typable(name: &str) -> bool {
    hidden_character(name).is_none()
}

fn of_kind(kind: Kind, current: &OsStr) -> Vec<CompletionCandidate> {
    let Some((folder, environment)) = typed::hub() else { return Vec::new() };
    let manifest = manifest::read(&folder, &environment, &mut Problems::new());
    let hub = Hub::open(&folder, &manifest.sources);
    offered(stored(&hub, kind).iter().map(String::as_str), current)
}

/// All of a kind in all sources. What lies beside the persons, such as a README, is none.
pub(super) fn stored(hub: &Hub, kind: Kind) -> Vec<String> {
    let is_file = |name: &str| hub.own().root().join(Kind::Person.folder()).join(name).is_file();
    let names = hub.shelf(kind).names().iter();
    names.filter(|name| kind != Kind::Person || !is_file(name)).cloned().collect()
}
