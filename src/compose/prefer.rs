//! The `prefer` nodes of a launcher and its presets.

use std::cell::Cell;
use std::collections::HashMap;

use super::codes;
use super::scribe::Scribe;
use super::weigh::report_fruitless;
use crate::diagnostic::{Diagnostic, Spanned, did_you_mean, listed, visible};
use crate::hub::{Hub, Kind, Source};
use crate::manifest::{Preference, Recipe};

/// The source that a launcher wants a name from.
pub(super) struct Preferred<'a> {
    source: &'a Source,
    word: &'a Spanned<String>,
    pub(super) by: &'a Recipe,
    /// Whether several sources had the name.
    pub(super) settled: Cell<bool>,
}

/// The last preference for each name.
pub(super) struct Preferences<'a>(HashMap<&'a str, Preferred<'a>>);

/// Later nodes win, name by name.
pub(super) fn collect<'a>(hub: &'a Hub, lineage: &[&'a Recipe], scribe: &mut Scribe) -> Preferences<'a> {
    let mut preferences = HashMap::new();
    // Nobody knows whether one that is not here is the other that a name was to be preferred to.
    let is_partial = Kind::ALL.into_iter().any(|kind| hub.is_partial(kind));
    for by in lineage {
        for preference in &by.prefers {
            let Some(source) = hub.source(&preference.source.value) else {
                scribe.problems.push(unknown_source(hub, preference).scope(&by.name.value));
                continue;
            };
            for word in &preference.names {
                // Of a source that is not here nobody knows what it has.
                if source.state().is_ok() && !gives(source, &word.value) {
                    scribe.problems.push(not_there(source, word).scope(&by.name.value));
                    continue;
                }
                let settled = Cell::new(is_partial);
                preferences.insert(word.value.as_str(), Preferred { source, word, by, settled });
            }
        }
    }
    Preferences(preferences)
}

impl<'a> Preferences<'a> {
    /// The preferred one of several sources that have the name.
    pub(super) fn among(&self, holders: &[&'a Source], name: &str) -> Option<(&'a Source, &Preferred<'a>)> {
        let preferred = self.0.get(name)?;
        let chosen = holders.iter().find(|holder| holder.id() == preferred.source.id())?;
        Some((chosen, preferred))
    }

    /// Reports those that settled nothing: of a preset, when they settle nothing in any launcher.
    pub(super) fn report_idle(&self, scribe: &mut Scribe) {
        let mut idle: Vec<&Preferred<'_>> =
            self.0.values().filter(|preferred| !preferred.settled.get()).collect();
        idle.sort_by_key(|preferred| preferred.word.place.span.start);
        for Preferred { source, word, by, .. } in idle {
            let (name, id) = (visible(&word.value), visible(source.id()));
            let message = format!("there is no other `{name}` that `{id}` could be preferred to");
            let diagnostic = Diagnostic::new(&codes::PREFER_WITHOUT_EFFECT, message)
                .label(&word.place, "no two sources have what is selected by this name")
                .help("delete the name; it is needed only where two sources differ");
            report_fruitless(diagnostic, by, scribe);
        }
    }
}

/// Whether anything of that name is admitted from the source.
fn gives(source: &Source, name: &str) -> bool {
    Kind::ALL.into_iter().any(|kind| source.admits(kind) && source.shelf(kind).contains(name))
}

fn unknown_source(hub: &Hub, preference: &Preference) -> Diagnostic {
    let Spanned { value, place } = &preference.source;
    let ids: Vec<&str> = hub.sources().iter().map(Source::id).collect();
    let help = if let Some(meant) = did_you_mean(value, ids.iter().copied()) {
        format!("did you mean `\"{}\"`?", visible(meant))
    } else {
        let ids = listed(ids.into_iter().map(visible));
        format!("the sources are {ids}; another one is named by a `source` node")
    };
    Diagnostic::new(&codes::UNKNOWN_SOURCE, format!("there is no source `{}`", visible(value)))
        .label(place, "preferred here")
        .help(help)
}

fn not_there(source: &Source, word: &Spanned<String>) -> Diagnostic {
    let (id, name) = (visible(source.id()), visible(&word.value));
    let unused = Kind::ALL.into_iter().find(|kind| source.shelf(*kind).contains(&word.value));
    let near = || Kind::ALL.into_iter().find_map(|kind| source.shelf(kind).nearest(&word.value));
    let help = match unused {
        Some(kind) => {
            let folder = kind.folder();
            format!("its {folder} are not admitted: write `{folder}=#true` behind `source \"{id}\"`")
        }
        None => match near() {
            Some(near) => format!("did you mean `\"{}\"`?", visible(near)),
            None => "name a module, hook, skill or person as it is listed, or delete the name".to_owned(),
        },
    };
    Diagnostic::new(&codes::PREFERS_NOTHING, format!("source `{id}` gives no `{name}`"))
        .label(&word.place, "preferred here")
        .help(help)
}
