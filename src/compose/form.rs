//! For whom a launcher is composed: for this machine, for a comparison of machines, or for a bundle.

use super::codes;
use super::scribe::Scribe;
use crate::Environment;
use crate::diagnostic::{Diagnostic, Place, SourceFile, visible};
use crate::manifest::{ASSEMBLY_DIR, BUILT_IN, Names, Variable, placeholders};
use std::collections::HashSet;
use std::sync::Arc;

/// What the built-in placeholders come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The paths of this machine.
    #[default]
    Here,
    /// What reads the same on every machine: the hub is [`ASSEMBLY_DIR`], the home `~`, the target as it is declared.
    /// No variable is set.
    Portable,
    /// Themselves: whoever uses the text replaces them. There is no target and no CLI.
    Bundled,
}

impl Form {
    /// For this machine, or for any.
    pub fn of(environment: &Environment) -> Self {
        if environment.is_portable() { Self::Portable } else { Self::Here }
    }

    /// The value of a built-in placeholder that is `here` on this machine.
    pub(super) fn value(self, name: &str, here: &str) -> String {
        match self {
            Self::Portable if name == "ASSEMBLY_DIR" => ASSEMBLY_DIR.to_owned(),
            Self::Here | Self::Portable => here.to_owned(),
            Self::Bundled => format!("{{{{{name}}}}}"),
        }
    }
}

/// Reports the vars of a text that came to a path of this machine. Each is reported where it is used.
pub(super) fn check_portable(
    file: &Arc<SourceFile>,
    names: &dyn Names,
    vars: &[&Variable],
    scribe: &mut Scribe,
) {
    let mut seen = HashSet::new();
    for (range, name) in placeholders(file.text()) {
        if BUILT_IN.contains(&name) || !seen.insert(name) {
            continue;
        }
        let Some(value) = names.placeholder(name) else { continue };
        let Some(path) = absolute_path(&value) else { continue };
        let mut diagnostic = Diagnostic::new(
            &codes::ABSOLUTE_VAR,
            format!("`{{{{{}}}}}` holds `{}`, a path of this machine", visible(name), visible(path)),
        )
        .label(&Place::new(file, range), "would be written into the bundle");
        if let Some(variable) = vars.iter().rfind(|variable| variable.name.value == name) {
            diagnostic = diagnostic.label(&variable.value.place, "set here");
        }
        scribe.problems.push(diagnostic.help(
            "begin the path with `~`, `{{ASSEMBLY_DIR}}` or `{{TARGET_DIR}}`, which every machine replaces by its own",
        ));
    }
}

/// The first absolute path in a value. What follows a placeholder, a scheme or a name is none.
fn absolute_path(value: &str) -> Option<&str> {
    let starts = value.match_indices('/').map(|(at, _)| at);
    let begins = |at: usize| match value[..at].chars().next_back() {
        None => true,
        Some(':') => value[at..].len() > 1 && !value[at..].starts_with("//"),
        Some(before) => before.is_whitespace() || matches!(before, '=' | ',' | ';' | '"' | '\'' | '(' | '`'),
    };
    let start = starts.filter(|&at| begins(at)).find(|&at| path_at(&value[at..]).len() > 1)?;
    Some(path_at(&value[start..]))
}

/// A path at the beginning of `text`, to where it ends.
fn path_at(text: &str) -> &str {
    let end = text.find(|letter: char| letter.is_whitespace() || "\"'`),;".contains(letter));
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::absolute_path;

    #[test]
    fn absolute_paths_are_found_where_they_begin() {
        for (value, path) in [
            ("/srv/notes", Some("/srv/notes")),
            ("--add-dir=/srv/a b", Some("/srv/a")),
            ("{{HOME}}/bin:/opt/bin", Some("/opt/bin")),
            ("see '/srv/a', please", Some("/srv/a")),
            ("{{ASSEMBLY_DIR}}/memory", None),
            ("a/b and c / d", None),
            ("https://example.org/a", None),
            ("", None),
            ("/", None),
        ] {
            assert_eq!(absolute_path(value), path, "{value}");
        }
    }
}
