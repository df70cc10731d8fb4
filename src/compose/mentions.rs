//! What texts name: the files of a hub that are led to without being listed.

use std::collections::HashSet;

use super::person::{INVARIANT_FILE, PERSON_FILE};
use crate::hub::{Kind, Source};
use crate::manifest::{Manifest, Recipe, texts_in};

/// The words of texts that can be names of files.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    words: HashSet<String>,
    /// The words of hooks, which also name each other without an extension.
    words_of_hooks: HashSet<String>,
    /// What stands behind `modules/`, `hooks/`, `skills/` and `persons/`.
    beneath: [HashSet<String>; Kind::ALL.len()],
}

/// How much of a file is looked at: names stand in texts, and those are shorter.
const LONGEST: usize = 1 << 20;

impl Mentions {
    /// Takes the words of a text; those of a hook go to its own list as well.
    pub(super) fn take(&mut self, text: &str, of: Option<Kind>) {
        for path in text.split(|letter| !is_part(letter)).filter(|path| !path.is_empty()) {
            let mut folder: Option<Kind> = None;
            // The end of a sentence is no part of a name.
            for word in path.split('/').map(|word| word.trim_end_matches('.')) {
                if let Some(kind) = folder {
                    add(&mut self.beneath[kind as usize], word);
                }
                add(&mut self.words, word);
                if of == Some(Kind::Hook) {
                    add(&mut self.words_of_hooks, word);
                }
                folder = Kind::ALL.into_iter().find(|kind| kind.folder() == word);
            }
        }
    }

    /// Takes what a file of the hub says. A person's skills belong to it, whichever of its roles is used.
    pub(super) fn take_file(&mut self, own: &Source, kind: Kind, name: &str) {
        match kind {
            Kind::Module => {
                if let Ok(file) = own.module(name) {
                    self.take(file.text(), None);
                }
            }
            Kind::Hook => {
                if let Ok(bytes) = own.program(name) {
                    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
                    self.take(&text, Some(kind));
                }
            }
            Kind::Skill => {
                if let Ok(folder) = own.skill(name) {
                    self.take(folder.file.text(), None);
                }
            }
            Kind::Person => {
                if let Ok(Some(person)) = own.person_file(name, PERSON_FILE) {
                    for word in person.text().split('"') {
                        add(&mut self.beneath[Kind::Skill as usize], word);
                    }
                }
                if let Ok(Some(invariant)) = own.person_file(name, INVARIANT_FILE) {
                    self.take(invariant.text(), None);
                }
            }
        }
    }

    /// Whether something of this name was named. Names of skills and persons are words of any text, so these need a path.
    pub(super) fn name(&self, kind: Kind, name: &str) -> bool {
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let is_word = || has(&self.words, name);
        has(&self.beneath[kind as usize], name)
            || match kind {
                Kind::Module => is_word(),
                Kind::Hook => is_word() || has(&self.words_of_hooks, stem),
                Kind::Skill | Kind::Person => false,
            }
    }
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '/')
}

fn add(words: &mut HashSet<String>, word: &str) {
    if !word.is_empty() && !words.contains(word) {
        words.insert(word.to_owned());
    }
}

/// A name with spaces was taken apart.
fn has(words: &HashSet<String>, name: &str) -> bool {
    name.split(|letter| !is_part(letter)).filter(|part| !part.is_empty()).all(|part| words.contains(part))
}

/// Every word of a manifest that can hold a path, but for those that list things.
pub(super) fn words_of(manifest: &Manifest) -> impl Iterator<Item = &str> {
    let vars = manifest.vars.iter().map(|variable| variable.value.value.as_str());
    vars.chain(manifest.recipes.iter().flat_map(words_of_recipe))
}

fn words_of_recipe(recipe: &Recipe) -> impl Iterator<Item = &str> {
    let vars = recipe.vars.iter().map(|variable| variable.value.value.as_str());
    let flags = recipe.flags.iter().flat_map(|group| &group.words).map(|word| word.value.as_str());
    let env = recipe.env.iter().filter_map(|entry| entry.value.value.as_deref());
    let hooks = || recipe.hooks.iter().flatten();
    let args = hooks().flat_map(|entry| entry.args.iter().flatten()).map(|word| word.value.as_str());
    let fields = hooks().flat_map(|entry| &entry.fields).flat_map(|field| texts_in(&field.value.value));
    let cli = recipe.cli.iter().map(|cli| cli.program.value.as_str());
    let settings = recipe.settings.iter().flatten().flat_map(|setting| setting.value.value.texts());
    vars.chain(flags).chain(env).chain(args).chain(fields).chain(cli).chain(settings)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Mentions, words_of};
    use crate::Environment;
    use crate::diagnostic::Problems;
    use crate::hub::Kind;
    use crate::manifest::read_text;

    #[test]
    fn lists_of_a_hook_are_looked_at_too() {
        let text = "manifest version=1\nlauncher \"l\" {\n    hooks {\n        Stop type=\"http\" url=\"u\" {\n            \
                    allowedEnvVars \"A\" \"hooks/x.sh\"\n        }\n    }\n}\n";
        let environment = Environment::new(Vec::new(), "/nowhere");
        let manifest = read_text(Path::new("/nowhere/hub"), text, &environment, &mut Problems::new());
        assert!(words_of(&manifest).any(|word| word == "hooks/x.sh"));
    }

    #[test]
    fn names_are_found_in_texts() {
        let mut mentions = Mentions::default();
        mentions.take(
            "Read `{{ASSEMBLY_DIR}}/modules/deploy.md`, and my notes.md. See skills/ship/SKILL.md.",
            None,
        );
        mentions.take("source \"$(dirname \"$0\")/lib.sh\"; import guardlib", Some(Kind::Hook));
        for (kind, name) in [
            (Kind::Module, "deploy.md"),
            (Kind::Module, "notes.md"),
            (Kind::Module, "my notes.md"),
            (Kind::Skill, "ship"),
            (Kind::Hook, "lib.sh"),
            (Kind::Hook, "guardlib.py"),
        ] {
            assert!(mentions.name(kind, name), "{name}");
        }
        for (kind, name) in [
            (Kind::Module, "deploy"),
            (Kind::Module, "other.md"),
            (Kind::Hook, "notes.sh"),
            (Kind::Skill, "Read"),
            (Kind::Skill, "deploy.md"),
        ] {
            assert!(!mentions.name(kind, name), "{name}");
        }
    }
}
