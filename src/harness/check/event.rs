//! Whether an event exists.

use crate::compose::Hook;
use crate::diagnostic::{Diagnostic, Problems, did_you_mean, listed};
use crate::harness::codes;
use crate::harness::layout::{Event, Layout};

/// How many events help names when none is near.
const NAMED: usize = 6;

/// The event of a hook, or a problem that says what it should have been.
pub(super) fn check_event(layout: &Layout, hook: &Hook, problems: &mut Problems) -> Option<&'static Event> {
    let name = &hook.event.value;
    let known = layout.event(name);
    if known.is_none() {
        problems.push(
            Diagnostic::new(&codes::UNKNOWN_EVENT, format!("{} has no event `{name}`", layout.title))
                .label(&hook.event.place, "the hook would never run here")
                .help(help(layout, name))
                .scope(&hook.by),
        );
    }
    known
}

fn help(layout: &Layout, name: &str) -> String {
    if let Some(foreign) = layout.foreign_events.iter().find(|foreign| foreign.name == name) {
        return format!("`{name}` is a name of {}: write `{}`", foreign.cli, foreign.instead);
    }
    if let Some(near) = did_you_mean(name, layout.events.iter().map(|event| event.name)) {
        return format!("did you mean `{near}`?");
    }
    let named = listed(layout.events.iter().take(NAMED).map(|event| event.name));
    let rest = layout.events.len().saturating_sub(NAMED);
    format!("the usual events are {named}; there are {rest} more, or this file needs a newer assembly")
}
