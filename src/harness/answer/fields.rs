//! Whether each field of an object has a name and a value that the CLI takes.

use serde_json::{Map, Value as Json};

use super::HookAnswer;
use crate::diagnostic::{Diagnostic, Place, Problems, did_you_mean, listed, visible};
use crate::harness::codes;
use crate::harness::contract::{AnswerField, AnswerKind};

/// An object of an answer.
pub(super) struct Site<'a> {
    pub(super) answer: &'a HookAnswer,
    /// The keys that lead to it.
    pub(super) path: Vec<&'a str>,
    /// What has such fields, for messages.
    pub(super) of: String,
}

impl Site<'_> {
    fn place(&self, name: Option<&str>) -> Place {
        let path: Vec<&str> = self.path.iter().copied().chain(name).collect();
        self.answer.place_of(&path)
    }
}

/// Reports unknown fields, values of the wrong kind, and fields that are missing.
pub(super) fn check_fields(
    fields: &[AnswerField],
    object: &Map<String, Json>,
    site: &Site<'_>,
    problems: &mut Problems,
) {
    for (name, value) in object {
        match fields.iter().find(|field| field.name == name) {
            None => problems.push(unknown(fields, name, site)),
            Some(field) => check_value(field, value, site, problems),
        }
    }
    for field in fields.iter().filter(|field| field.required && !object.contains_key(field.name)) {
        problems.push(
            Diagnostic::new(&codes::ANSWER_FIELD_MISSING, format!("{} need `{}`", site.of, field.name))
                .label(&site.place(None), "not in it")
                .help(format!("add `\"{}\": …`", field.name)),
        );
    }
}

fn unknown(fields: &[AnswerField], name: &str, site: &Site<'_>) -> Diagnostic {
    let names = || fields.iter().map(|field| field.name);
    let help = did_you_mean(name, names()).map_or_else(
        || format!("the fields are {}", listed(names())),
        |near| format!("did you mean `{near}`?"),
    );
    Diagnostic::new(&codes::ANSWER_UNKNOWN_FIELD, format!("{} have no field `{}`", site.of, visible(name)))
        .label(&site.place(Some(name)), "ignored")
        .help(help)
}

fn check_value(field: &AnswerField, value: &Json, site: &Site<'_>, problems: &mut Problems) {
    if let (AnswerKind::Record(fields), Json::Object(object)) = (field.kind, value) {
        let path = site.path.iter().copied().chain([field.name]).collect();
        let of = format!("values of `{}`", field.name);
        check_fields(fields, object, &Site { answer: site.answer, path, of }, problems);
        return;
    }
    if accepts(field.kind, value) {
        return;
    }
    let problem = if let (AnswerKind::OneOf(words), Json::String(word)) = (field.kind, value) {
        let help = did_you_mean(word, words.iter().copied()).map_or_else(
            || format!("write one of {}", listed(words.iter().map(|word| format!("\"{word}\"")))),
            |near| format!("did you mean `\"{near}\"`?"),
        );
        let message = format!("`{}` cannot be `{}`", field.name, visible(word));
        Diagnostic::new(&codes::ANSWER_WRONG_VALUE, message).help(help)
    } else {
        let expected = describe(field.kind);
        let message = format!("`{}` must be {expected}, not {}", field.name, found(value));
        Diagnostic::new(&codes::ANSWER_WRONG_TYPE, message).help(format!(
            "write `\"{}\": {}`",
            field.name,
            example(field.kind)
        ))
    };
    problems.push(problem.label(&site.place(Some(field.name)), "the whole answer is refused for it"));
}

fn accepts(kind: AnswerKind, value: &Json) -> bool {
    match kind {
        AnswerKind::Text => value.is_string(),
        AnswerKind::Flag => value.is_boolean(),
        AnswerKind::Number => value.is_number(),
        AnswerKind::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        AnswerKind::Texts => value.as_array().is_some_and(|list| list.iter().all(Json::is_string)),
        AnswerKind::List => value.is_array(),
        AnswerKind::Object | AnswerKind::Record(_) => value.is_object(),
        AnswerKind::Any => true,
    }
}

fn describe(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Text | AnswerKind::OneOf(_) => "a string",
        AnswerKind::Flag => "true or false",
        AnswerKind::Number => "a number",
        AnswerKind::Texts => "a list of strings",
        AnswerKind::List => "a list",
        AnswerKind::Object | AnswerKind::Record(_) => "an object",
        AnswerKind::Any => "anything",
    }
}

fn example(kind: AnswerKind) -> String {
    match kind {
        AnswerKind::Text | AnswerKind::Any => "\"…\"".to_owned(),
        AnswerKind::OneOf(words) => format!("{:?}", words.first().copied().unwrap_or_default()),
        AnswerKind::Flag => "true".to_owned(),
        AnswerKind::Number => "30".to_owned(),
        AnswerKind::Texts => "[\"…\"]".to_owned(),
        AnswerKind::List => "[…]".to_owned(),
        AnswerKind::Object | AnswerKind::Record(_) => "{…}".to_owned(),
    }
}

fn found(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}
