//! Which lines an ignore file should hold.

use crate::disk::folders_above;
use crate::harness::Ignore;

/// A line and the paths that it has to cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::plan) struct Wanted {
    pub(in crate::plan) line: String,
    pub(in crate::plan) paths: Vec<String>,
    /// The folder that it ignores as a whole.
    pub(in crate::plan) folder: Option<String>,
    /// A line that would do as well if it stands there already.
    pub(super) instead: Option<String>,
}

impl Wanted {
    /// Whether an ignore file lies between the target and what the line covers.
    pub(super) fn is_outdone_in(&self, source: &str) -> bool {
        let covered = self.line.trim_start_matches('/');
        folders_above(covered).any(|folder| {
            let file = format!("{folder}/.gitignore");
            // In a folder that is ignored as a whole, no ignore file is read.
            let is_within = covered.ends_with('/') && covered.len() == folder.len() + 1;
            !is_within && (source == file || source.ends_with(&format!("/{file}")))
        })
    }
}

/// The lines for `ignores`; `is_shared` says of a folder whether it will hold something that is not ours.
pub(in crate::plan) fn wanted(ignores: &[Ignore], is_shared: impl Fn(&str) -> bool) -> Vec<Wanted> {
    let mut lines = Vec::new();
    for ignore in ignores {
        match ignore {
            Ignore::Path { line, path } => {
                lines.push(Wanted {
                    line: line.clone(),
                    paths: vec![path.clone()],
                    folder: None,
                    instead: None,
                });
            }
            Ignore::Folder { line, path, entries } if is_shared(path) => {
                lines.extend(entries.iter().map(|name| Wanted {
                    line: format!("/{path}/{}", escaped(name)),
                    paths: vec![format!("{path}/{name}")],
                    folder: None,
                    instead: Some(line.clone()),
                }));
            }
            Ignore::Folder { line, path, entries } => {
                let paths = if entries.is_empty() {
                    // Nothing to cover yet: would a link be covered that comes later?
                    vec![format!("{path}/any-name")]
                } else {
                    entries.iter().map(|name| format!("{path}/{name}")).collect()
                };
                lines.push(Wanted { line: line.clone(), paths, folder: Some(path.clone()), instead: None });
            }
        }
    }
    lines
}

/// A name as an ignore pattern that matches nothing else.
pub(in crate::plan) fn escaped(name: &str) -> String {
    let last = name.trim_end_matches(' ').len();
    let mut pattern = String::with_capacity(name.len());
    for (at, character) in name.char_indices() {
        // Git drops spaces at the end of a line.
        if matches!(character, '*' | '?' | '[' | '\\') || at >= last {
            pattern.push('\\');
        }
        // No line can hold a line break.
        pattern.push(if matches!(character, '\n' | '\r') { '?' } else { character });
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::{escaped, wanted};
    use crate::harness::Ignore;

    #[test]
    fn a_shared_folder_gets_a_line_for_each_of_our_entries() {
        let folder = |entries: &[&str]| Ignore::Folder {
            line: "s/".to_owned(),
            path: "s".to_owned(),
            entries: entries.iter().map(|name| (*name).to_owned()).collect(),
        };
        let lines = |entries: &[&str], shared| {
            let wanted = wanted(&[folder(entries)], |_| shared);
            wanted.into_iter().map(|wanted| wanted.line).collect::<Vec<_>>()
        };
        assert_eq!(lines(&["a", "b"], false), ["s/"]);
        assert_eq!(lines(&[], false), ["s/"]);
        assert_eq!(lines(&["a", "b"], true), ["/s/a", "/s/b"]);
        assert!(lines(&[], true).is_empty());
    }

    #[test]
    fn names_match_only_themselves() {
        assert_eq!(escaped("a [b]* "), r"a \[b]\*\ ");
        assert_eq!(escaped("#é"), "#é");
    }
}
