//! The merged keys while they grow.

use serde_json::Value as Json;

use super::model::{ListItem, MergedSetting, MergedValue};
use crate::compose::ordered::Ordered;
use crate::diagnostic::Spanned;

/// The keys of an object.
pub(super) type Object = Ordered<String, Key>;

/// The items of a list, each once.
pub(super) type List = Ordered<Json, ListItem>;

/// A key of an object.
pub(super) struct Key {
    pub(super) name: Spanned<String>,
    pub(super) value: Value,
}

pub(super) enum Value {
    One(ListItem),
    List(List),
    Map(Object),
}

/// The keys in order.
pub(super) fn finish(object: Object) -> Vec<MergedSetting> {
    let finish_key = |key: Key| MergedSetting {
        name: key.name,
        value: match key.value {
            Value::One(one) => MergedValue::One(one),
            Value::List(list) => MergedValue::List(list.into_values().collect()),
            Value::Map(object) => MergedValue::Map(finish(object)),
        },
    };
    object.into_values().map(finish_key).collect()
}
