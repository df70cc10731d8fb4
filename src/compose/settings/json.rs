//! A declared value as JSON, where it is an item of a list and so nothing is merged.

use serde_json::Value as Json;

use crate::manifest::{Setting, SettingValue};

/// `path` leads to the value; `is_list` knows what is a list even if it has one value only.
pub(super) fn json<'a>(
    value: &'a SettingValue,
    path: &mut Vec<&'a str>,
    is_list: &dyn Fn(&[&str]) -> bool,
) -> Json {
    match value {
        SettingValue::Removed => Json::Null,
        SettingValue::One(one) if is_list(path) => Json::Array(vec![one.clone()]),
        SettingValue::One(one) => one.clone(),
        SettingValue::Map(keys) if keys.is_empty() && is_list(path) => Json::Array(Vec::new()),
        SettingValue::List(items) => {
            path.push("-");
            let items = items.iter().map(|item| json(&item.value, path, is_list)).collect();
            path.pop();
            Json::Array(items)
        }
        SettingValue::Map(keys) => {
            let mut member = |key: &'a Setting| {
                path.push(&key.name.value);
                let value = json(&key.value.value, path, is_list);
                path.pop();
                (key.name.value.clone(), value)
            };
            let removes = |key: &&Setting| matches!(key.value.value, SettingValue::Removed);
            Json::Object(keys.iter().filter(|key| !removes(key)).map(&mut member).collect())
        }
    }
}
