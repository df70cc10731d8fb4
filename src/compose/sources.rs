//! The sources of a hub: whether each is there, and what a launcher takes from it.

use std::collections::HashSet;

use super::codes;
use super::model::{Hook, Module, SelectedPerson, Skill};
use super::scribe::Scribe;
use super::trace::SourceReport;
use crate::diagnostic::{Diagnostic, visible};
use crate::hub::{Fault, Hub, Kind, Source, folded};
use crate::manifest::{self, Manifest};

/// Records what is admitted from each source beside the hub, and reports those that are not there.
pub(super) fn admit(manifest: &Manifest, hub: &Hub, scribe: &mut Scribe) {
    let declared = |id: &str| manifest.sources.iter().find(|source| source.id.value == id);
    for source in hub.sources().iter().filter(|source| !source.is_hub()) {
        match source.state() {
            Ok(()) => scribe.selected("source", source.id(), source, gives(source)),
            Err(fault) => {
                let reason = format!("its folder {}", fault.reason());
                scribe.excluded("source", source.id(), source, reason);
                if let Some(node) = declared(source.id())
                    && *fault != Fault::PathUnknown
                {
                    scribe.problems.push(absent(source, fault, node));
                }
            }
        }
    }
}

fn gives(source: &Source) -> String {
    let kinds: Vec<&str> =
        Kind::ALL.into_iter().filter(|kind| source.admits(*kind)).map(Kind::folder).collect();
    match kinds.split_last() {
        Some((last, others)) => format!("gives {} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn absent(source: &Source, fault: &Fault, node: &manifest::Source) -> Diagnostic {
    let path = node.portable.clone().unwrap_or_else(|| source.root().display().to_string());
    let (id, path) = (visible(source.id()), visible(&path));
    let (code, help) = if source.is_required() {
        (&codes::SOURCE_MISSING, "mend the path, or write `required=#false` if the folder may be missing")
    } else {
        (&codes::SOURCE_ABSENT, "nothing is taken from it; if it should be there, mend the path")
    };
    Diagnostic::new(code, format!("the folder of source `{id}` {}", fault.describe()))
        .label(&node.declared.place, format!("looked for `{path}`"))
        .help(help)
}

/// What was selected from each source, and how much of the context that takes.
pub(super) fn report(
    hub: &Hub,
    person: Option<&SelectedPerson>,
    modules: &[Module],
    hooks: &[Hook],
    skills: &[Skill],
) -> Vec<SourceReport> {
    hub.sources()
        .iter()
        .map(|source| {
            let id = source.id();
            let modules = || modules.iter().filter(|module| module.source == id);
            let skills = || skills.iter().filter(|skill| skill.source == id);
            let scripts = hooks.iter().filter_map(|hook| hook.script.as_ref());
            let hooks: HashSet<&str> =
                scripts.filter(|script| script.source == id).map(|script| script.name.as_str()).collect();
            let person = person.filter(|person| person.source == id);
            let invariant = person.and_then(|person| person.invariant.as_ref());
            let files = modules().map(|module| &module.file).chain(skills().map(|skill| &skill.file));
            let files = files.chain(invariant.map(|invariant| &invariant.file));
            SourceReport {
                id: id.to_owned(),
                root: source.root().to_owned(),
                required: source.is_required(),
                found: source.state().is_ok(),
                modules: modules().count(),
                hooks: hooks.len(),
                skills: skills().count(),
                bytes: files.map(|file| folded(file.text().as_bytes()).len()).sum(),
            }
        })
        .collect()
}
