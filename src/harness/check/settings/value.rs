//! Whether a value is of a kind, and what is said when it is not.

use serde_json::Value as Json;

use crate::diagnostic::did_you_mean;
use crate::harness::check::field;
use crate::harness::settings_keys::Kind;
use crate::manifest::{SettingValue, excerpt};

/// Whether a value is of that kind, whatever may be wrong inside of it. A key that `is_list`, and nothing else, is one
/// also with one value.
pub(super) fn fits(kind: Kind, value: &SettingValue, is_list: bool) -> bool {
    if kind.is_list() {
        return match value {
            SettingValue::List(_) => true,
            SettingValue::One(_) => is_list,
            SettingValue::Map(keys) => keys.is_empty(),
            SettingValue::Removed => false,
        };
    }
    match (kind, value) {
        (Kind::Any, _) | (Kind::Object | Kind::Map, SettingValue::Map(_)) => true,
        (Kind::Text | Kind::OneOf(_), SettingValue::One(one)) => one.is_string(),
        (Kind::Flag, SettingValue::One(one)) => one.is_boolean(),
        (Kind::Number, SettingValue::One(one)) => one.is_number(),
        _ => false,
    }
}

/// What is wanted, as the middle of a sentence.
pub(super) fn expected(kinds: &[Kind]) -> String {
    let words: Vec<&str> = kinds.iter().map(|kind| wanted(*kind)).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::OneOf(_) => "a string",
        Kind::Flag => "true or false",
        Kind::Number => "a number",
        Kind::Texts => "a list of strings",
        Kind::Rules => "a list of permission rules",
        Kind::List => "a list",
        Kind::Object | Kind::Map => "an object",
        Kind::Any => "anything",
    }
}

/// What is there instead, as the end of a sentence.
pub(super) fn describe(value: &SettingValue) -> String {
    match value {
        SettingValue::One(Json::String(text)) => format!("the string `{}`", excerpt(text)),
        SettingValue::One(one) => field::describe(one),
        SettingValue::List(_) => "a list".to_owned(),
        SettingValue::Map(_) | SettingValue::Removed => "an object".to_owned(),
    }
}

/// What to write instead.
pub(super) fn correction(name: &str, kind: Kind, value: &SettingValue) -> String {
    let name = if is_bare(name) { excerpt(name) } else { format!("{:?}", excerpt(name)) };
    let written = match value {
        SettingValue::One(Json::String(text)) => text.as_str(),
        _ => "",
    };
    match (kind, value) {
        (Kind::Flag, _) if written == "false" => format!("write `{name} #false`"),
        (Kind::Flag, _) => format!("write `{name} #true` or `{name} #false`"),
        (Kind::Number, _) if written.parse::<f64>().is_ok_and(f64::is_finite) => {
            format!("write it without quotes: `{name} {written}`")
        }
        (Kind::Number, _) => format!("write a number without quotes, such as `{name} 30`"),
        (Kind::Text, SettingValue::One(one @ (Json::Bool(_) | Json::Number(_)))) => {
            format!("quote it: `\"{one}\"`")
        }
        (Kind::OneOf(words), _) => {
            let near = did_you_mean(written, words.split('|')).or_else(|| words.split('|').next());
            format!("write `{name} \"{}\"`", near.unwrap_or_default())
        }
        (Kind::Texts | Kind::Rules | Kind::List, _) => format!("write `{name} \"…\" \"…\"`"),
        (Kind::Object | Kind::Map, _) => format!("write `{name} {{ KEY \"…\" }}`"),
        (Kind::Text | Kind::Any, _) => format!("write `{name} \"…\"`"),
    }
}

/// Whether a key needs no quotes as a node's name.
fn is_bare(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-$".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '$') && name.chars().all(is_plain)
}
