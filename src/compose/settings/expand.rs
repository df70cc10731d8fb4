//! Replaces the placeholders in the strings of declared keys. Names stay as they are.

use serde_json::Value as Json;

use crate::compose::names::expand_word;
use crate::compose::scribe::Scribe;
use crate::diagnostic::{Place, Spanned};
use crate::manifest::{Names, Setting, SettingValue};

pub(super) fn expand_keys(keys: &[Setting], names: &dyn Names, scribe: &mut Scribe) -> Vec<Setting> {
    let expand =
        |key: &Setting| Setting { name: key.name.clone(), value: expand_value(&key.value, names, scribe) };
    keys.iter().map(expand).collect()
}

fn expand_value(
    value: &Spanned<SettingValue>,
    names: &dyn Names,
    scribe: &mut Scribe,
) -> Spanned<SettingValue> {
    let expanded = match &value.value {
        SettingValue::One(Json::String(text)) => {
            SettingValue::One(Json::String(expand_text(text, &value.place, names, scribe)))
        }
        SettingValue::List(items) => {
            SettingValue::List(items.iter().map(|item| expand_value(item, names, scribe)).collect())
        }
        SettingValue::Map(keys) => SettingValue::Map(expand_keys(keys, names, scribe)),
        other => other.clone(),
    };
    Spanned::new(expanded, value.place.clone())
}

fn expand_text(text: &str, place: &Place, names: &dyn Names, scribe: &mut Scribe) -> String {
    expand_word(&Spanned::new(text.to_owned(), place.clone()), names, scribe)
}
