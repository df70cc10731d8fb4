//! What `{{NAME}}` and `$NAME` stand for in one launcher.

use std::ops::Range;

use super::codes;
use super::path::git_root;
use crate::Environment;
use crate::diagnostic::{Class, Diagnostic, Place, Problems, SourceFile, Spanned};
use crate::manifest::{Names, expand_text, place_in};

/// The built-in names of a launcher, below its vars.
pub(super) struct BuiltIns<'a> {
    pub(super) environment: &'a Environment,
    pub(super) hub: &'a str,
    pub(super) launcher: &'a str,
    pub(super) target: TargetDir<'a>,
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
            ("ASSEMBLY_DIR", _) => Some(self.hub.to_owned()),
            ("LAUNCHER", _) => Some(self.launcher.to_owned()),
            ("HOME", _) => self.home(),
            ("TARGET_DIR", TargetDir::Known(path)) => Some((*path).to_owned()),
            _ => None,
        }
    }

    fn known(&self) -> Vec<&str> {
        vec!["ASSEMBLY_DIR", "LAUNCHER", "HOME", "TARGET_DIR"]
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.environment.get(name).map(str::to_owned)
    }

    fn home(&self) -> Option<String> {
        self.environment.home().map(str::to_owned)
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
}

/// Adds `GIT_ROOT`, which means something in `target` only: the work tree that the command was started in.
pub(super) struct InTarget<'a> {
    pub(super) names: &'a dyn Names,
    pub(super) environment: &'a Environment,
}

impl Names for InTarget<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        if name == "GIT_ROOT" {
            let root = git_root(self.environment.current_dir())?;
            return root.to_str().map(str::to_owned);
        }
        self.names.placeholder(name)
    }

    fn known(&self) -> Vec<&str> {
        let mut known = self.names.known();
        known.push("GIT_ROOT");
        known
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.names.variable(name)
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
pub(super) fn expand_word(word: &Spanned<String>, names: &dyn Names, problems: &mut Problems) -> String {
    expand_text(&word.value, |range: Range<usize>| place_in(word, range), names, problems)
}

/// The text of a file with its placeholders replaced.
pub(super) fn expand_file(
    file: &std::sync::Arc<SourceFile>,
    names: &dyn Names,
    problems: &mut Problems,
) -> String {
    expand_text(file.text(), |range: Range<usize>| Place::new(file, range), names, problems)
}
