//! Whether each field of a handler has a name, a value and an event that the CLI understands.

use serde_json::Value as Json;

use crate::compose::Hook;
use crate::diagnostic::{Diagnostic, Problems, Spanned, did_you_mean};
use crate::harness::codes;
use crate::harness::layout::{Event, Field, FieldKind, HandlerType, Layout, Matcher};

/// Names that may stand in an entry without being fields of a handler.
const OF_THE_ENTRY: [&str; 3] = ["matcher", "required", "type"];

/// Reports every field of `hook` that `handler` does not know or cannot use on `event`.
pub(super) fn check_fields(
    layout: &Layout,
    handler: &HandlerType,
    event: Option<&Event>,
    hook: &Hook,
    problems: &mut Problems,
) {
    let declared = hook.fields.iter().filter(|(name, _)| name.value != "type");
    let mut found: Vec<Diagnostic> = declared
        .filter_map(|(name, value)| match handler.field(&name.value) {
            Some(field) => misplaced(field, event, name, hook).or_else(|| mistyped(field, value)),
            None => Some(unknown(layout, handler, name)),
        })
        .collect();
    if hook.args.is_some() && handler.field("args").is_none() {
        found.push(of_other_type(layout, handler, &Spanned::new("args".to_owned(), hook.listed.clone())));
    }
    problems.extend(found.into_iter().map(|problem| problem.scope(&hook.by)));
}

fn misplaced(
    field: &Field,
    event: Option<&Event>,
    name: &Spanned<String>,
    hook: &Hook,
) -> Option<Diagnostic> {
    if let Some(event) = event.filter(|event| field.tool_events_only && event.matcher != Matcher::Tool) {
        return Some(
            Diagnostic::new(
                &codes::NEVER_RUNS,
                format!("a hook of `{}` with `{}` never runs", event.name, field.name),
            )
            .label(&name.place, "only events of tools have calls to filter")
            .help(format!("remove `{}`", field.name)),
        );
    }
    // The file is the command, so there cannot be another.
    (field.name == "command" && hook.script.is_some()).then(|| {
        Diagnostic::new(&codes::FILE_AND_TYPE, "the entry has a file and a `command`")
            .label(&name.place, "a second command")
            .label(&hook.listed, "the file that is run")
            .help("remove `command`, or write an entry of its own for it")
    })
}

fn unknown(layout: &Layout, handler: &HandlerType, name: &Spanned<String>) -> Diagnostic {
    if layout.handlers.iter().any(|other| other.field(&name.value).is_some()) {
        return of_other_type(layout, handler, name);
    }
    let names = handler.fields.iter().map(|field| field.name);
    let help = meant(handler, &name.value).map_or_else(
        || format!("the fields are {}, or this file needs a newer assembly", list(names)),
        |near| format!("did you mean `{near}`?"),
    );
    Diagnostic::new(
        &codes::UNKNOWN_FIELD,
        format!("a hook handler of type `{}` has no field `{}`", handler.name, name.value),
    )
    .label(&name.place, format!("{} would ignore it", layout.title))
    .help(help)
}

/// What an unknown field was probably meant to be.
pub(super) fn meant(handler: &HandlerType, name: &str) -> Option<&'static str> {
    let names = handler.fields.iter().map(|field| field.name);
    did_you_mean(name, names.chain(OF_THE_ENTRY))
}

fn of_other_type(layout: &Layout, handler: &HandlerType, name: &Spanned<String>) -> Diagnostic {
    let owners = layout.handlers.iter().filter(|other| other.field(&name.value).is_some());
    Diagnostic::new(
        &codes::FIELD_OF_OTHER_TYPE,
        format!("`{}` is not a field of handlers of type `{}`", name.value, handler.name),
    )
    .label(&name.place, format!("belongs to {}", list(owners.map(|owner| owner.name))))
    .help(format!("remove `{}`", name.value))
}

fn mistyped(field: &Field, value: &Spanned<Json>) -> Option<Diagnostic> {
    if field.kind.accepts(&value.value) {
        return None;
    }
    let (name, found) = (field.name, describe(&value.value));
    Some(
        Diagnostic::new(
            &codes::FIELD_WRONG_TYPE,
            format!("`{name}` must be {}, not {found}", expected(field.kind)),
        )
        .label(&value.place, "this value")
        .help(correction(field, &value.value)),
    )
}

impl FieldKind {
    fn accepts(self, value: &Json) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Flag => value.is_boolean(),
            Self::Seconds => value.as_f64().is_some_and(|seconds| seconds > 0.0),
            Self::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            // A child with one argument comes as that argument.
            Self::Texts => {
                value.is_string() || value.as_array().is_some_and(|list| list.iter().all(Json::is_string))
            }
            Self::TextMap => value.as_object().is_some_and(|map| map.values().all(Json::is_string)),
            Self::Map => value.is_object(),
        }
    }
}

fn expected(kind: FieldKind) -> String {
    match kind {
        FieldKind::Text => "a string".to_owned(),
        FieldKind::Flag => "true or false".to_owned(),
        FieldKind::Seconds => "a number of seconds above 0".to_owned(),
        FieldKind::OneOf(words) => format!("one of {}", list(words.iter().copied())),
        FieldKind::Texts => "a list of strings".to_owned(),
        FieldKind::TextMap => "a map of strings".to_owned(),
        FieldKind::Map => "a map".to_owned(),
    }
}

pub(super) fn describe(value: &Json) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => format!("`{flag}`"),
        Json::Number(number) => format!("the number `{number}`"),
        Json::String(text) => format!("the string `{text}`"),
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "a map".to_owned(),
    }
}

fn correction(field: &Field, value: &Json) -> String {
    let name = field.name;
    match (field.kind, value) {
        (FieldKind::Flag, Json::String(text)) if text == "false" => format!("write `{name}=#false`"),
        (FieldKind::Flag, _) => format!("write `{name}=#true`"),
        (FieldKind::Text, Json::Bool(_) | Json::Number(_)) => format!("write `{name}=\"{value}\"`"),
        (FieldKind::Text, _) => format!("write `{name}=\"…\"`"),
        (FieldKind::Seconds, _) => format!("write `{name}=30`"),
        (FieldKind::OneOf(words), _) => {
            let near = value.as_str().and_then(|word| did_you_mean(word, words.iter().copied()));
            format!("write `{name}={:?}`", near.or(words.first().copied()).unwrap_or_default())
        }
        (FieldKind::Texts, _) => format!("write a child `{name} \"…\" \"…\"`"),
        (FieldKind::TextMap | FieldKind::Map, _) => format!("write a child `{name} KEY=\"…\"`"),
    }
}

/// `a`, `b` and `c`.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
