//! What a `settings` block declares: keys of the settings file of an agent CLI.

use serde_json::Value as Json;

use crate::diagnostic::Spanned;

/// A key of a settings file, or of an object in it.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The CLI's name for it; of one that is taken out, without the `!`.
    pub name: Spanned<String>,
    /// What it is set to.
    pub value: Spanned<SettingValue>,
}

/// What a key is set to.
#[derive(Clone, Debug)]
pub enum SettingValue {
    /// `!KEY`: what was declared before is taken out.
    Removed,
    /// One argument, neither a list nor an object; where the CLI wants a list, a list of one.
    One(Json),
    /// Several arguments, or the `-` items of a block.
    List(Vec<Spanned<SettingValue>>),
    /// Properties and the nodes of a block; where the CLI wants a list, an empty one can be an empty list.
    Map(Vec<Setting>),
}

impl SettingValue {
    /// Every string in it, however deep.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::One(value) => texts_in(value),
            Self::Removed => Vec::new(),
            Self::List(items) => items.iter().flat_map(|item| item.value.texts()).collect(),
            Self::Map(settings) => settings.iter().flat_map(|setting| setting.value.value.texts()).collect(),
        }
    }
}

/// Every string in a value, however deep, but for keys.
pub(crate) fn texts_in(value: &Json) -> Vec<&str> {
    match value {
        Json::String(text) => vec![text],
        Json::Array(values) => values.iter().flat_map(texts_in).collect(),
        Json::Object(values) => values.values().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}
