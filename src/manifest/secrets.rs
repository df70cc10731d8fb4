//! Secrets that stand in a manifest as they are, for everyone who reads the file.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use serde_json::Value as Json;

use crate::diagnostic::{Diagnostic, Place, Problems, Spanned, secrets_in, visible};

use super::codes;
use super::model::{Manifest, Recipe, Variable};
use super::random::{is_example, looks_random, names_a_secret};
use super::setting::{Setting, SettingValue, texts_in};

/// Reports every secret, and keeps it out of all reports about the files.
pub(super) fn report_secrets(manifest: &Manifest, problems: &mut Problems) {
    let mut finder = Finder { problems, scope: None, hidden: HashMap::new() };
    for variable in &manifest.vars {
        finder.look_at_var(variable);
    }
    for recipe in &manifest.recipes {
        finder.scope = Some(&recipe.name.value);
        finder.look_at_recipe(recipe);
    }
    for file in &manifest.files {
        file.hide(finder.hidden.remove(file.path()).unwrap_or_default());
    }
}

struct Finder<'a> {
    problems: &'a mut Problems,
    scope: Option<&'a str>,
    /// What must not be shown of each file.
    hidden: HashMap<&'a Path, Vec<Range<usize>>>,
}

impl<'a> Finder<'a> {
    fn look_at_recipe(&mut self, recipe: &'a Recipe) {
        for variable in &recipe.vars {
            self.look_at_var(variable);
        }
        for entry in &recipe.env {
            if let Some(value) = &entry.value.value {
                self.look(&entry.name, value, &entry.value.place, inherited);
            }
        }
        for setting in recipe.settings.iter().flatten() {
            self.look_at_setting(setting);
        }
        for word in recipe.flags.iter().flat_map(|group| &group.words) {
            self.look_into(&word.value, &word.place, "this argument");
        }
        for entry in recipe.hooks.iter().flatten() {
            for word in entry.args.iter().flatten() {
                self.look_into(&word.value, &word.place, "this argument of a hook");
            }
            for field in &entry.fields {
                for text in texts_in(&field.value.value) {
                    self.look_into(text, &field.value.place, "a field of a hook");
                }
            }
        }
    }

    fn look_at_setting(&mut self, setting: &'a Setting) {
        let Setting { name, value } = setting;
        match &value.value {
            SettingValue::One(Json::String(text)) => {
                self.look(name, text, &value.place, inherited);
            }
            SettingValue::Map(settings) => {
                for setting in settings {
                    self.look_at_setting(setting);
                }
            }
            other => {
                for text in other.texts() {
                    self.look_into(text, &value.place, "this setting");
                }
            }
        }
    }

    fn look_at_var(&mut self, variable: &'a Variable) {
        self.look(&variable.name, &variable.value.value, &variable.value.place, exported);
    }

    /// A value with a name: known by its shape, or by both together.
    fn look(&mut self, name: &'a Spanned<String>, value: &str, place: &'a Place, help: fn(&str) -> String) {
        let is_literal = !value.contains("{{") && !value.contains('$');
        let kind = kind_of(value).or_else(|| {
            let is_secret = is_literal && names_a_secret(&name.value) && looks_random(value);
            is_secret.then_some("a secret")
        });
        let Some(kind) = kind else { return };
        let message = format!("`{}` is given {kind} in plain text", visible(&name.value));
        self.report(
            Diagnostic::new(&codes::LITERAL_SECRET, message)
                .label(&name.place, "everyone who reads this file has its value, which is not shown here")
                .help(help(&name.value)),
            place,
        );
    }

    /// A text in which a secret may stand.
    fn look_into(&mut self, text: &str, place: &'a Place, what: &str) {
        let Some(kind) = kind_of(text) else { return };
        self.report(
            Diagnostic::new(&codes::LITERAL_SECRET, format!("{what} holds {kind} in plain text"))
                .label(place, "everyone who reads this file has it; it is not shown here")
                .help("run `export SECRET=…` where you start from, and write `vars { secret \"$SECRET\" }` and `{{secret}}` in its place"),
            place,
        );
    }

    fn report(&mut self, diagnostic: Diagnostic, place: &'a Place) {
        // Quotes stay, so that it can be seen that there is something between them.
        let written = place.text();
        let quotes = usize::from(written.len() > 2 && written.starts_with('"') && written.ends_with('"'));
        let inner = place.span.start + quotes..place.span.end - quotes;
        self.hidden.entry(place.file.path()).or_default().push(inner);
        self.problems.push(match self.scope {
            Some(scope) => diagnostic.scope(scope),
            None => diagnostic,
        });
    }
}

/// What to do about a var.
fn exported(name: &str) -> String {
    let upper = name.to_uppercase().replace('-', "_");
    format!("run `export {upper}=…` where you start from, and write `{} \"${upper}\"`", visible(name))
}

/// What to do about a variable of the agent.
fn inherited(name: &str) -> String {
    format!(
        "take it out and run `export {0}=…` where you start from, the agent inherits it; or write \
         `vars {{ {1} \"${0}\" }}` and `{0}=\"{{{{{1}}}}}\"`",
        visible(name),
        var_name(name)
    )
}

/// What the first secret in a text is, unless it only shows what one would look like.
fn kind_of(text: &str) -> Option<&'static str> {
    let mut found = secrets_in(text).into_iter();
    found.find(|(range, _)| !is_example(&text[range.clone()])).map(|(_, kind)| kind)
}

/// A name for a var that takes the value of an environment variable.
fn var_name(variable: &str) -> String {
    visible(&variable.to_lowercase()).into_owned()
}
