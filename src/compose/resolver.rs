//! Whose thing a name means: the hub's, else that of the first source that has it, unless the launcher prefers another.

use std::collections::HashMap;

use super::item::Item;
use super::prefer::{Preferences, Preferred};
use super::scribe::Scribe;
use super::selection::teller;
use super::trace::Outcome;
use super::{codes, prefer};
use crate::diagnostic::{Diagnostic, visible};
use crate::hub::{Difference, Hub, Kind, Source, difference};
use crate::manifest::Recipe;

/// Looks names up in the sources of a hub, for one launcher.
pub(super) struct Resolver<'a> {
    hub: &'a Hub,
    preferences: Preferences<'a>,
    /// What was found before: a hook can stand under several events, and is one decision.
    known: HashMap<(Kind, String), Option<&'a Source>>,
}

impl<'a> Resolver<'a> {
    /// Takes the `prefer` nodes of a lineage together, and reports those that cannot mean anything.
    pub(super) fn new(hub: &'a Hub, lineage: &[&'a Recipe], scribe: &mut Scribe) -> Self {
        Self { hub, preferences: prefer::collect(hub, lineage, scribe), known: HashMap::new() }
    }

    pub(super) fn hub(&self) -> &'a Hub {
        self.hub
    }

    /// Whose thing of that name would serve, as far as names alone tell; the hub's when nobody has it.
    pub(super) fn provider(&self, kind: Kind, name: &str) -> &'a Source {
        let holders = self.hub.holders(kind, name);
        let preferred = self.preferences.among(&holders, name).map(|(source, _)| source);
        preferred.or_else(|| holders.first().copied()).unwrap_or(self.hub.own())
    }

    /// Whose thing serves. Nothing, and a problem, when nobody has it, or when it cannot be guessed which is meant.
    pub(super) fn resolve(&mut self, item: &Item<'_>, scribe: &mut Scribe) -> Option<&'a Source> {
        let key = (item.kind, item.name.to_owned());
        if let Some(found) = self.known.get(&key) {
            return *found;
        }
        let holders = self.hub.holders(item.kind, item.name);
        let found = match holders.as_slice() {
            [] => {
                // Reported for every place that lists it.
                item.report_missing(self.hub, scribe);
                return None;
            }
            [only] => Some(*only),
            [first, others @ ..] => match self.preferences.among(&holders, item.name) {
                Some((chosen, preferred)) => {
                    preferred.settled.set(true);
                    pass_over(item, chosen, preferred, &holders, scribe);
                    Some(chosen)
                }
                None => serve_first(item, first, others, scribe),
            },
        };
        self.known.insert(key, found);
        found
    }

    /// Reports the `prefer` words that settled nothing.
    pub(super) fn finish(&self, scribe: &mut Scribe) {
        self.preferences.report_idle(scribe);
    }
}

/// Records why the others do not serve when one is preferred.
fn pass_over(
    item: &Item<'_>,
    chosen: &Source,
    preferred: &Preferred<'_>,
    holders: &[&Source],
    scribe: &mut Scribe,
) {
    let (kind, name, by) = (item.kind, item.name, teller(preferred.by));
    for other in holders.iter().filter(|other| other.id() != chosen.id()) {
        let (outcome, reason) = match difference(kind, name, chosen, other) {
            Ok(None) => {
                (Outcome::Shadowed, format!("the same as that of `{}`, which {by} prefers", chosen.id()))
            }
            _ => (Outcome::Excluded, format!("{by} prefers that of `{}`", chosen.id())),
        };
        scribe.decide(kind.word(), name, other, outcome, reason);
    }
}

/// The first serves when the others are the same.
fn serve_first<'a>(
    item: &Item<'_>,
    first: &'a Source,
    others: &[&'a Source],
    scribe: &mut Scribe,
) -> Option<&'a Source> {
    let (kind, name) = (item.kind, item.name);
    let mut serves = Some(first);
    for other in others {
        match difference(kind, name, first, other) {
            Ok(None) => {
                let reason = format!("the same as that of `{}`, which comes first", first.id());
                scribe.decide(kind.word(), name, other, Outcome::Shadowed, reason);
            }
            Ok(Some(difference)) => {
                serves = None;
                report_collision(item, first, other, &difference, scribe);
            }
            Err((source, fault)) => {
                serves = None;
                item.report(&fault, source, scribe);
            }
        }
    }
    serves
}

fn report_collision(
    item: &Item<'_>,
    first: &Source,
    other: &Source,
    difference: &Difference,
    scribe: &mut Scribe,
) {
    let (word, name) = (item.kind.word(), visible(item.name));
    for (source, than) in [(first, other), (other, first)] {
        let reason = format!("not the same as that of `{}`, and none is preferred", than.id());
        scribe.excluded(word, item.name, source, reason);
    }
    let who = |source: &Source| {
        if source.is_hub() { "the hub".to_owned() } else { format!("source `{}`", visible(source.id())) }
    };
    let diagnostic = Diagnostic::new(
        &codes::COLLISION,
        format!("{word} `{name}` is not the same in {} and {}", who(first), who(other)),
    )
    .label(&difference.one.0, &difference.one.1)
    .label(&difference.other.0, &difference.other.1)
    .label(item.listed, if item.through.is_some() { "named here" } else { "listed here" })
    .help(format!(
        "say which one is meant: `prefer \"{}\" \"{name}\"` or `prefer \"{}\" \"{name}\"`",
        visible(first.id()),
        visible(other.id())
    ))
    .scope(&item.by.name.value);
    scribe.problems.push(item.lead(diagnostic));
}
