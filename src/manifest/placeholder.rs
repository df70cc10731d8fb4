//! What a name in `{{…}}` stands for, and what is said when it stands for nothing.

use std::path::Path;

use crate::diagnostic::{Class, Diagnostic, Place, Problems, did_you_mean};
use crate::environment::Environment;

use super::codes;
use super::text::excerpt;

/// What can be expanded at a place.
pub trait Names {
    /// The value of `{{name}}`, if it has one.
    fn placeholder(&self, name: &str) -> Option<String>;

    /// The names that `{{…}}` knows, or the first `most` of them.
    fn known(&self, most: usize) -> Vec<&str>;

    /// Whether it is one of the names that `{{…}}` knows.
    fn knows(&self, name: &str) -> bool {
        self.known(usize::MAX).contains(&name)
    }

    /// The known name that was most likely meant.
    fn meant(&self, name: &str) -> Option<String> {
        did_you_mean(name, self.known(usize::MAX)).map(str::to_owned)
    }

    /// The value of an environment variable; none when it is unset or empty.
    fn variable(&self, name: &str) -> Option<String>;

    /// Whether a variable without a value and a default stays as it is written, since machines differ in it.
    fn keeps_variables(&self) -> bool {
        false
    }

    /// The user's home.
    fn home(&self) -> Option<String>;

    /// Why a known placeholder has no value. Of class *stop*: it was reported already.
    fn failure(&self, name: &str) -> Option<Diagnostic> {
        let _ = name;
        None
    }

    /// Whether the failure of a name is still to be reported: once is enough, however often it is used.
    fn is_news(&self, name: &str) -> bool {
        let _ = name;
        true
    }
}

/// The placeholders that hold for a whole hub: `ASSEMBLY_DIR` and `HOME`.
pub struct BuiltIns<'a> {
    hub: &'a Path,
    environment: &'a Environment,
}

impl<'a> BuiltIns<'a> {
    /// Those of the hub in the folder `hub`.
    pub fn of_hub(hub: &'a Path, environment: &'a Environment) -> Self {
        Self { hub, environment }
    }
}

impl Names for BuiltIns<'_> {
    fn placeholder(&self, name: &str) -> Option<String> {
        match name {
            "ASSEMBLY_DIR" => self.hub.to_str().map(str::to_owned),
            "HOME" => self.home(),
            _ => None,
        }
    }

    fn known(&self, most: usize) -> Vec<&str> {
        ["ASSEMBLY_DIR", "HOME"].into_iter().take(most).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.environment.get(name).map(str::to_owned)
    }

    fn home(&self) -> Option<String> {
        self.environment.home().map(str::to_owned)
    }
}

/// The value of a placeholder; reports why it has none, unless it is plain text.
pub(super) fn resolve(
    name: &str,
    place: impl Fn() -> Place,
    names: &dyn Names,
    problems: &mut Problems,
) -> Option<String> {
    if let Some(value) = names.placeholder(name) {
        return Some(value);
    }
    if let Some(failure) = names.failure(name) {
        if failure.class != Class::Stop && names.is_news(name) {
            problems.push(needs(name, &place(), &failure));
        }
    } else {
        problems.extend(unknown(name, place, names));
    }
    None
}

/// A use of something that has no value for a reason that lies elsewhere.
fn needs(name: &str, place: &Place, cause: &Diagnostic) -> Diagnostic {
    /// A long chain of vars is not shown in full.
    const LABELS: usize = 6;
    let root = cause.message.rsplit_once(": ").map_or(cause.message.as_str(), |(_, root)| root);
    let mut diagnostic =
        Diagnostic::new(cause.code, format!("`{{{{{}}}}}` has no value: {root}", excerpt(name)))
            .class(cause.class)
            .label(place, "needed here");
    diagnostic.labels.extend(cause.labels.iter().take(LABELS).cloned());
    diagnostic.help.clone_from(&cause.help);
    diagnostic
}

/// A warning when the name looks as if it should mean something.
fn unknown(name: &str, place: impl Fn() -> Place, names: &dyn Names) -> Option<Diagnostic> {
    let is_upper = name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase);
    let shown = format!("`{{{{{}}}}}`", excerpt(name));
    let warn = |message: String, label: &str, help: String| {
        Some(Diagnostic::new(&codes::UNKNOWN_PLACEHOLDER, message).label(&place(), label).help(help))
    };
    if names.knows(name) {
        return Some(
            Diagnostic::new(&codes::UNSET_VARIABLE, format!("{shown} has no value"))
                .label(&place(), "needed here")
                .help("set what it is made of"),
        );
    }
    if name == "GIT_ROOT" {
        return warn(
            format!("{shown} is known in `target` only and stays as it is"),
            "not replaced",
            "write `{{TARGET_DIR}}` for the folder that the launcher opens".to_owned(),
        );
    }
    let meant = names.meant(name);
    if !is_upper && meant.is_none() {
        return None;
    }
    let help = if let Some(meant) = meant {
        format!("did you mean `{{{{{meant}}}}}`?")
    } else {
        const SHOWN: usize = 12;
        let known = names.known(SHOWN + 1);
        let shown: Vec<String> = known.iter().take(SHOWN).map(|name| format!("`{{{{{name}}}}}`")).collect();
        format!("known here: {}{}", shown.join(", "), if known.len() > SHOWN { ", …" } else { "" })
    };
    warn(format!("nothing is called {shown}, so it stays as it is"), "not replaced", help)
}
