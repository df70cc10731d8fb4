//! Hooks of other settings files that run beside those of the launcher.

use serde_json::Value as Json;

use crate::compose::{Composition, Hook};
use crate::diagnostic::{Diagnostic, Problems, listed};
use crate::harness::codes;
use crate::harness::layout::Layout;
use crate::harness::surroundings::{ForeignHook, ForeignHooks, Surroundings, Whose, hooks};

/// Reports them. `generated` is the value of `hooks` in the settings file that is written. The CLI runs a hook once that
/// stands in two files, so the same one is no matter.
pub(super) fn fires_twice(
    layout: &Layout,
    composition: &Composition,
    declared: &[Hook],
    generated: &Json,
    surroundings: &Surroundings,
    problems: &mut Problems,
) {
    if surroundings.hooks().is_empty() {
        return;
    }
    let own = hooks(generated);
    for foreign in surroundings.hooks() {
        let is_same = |other: &&ForeignHook| {
            own.iter().any(|hook| hook.event == other.event && hook.action == other.action)
        };
        // A project may have hooks of its own; what is hardly meant is that one event has those of both.
        let matters = |other: &&ForeignHook| {
            foreign.whose == Whose::Repository || own.iter().any(|hook| meet(hook, other))
        };
        let added: Vec<&ForeignHook> =
            foreign.hooks.iter().filter(|other| !is_same(other) && matters(other)).collect();
        if let Some(first) = added.first() {
            let at_event = declared.iter().find(|hook| hook.event.value == first.event);
            let place =
                at_event.or(declared.first()).map_or(&composition.launcher.place, |hook| &hook.listed);
            let events = events_of(&added);
            problems.push(
                describe(layout, foreign, &events)
                    .label(place, format!("runs beside what `{}` has", foreign.file.display()))
                    .scope(&composition.launcher.value),
            );
        }
    }
}

fn events_of<'a>(hooks: &[&'a ForeignHook]) -> Vec<&'a str> {
    let mut events: Vec<&str> = Vec::new();
    for hook in hooks {
        if !events.contains(&hook.event.as_str()) {
            events.push(&hook.event);
        }
    }
    events
}

fn describe(layout: &Layout, foreign: &ForeignHooks, events: &[&str]) -> Diagnostic {
    let (title, file, events) = (layout.title, foreign.file.display(), listed(events));
    let (message, help) = match foreign.whose {
        Whose::Repository => (
            format!("{title} runs the hooks of `{file}` in this session too: {events}"),
            format!(
                "open the folder above `{}` instead, or take the hooks out of there",
                layout.settings_file
            ),
        ),
        Whose::Project => (
            format!("the project's own hooks run at the same events: {events}"),
            format!(
                "take those that do the same out of the launcher or of `{}`",
                layout.shared_settings_file
            ),
        ),
    };
    Diagnostic::new(&codes::FIRES_TWICE, message).help(help)
}

/// Whether both run for one call.
fn meet(hook: &ForeignHook, other: &ForeignHook) -> bool {
    let words = |matcher: &Option<String>| -> Option<Vec<String>> {
        let matcher = matcher.as_deref().filter(|matcher| !matches!(*matcher, "" | "*"))?;
        Some(matcher.split(['|', ',']).map(|word| word.trim().to_owned()).collect())
    };
    hook.event == other.event
        && match (words(&hook.matcher), words(&other.matcher)) {
            (Some(one), Some(two)) => one.iter().any(|word| two.contains(word)),
            _ => true,
        }
}
