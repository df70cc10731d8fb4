//! What `{{NAME}}` and `$NAME` stand for in one launcher.

use std::cell::RefCell;
use std::collections::HashSet;

use super::codes;
use super::form::Form;
use super::path::git_root;
use super::scribe::Scribe;
use crate::Environment;
use crate::diagnostic::{Class, Diagnostic, Place, Spanned};
use crate::manifest::{HOME, Inside, Names, expand_text};

/// The built-in names of a launcher, below its vars.
pub(super) struct BuiltIns<'a> {
    pub(super) form: Form,
    pub(super) environment: &'a Environment,
    pub(super) hub: &'a str,
    pub(super) launcher: &'a str,
    pub(super) target: TargetDir<'a>,
    /// The names whose failure was reported for this launcher.
    pub(super) told: &'a RefCell<HashSet<String>>,
}

/// What is known of `TARGET_DIR`.
pub(super) enum TargetDir<'a> {
    /// It is just being worked out, so nothing that the target is made of can use it.
    Pending(&'a Place),
    /// It could not be worked out, which was reported.
    Unknown,
    Known(&'a str),
}

impl Names for BuiltIns<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        match (name, &self.target) {
            ("ASSEMBLY_DIR", _) => Some(self.form.value(name, self.hub)),
            ("LAUNCHER", _) => Some(self.form.value(name, self.launcher)),
            ("HOME", _) => self.home(),
            ("TARGET_DIR", TargetDir::Known(path)) => Some(self.form.value(name, path)),
            _ => None,
        }
    }

    fn known(&self, most: usize) -> Vec<&str> {
        ["ASSEMBLY_DIR", "LAUNCHER", "HOME", "TARGET_DIR"].into_iter().take(most).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        match (self.form, name) {
            (Form::Portable | Form::Bundled, "HOME") => self.home(),
            (Form::Portable, _) => None,
            _ => self.environment.get(name).map(str::to_owned),
        }
    }

    fn keeps_variables(&self) -> bool {
        self.form == Form::Portable
    }

    fn home(&self) -> Option<String> {
        match self.form {
            Form::Here => self.environment.home().map(str::to_owned),
            Form::Portable => Some(HOME.to_owned()),
            Form::Bundled => Some(self.form.value("HOME", "")),
        }
    }

    fn failure(&self, name: &str) -> Option<Diagnostic> {
        match (name, &self.target) {
            ("TARGET_DIR", TargetDir::Pending(place)) => Some(
                Diagnostic::new(&codes::TARGET_NEEDS_ITSELF, "the target is made of itself")
                    .label(place, "this target")
                    .help("write the folder's path without `{{TARGET_DIR}}`"),
            ),
            // Of class stop, so that it is not said again.
            ("TARGET_DIR", TargetDir::Unknown) => Some(
                Diagnostic::new(&codes::TARGET_NEEDS_ITSELF, "the target is not known").class(Class::Stop),
            ),
            _ => None,
        }
    }

    fn is_news(&self, name: &str) -> bool {
        self.told.borrow_mut().insert(name.to_owned())
    }
}

/// Adds `GIT_ROOT`, which means something in `target` only: the work tree that the command was started in.
pub(super) struct InTarget<'a> {
    pub(super) names: &'a dyn Names,
    pub(super) environment: &'a Environment,
}

impl Names for InTarget<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        if name == "GIT_ROOT" && self.names.keeps_variables() {
            return Some("{{GIT_ROOT}}".to_owned());
        }
        if name == "GIT_ROOT" {
            let root = git_root(self.environment.current_dir())?;
            return root.into_os_string().into_string().ok();
        }
        self.names.placeholder(name)
    }

    fn known(&self, most: usize) -> Vec<&str> {
        let mut known = vec!["GIT_ROOT"];
        known.extend(self.names.known(most.saturating_sub(1)));
        known
    }

    fn knows(&self, name: &str) -> bool {
        name == "GIT_ROOT" || self.names.knows(name)
    }

    fn is_news(&self, name: &str) -> bool {
        self.names.is_news(name)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.names.variable(name)
    }

    fn keeps_variables(&self) -> bool {
        self.names.keeps_variables()
    }

    fn home(&self) -> Option<String> {
        self.names.home()
    }

    fn failure(&self, name: &str) -> Option<Diagnostic> {
        if name == "GIT_ROOT" && self.placeholder(name).is_none() {
            let here = self.environment.current_dir().display();
            let message = format!("no git work tree lies around `{here}`");
            return Some(
                Diagnostic::new(&codes::NO_GIT_ROOT, message)
                    .help("start the command inside a git repository"),
            );
        }
        self.names.failure(name)
    }
}

/// The text of a word with its placeholders replaced.
pub(super) fn expand_word(word: &Spanned<String>, names: &dyn Names, scribe: &mut Scribe) -> String {
    let inside = Inside::new(word);
    expand_text(&word.value, |range| inside.place(range), names, &mut scribe.room, scribe.problems)
}
