//! Puts the keys of one recipe on those of the ones before it.

use serde_json::Value as Json;

use super::json::json;
use super::model::ListItem;
use super::tree::{Key, List, Object, Value};
use crate::compose::codes;
use crate::compose::scribe::Scribe;
use crate::compose::selection::teller;
use crate::compose::weigh::report_fruitless;
use crate::diagnostic::{Diagnostic, Place, Spanned, visible};
use crate::manifest::{Recipe, Setting, SettingValue};

/// What the trace calls such decisions.
const KIND: &str = "settings";

/// The keys of one recipe on their way.
pub(super) struct Merger<'a, 's, 'p> {
    pub(super) by: &'a Recipe,
    /// The keys that lead to the one at hand.
    pub(super) path: Vec<&'a str>,
    pub(super) is_list: &'s dyn Fn(&[&str]) -> bool,
    pub(super) scribe: &'s mut Scribe<'p>,
}

impl<'a> Merger<'a, '_, '_> {
    pub(super) fn merge(&mut self, object: &mut Object, keys: &'a [Setting]) {
        for key in keys {
            self.path.push(&key.name.value);
            match &key.value.value {
                SettingValue::Removed => self.remove_key(object, key),
                declared => self.set(object, key, declared),
            }
            self.path.pop();
        }
    }

    /// A key keeps its place, whatever becomes of its value.
    fn set(&mut self, object: &mut Object, key: &'a Setting, declared: &'a SettingValue) {
        let name = key.name.value.as_str();
        if !object.contains(name) {
            let value = Value::Map(Object::new());
            object.set(name.to_owned(), Key { name: key.name.clone(), value });
        }
        if let Some(there) = object.get_mut(name) {
            let before = std::mem::replace(&mut there.value, Value::Map(Object::new()));
            there.value = self.value(before, declared, &key.value.place);
        }
    }

    fn value(&mut self, before: Value, declared: &'a SettingValue, place: &'a Place) -> Value {
        let is_list = (self.is_list)(&self.path);
        match (declared, before) {
            (SettingValue::List(items), before) => Value::List(self.list(before, items)),
            (SettingValue::Map(keys), before) if is_list && keys.is_empty() => {
                Value::List(self.list(before, &[]))
            }
            (SettingValue::One(one), Value::List(mut list)) => {
                self.add(&mut list, one.clone(), place);
                Value::List(list)
            }
            (SettingValue::One(one), _) if is_list => {
                let mut list = List::new();
                self.add(&mut list, one.clone(), place);
                Value::List(list)
            }
            (SettingValue::Map(keys), Value::Map(mut inner)) => {
                self.merge(&mut inner, keys);
                Value::Map(inner)
            }
            (SettingValue::Map(keys), _) => {
                let mut inner = Object::new();
                self.merge(&mut inner, keys);
                Value::Map(inner)
            }
            (SettingValue::One(one), _) => {
                let reason = format!("set by {}", teller(self.by));
                self.scribe.declared(KIND, &self.path.join("."), reason);
                Value::One(self.item(one.clone(), place))
            }
            (SettingValue::Removed, before) => before,
        }
    }

    fn list(&mut self, before: Value, items: &'a [Spanned<SettingValue>]) -> List {
        let mut list = if let Value::List(list) = before { list } else { List::new() };
        for item in items {
            self.path.push("-");
            let value = json(&item.value, &mut self.path, self.is_list);
            self.path.pop();
            self.add(&mut list, value, &item.place);
        }
        list
    }

    fn add(&mut self, list: &mut List, value: Json, place: &Place) {
        if let Some(word) = value.as_str().and_then(|word| word.strip_prefix('!')) {
            return self.remove_item(list, word, place);
        }
        if !list.contains(&value) {
            let reason = format!("listed in `{}` by {}", self.path.join("."), teller(self.by));
            self.scribe.declared(KIND, &word_of(&value), reason);
            list.set(value.clone(), self.item(value, place));
        }
    }

    fn item(&self, value: Json, place: &Place) -> ListItem {
        ListItem { value, place: place.clone(), by: self.by.name.value.clone() }
    }

    fn remove_item(&mut self, list: &mut List, word: &str, place: &Place) {
        let path = self.path.join(".");
        if list.remove(&Json::String(word.to_owned())).is_some() {
            let reason = format!("taken out of `{path}` by `!{word}` of {}", teller(self.by));
            return self.scribe.taken_back(KIND, word, reason);
        }
        let (shown, path) = (visible(word), visible(&path));
        let near = self.scribe.near(word, list.keys().filter_map(Json::as_str));
        let help = match near {
            Some(near) => format!("did you mean `\"!{}\"`?", visible(near)),
            None => format!("remove `\"!{shown}\"`, or list the value before it"),
        };
        let message = format!("`!{shown}` takes nothing out of `{path}`");
        let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, message)
            .label(place, "no value that was listed before is this one")
            .help(help);
        report_fruitless(diagnostic, self.by, self.scribe);
    }

    fn remove_key(&mut self, object: &mut Object, key: &Setting) {
        let (path, name) = (self.path.join("."), visible(&key.name.value));
        if object.remove(key.name.value.as_str()).is_some() {
            let reason = format!("taken out by `!{name}` of {}", teller(self.by));
            return self.scribe.taken_back(KIND, &path, reason);
        }
        let near = self.scribe.near(&key.name.value, object.keys().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean `!{}`?", visible(near)),
            None => format!("remove `!{name}`"),
        };
        let message = format!("`!{name}` takes no key out");
        let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, message)
            .label(&key.name.place, format!("nothing before it declares `{}`", visible(&path)))
            .help(help);
        report_fruitless(diagnostic, self.by, self.scribe);
    }
}

/// A value as the trace names it.
fn word_of(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
