//! What a launcher declares of its CLI's settings file.

use serde_json::{Map, Value as Json};

use crate::diagnostic::{Place, Spanned};
use crate::manifest::Setting;

/// Whether the key at the end of a path is known as a list, by the harness of that name or by the one that is used
/// where none is named. An item of a list is called `-`.
pub type IsList = fn(harness: Option<&str>, path: &[&str]) -> bool;

/// The keys of a launcher and its presets.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What each recipe declares, in the order in which they apply, with placeholders replaced.
    pub layers: Vec<SettingsLayer>,
    /// What they come to.
    pub keys: Vec<MergedSetting>,
}

/// The keys of one recipe.
#[derive(Clone, Debug)]
pub struct SettingsLayer {
    /// The recipe.
    pub by: String,
    /// Its keys.
    pub keys: Vec<Setting>,
}

/// A key after merging.
#[derive(Clone, Debug)]
pub struct MergedSetting {
    /// The key, where it was first declared.
    pub name: Spanned<String>,
    /// What it is set to.
    pub value: MergedValue,
}

/// What a key is set to after merging.
#[derive(Clone, Debug)]
pub enum MergedValue {
    /// Neither a list nor an object.
    One(ListItem),
    /// A list; no item stands in it twice.
    List(Vec<ListItem>),
    /// An object.
    Map(Vec<MergedSetting>),
}

/// A value, with who declared it.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// What goes into the file.
    pub value: Json,
    /// Where it is declared.
    pub place: Place,
    /// The recipe whose node that was.
    pub by: String,
}

impl Settings {
    /// Every declared key, like `permissions.defaultMode`, and where it is declared.
    pub fn places(&self) -> Vec<(String, Place)> {
        fn collect(above: &str, keys: &[MergedSetting], places: &mut Vec<(String, Place)>) {
            for MergedSetting { name, value } in keys {
                let path = format!("{above}{}", name.value);
                let place = match value {
                    MergedValue::One(one) => &one.place,
                    MergedValue::List(items) => items.first().map_or(&name.place, |item| &item.place),
                    MergedValue::Map(inner) => {
                        collect(&format!("{path}."), inner, places);
                        &name.place
                    }
                };
                places.push((path, place.clone()));
            }
        }
        let mut places = Vec::new();
        collect("", &self.keys, &mut places);
        places
    }

    /// The declared keys as JSON, in declared order.
    pub fn json(&self) -> Map<String, Json> {
        object(&self.keys)
    }
}

fn object(keys: &[MergedSetting]) -> Map<String, Json> {
    keys.iter().map(|key| (key.name.value.clone(), key.value.json())).collect()
}

impl MergedValue {
    /// The value as it goes into the file.
    pub fn json(&self) -> Json {
        match self {
            Self::One(one) => one.value.clone(),
            Self::List(items) => items.iter().map(|item| item.value.clone()).collect(),
            Self::Map(keys) => Json::Object(object(keys)),
        }
    }
}
