//! The settings file: the declared keys, and the hooks.

use std::collections::HashMap;

use serde_json::{Map, Number, Value as Json, json};

use super::command::invocation;
use super::contents::{contents, restrictions};
use super::fires_twice::fires_twice;
use crate::compose::{Composition, Hook};
use crate::diagnostic::Problems;
use crate::harness::handler::{field, type_name};
use crate::harness::layout::{FieldKind, Layout};
use crate::harness::{Artifact, Content, SettingsFile, Surroundings};
use crate::manifest::SettingsMode;

/// The file when no declared hook exists.
const NO_HOOKS: &str = "{\"hooks\": {}}\n";

/// The file, or what of ours is to be in it, when the launcher has hooks or keys for it; nothing when it may hold what others
/// wrote and none of them is left.
pub(super) fn settings(
    layout: &Layout,
    composition: &Composition,
    surroundings: &Surroundings,
    problems: &mut Problems,
) -> Option<Artifact> {
    let hooks = composition.hooks.as_deref();
    let mut keys = composition.settings.json();
    if hooks.is_none() && keys.is_empty() {
        return None;
    }
    let merges = composition.settings_mode == SettingsMode::Merge;
    let first_hook = hooks.and_then(<[Hook]>::first).map(|hook| &hook.listed);
    let first_key = composition.settings.keys.first().map(|key| &key.name.place);
    let text = if keys.is_empty() && first_hook.is_none() {
        if merges {
            return None;
        }
        NO_HOOKS.to_owned()
    } else {
        keys.extend(hooks.map(|hooks| {
            let events = by_event(layout, hooks);
            fires_twice(layout, composition, hooks, &events, surroundings, problems);
            ("hooks".to_owned(), events)
        }));
        format!("{:#}\n", Json::Object(keys))
    };
    Some(Artifact {
        path: layout.settings_file.to_owned(),
        content: Content::File(text.into_bytes()),
        place: first_hook.or(first_key).unwrap_or(&composition.launcher.place).clone(),
        sources: Vec::new(),
        settings: Some(SettingsFile { merges, restrictions, contents }),
        keys: composition.settings.places(),
        remark: None,
    })
}

/// Events, and the matchers of an event, stand in the order in which they first appear.
fn by_event(layout: &Layout, hooks: &[Hook]) -> Json {
    let mut events: Map<String, Json> = Map::new();
    let mut positions: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    for hook in hooks {
        let event = hook.event.value.as_str();
        let matcher = hook.matcher.as_ref().map(|matcher| matcher.value.as_str());
        let groups = events.entry(event).or_insert_with(|| Json::Array(Vec::new()));
        let Json::Array(groups) = groups else { continue };
        let position = *positions.entry((event, matcher)).or_insert(groups.len());
        if position == groups.len() {
            groups.push(group(matcher));
        }
        if let Json::Array(handlers) = &mut groups[position]["hooks"] {
            handlers.push(handler(layout, hook));
        }
    }
    Json::Object(events)
}

fn group(matcher: Option<&str>) -> Json {
    match matcher {
        Some(matcher) => json!({ "matcher": matcher, "hooks": [] }),
        None => json!({ "hooks": [] }),
    }
}

fn handler(layout: &Layout, hook: &Hook) -> Json {
    let mut object = Map::new();
    object.insert("type".to_owned(), type_name(hook).into());
    let declared_command = || field(hook, "command").and_then(|(_, value)| value.value.as_str());
    let (command, args) = match &hook.script {
        Some(script) => {
            let (command, args) = invocation(&script.path, hook.words().as_deref());
            (Some(command), args)
        }
        None => (declared_command().map(str::to_owned), hook.words()),
    };
    object.extend(command.map(|command| ("command".to_owned(), command.into())));
    object.extend(args.map(|args| ("args".to_owned(), args.into())));
    object.extend(hook.timeout.as_ref().map(|timeout| ("timeout".to_owned(), seconds(timeout.value))));
    for (name, value) in &hook.fields {
        if !object.contains_key(&name.value) {
            object.insert(name.value.clone(), normalized(layout, hook, &name.value, &value.value));
        }
    }
    Json::Object(object)
}

/// A list of one string is written in a manifest as a single argument.
fn normalized(layout: &Layout, hook: &Hook, name: &str, value: &Json) -> Json {
    let kind =
        layout.handler(type_name(hook)).and_then(|handler| handler.field(name)).map(|field| field.kind);
    match value {
        Json::String(_) if kind == Some(FieldKind::Texts) => json!([value]),
        _ => value.clone(),
    }
}

/// Whole seconds are written as integers.
fn seconds(seconds: f64) -> Json {
    /// Above it, not every integer is a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if seconds.fract() == 0.0 && (0.0..=EXACT).contains(&seconds) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and in range")]
        let whole = seconds as u64;
        return whole.into();
    }
    Number::from_f64(seconds).map_or(Json::Null, Json::Number)
}
