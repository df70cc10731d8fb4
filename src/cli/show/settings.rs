//! Declared keys of the settings file, as rows and as JSON; what may be a secret is masked as in `env`.

use serde_json::{Map, Value as Json};

use crate::cli::plan_document::masked;
use crate::compose::{ListItem, MergedSetting, MergedValue, Settings};

/// The object whose values are variables.
const VARIABLES: &str = "env";

/// Every value: the keys that lead to it, joined by dots, what it is, and who declares it.
pub(super) fn rows(settings: &Settings) -> Vec<(String, String, &ListItem)> {
    let mut rows = Vec::new();
    collect("", &settings.keys, &mut rows);
    rows
}

fn collect<'a>(above: &str, keys: &'a [MergedSetting], rows: &mut Vec<(String, String, &'a ListItem)>) {
    for key in keys {
        let name = &key.name.value;
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        match &key.value {
            MergedValue::One(one) => rows.push((path, shown(above, name, &one.value).to_string(), one)),
            MergedValue::List(items) => {
                rows.extend(items.iter().map(|item| (path.clone(), item.value.to_string(), item)));
            }
            MergedValue::Map(keys) => collect(&path, keys, rows),
        }
    }
}

fn shown(above: &str, name: &str, value: &Json) -> Json {
    match value {
        Json::String(text) if above == VARIABLES => masked(name, text).into(),
        other => other.clone(),
    }
}

/// The keys as they go into the file.
pub(super) fn as_json(settings: &Settings) -> Map<String, Json> {
    let mut keys = settings.json();
    if let Some(Json::Object(variables)) = keys.get_mut(VARIABLES) {
        for (name, value) in variables.iter_mut() {
            *value = shown(VARIABLES, name, value);
        }
    }
    keys
}
