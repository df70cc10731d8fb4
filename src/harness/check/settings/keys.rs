//! Whether each declared key is known, read, and of the right type.

use super::rule::check_rule;
use super::value::{correction, describe, expected, fits};
use crate::compose::SettingsLayer;
use crate::diagnostic::{Diagnostic, Problems, Spanned, did_you_mean, visible};
use crate::harness::codes;
use crate::harness::layout::Layout;
use crate::harness::settings_keys::{Kind, KnownKey};
use crate::manifest::{Setting, SettingValue};

/// Reports what is wrong with the keys of one recipe.
pub(in crate::harness::check) fn check_layer(
    layout: &Layout,
    layer: &SettingsLayer,
    problems: &mut Problems,
) {
    let mut found = Vec::new();
    Checker { layout, path: Vec::new(), comparable: COMPARABLE, found: &mut found }.keys(&layer.keys);
    problems.extend(found.into_iter().map(|problem| problem.scope(&layer.by)));
}

/// So many unknown keys are compared with the known ones; a person does not write more.
const COMPARABLE: usize = 100;

struct Checker<'a> {
    layout: &'a Layout,
    /// The keys that lead to the one at hand.
    path: Vec<&'a str>,
    comparable: usize,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn keys(&mut self, keys: &'a [Setting]) {
        for key in keys {
            self.path.push(&key.name.value);
            match self.layout.settings_keys.find(&self.path) {
                Some(known) => self.key(key, known),
                // What takes out what nobody declares was told when it was merged.
                None if matches!(key.value.value, SettingValue::Removed) => {}
                None => self.unknown(key),
            }
            self.path.pop();
        }
    }

    fn key(&mut self, key: &'a Setting, known: KnownKey) {
        if !known.is_read_here && !matches!(key.value.value, SettingValue::Removed) {
            let (title, file) = (self.layout.title, self.layout.settings_file);
            let message = format!("{title} does not read `{}` from `{file}`", self.path.join("."));
            self.found.push(
                Diagnostic::new(&codes::SETTING_ELSEWHERE, message)
                    .label(&key.name.place, "has no effect here")
                    .help("set it in the settings of the user or of the organisation, and take it out here"),
            );
        }
        self.value(&key.value, known);
    }

    fn value(&mut self, value: &'a Spanned<SettingValue>, known: KnownKey) {
        if matches!(value.value, SettingValue::Removed) {
            return;
        }
        let is_list = known.kinds().all(Kind::is_list);
        let Some(kind) = known.kinds().find(|kind| fits(*kind, &value.value, is_list)) else {
            let kinds: Vec<Kind> = known.kinds().collect();
            return self.wrong_type(value, &kinds);
        };
        match (kind, &value.value) {
            (Kind::OneOf(words), _) => self.unknown_word(value, words),
            (Kind::Texts | Kind::Rules | Kind::List, SettingValue::List(items)) => {
                self.path.push("-");
                for item in items {
                    self.item(item, kind);
                }
                self.path.pop();
            }
            (Kind::Texts | Kind::Rules | Kind::List, SettingValue::One(_)) => {
                self.path.push("-");
                self.item(value, kind);
                self.path.pop();
            }
            (Kind::Object, SettingValue::Map(keys)) => self.keys(keys),
            (Kind::Map, SettingValue::Map(keys)) => {
                for key in keys {
                    self.path.push(&key.name.value);
                    if let Some(known) = self.layout.settings_keys.find(&self.path) {
                        self.key(key, known);
                    }
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    /// An item of a list; a word that takes another one out is judged when the lists are merged.
    fn item(&mut self, item: &'a Spanned<SettingValue>, list: Kind) {
        let word = match &item.value {
            SettingValue::One(one) => one.as_str(),
            _ => None,
        };
        match (list, word) {
            (Kind::List, _) => {
                if let Some(known) = self.layout.settings_keys.find(&self.path) {
                    self.value(item, known);
                }
            }
            (_, None) => self.wrong_type(item, &[Kind::Text]),
            (Kind::Rules, Some(rule)) if !rule.starts_with('!') => {
                self.found.extend(check_rule(self.layout, rule, &item.place));
            }
            _ => {}
        }
    }

    fn wrong_type(&mut self, value: &Spanned<SettingValue>, kinds: &[Kind]) {
        let (owner, name) = named(&self.path);
        let message = format!("{owner} must be {}, not {}", expected(kinds), describe(&value.value));
        self.found.push(
            Diagnostic::new(&codes::SETTING_WRONG_TYPE, message)
                .label(&value.place, "this value")
                .help(correction(&name, kinds[0], &value.value)),
        );
    }

    fn unknown_word(&mut self, value: &Spanned<SettingValue>, words: &'static str) {
        let SettingValue::One(one) = &value.value else { return };
        let Some(word) = one.as_str().filter(|word| words.split('|').all(|known| known != *word)) else {
            return;
        };
        let help = match did_you_mean(word, words.split('|')) {
            Some(near) => format!("did you mean `\"{near}\"`?"),
            None => format!("known are {}; a word of a newer CLI can stay", words.replace('|', ", ")),
        };
        let message = format!("`{}` is not known as a value of {}", visible(word), named(&self.path).0);
        self.found.push(
            Diagnostic::new(&codes::SETTING_UNKNOWN_VALUE, message)
                .label(&value.place, "this word")
                .help(help),
        );
    }

    fn unknown(&mut self, key: &Setting) {
        let above = &self.path[..self.path.len() - 1];
        let near = self.comparable.checked_sub(1).and_then(|left| {
            self.comparable = left;
            did_you_mean(&key.name.value, self.layout.settings_keys.below(above))
        });
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "check where it belongs; a key of a newer CLI can stay".to_owned(),
        };
        let (title, name) = (self.layout.title, visible(&key.name.value));
        let message = if above.is_empty() {
            format!("{title} is not known to have a setting `{name}`")
        } else {
            format!("{} is not known to have a key `{name}`", named(above).0)
        };
        self.found.push(
            Diagnostic::new(&codes::SETTING_UNKNOWN, message)
                .label(&key.name.place, format!("written as it is; {title} may ignore it"))
                .help(help),
        );
    }
}

/// What stands at a path in words, and the key that it belongs to.
fn named(path: &[&str]) -> (String, String) {
    match path {
        [.., list, "-"] => (format!("an item of `{}`", visible(list)), (*list).to_owned()),
        [.., name] => (format!("`{}`", visible(name)), (*name).to_owned()),
        [] => (String::new(), String::new()),
    }
}
