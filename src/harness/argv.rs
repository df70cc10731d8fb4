//! The arguments of the CLI, and the repair of options that would swallow the next one.

use std::ffi::{OsStr, OsString};

use super::layout::Layout;
use super::{Harness, codes};
use crate::compose::{Composition, Flags};
use crate::diagnostic::{Diagnostic, Problems};

impl Harness {
    /// The arguments without the program: the launcher's groups, then `words`.
    ///
    /// An option with any number of values takes every following word that does not start with `-`, also the first word
    /// of the next group. There the option is joined with its value by `=`, or `--` is put between. Only for
    /// a known harness; of any other CLI the options are not known.
    pub fn argv(
        &self,
        composition: &Composition,
        words: &[OsString],
        problems: &mut Problems,
    ) -> Vec<OsString> {
        let mut groups: Vec<Group<'_>> = composition.flags.iter().map(Group::declared).collect();
        groups.push(Group { words: words.to_vec(), flags: None });
        groups.retain(|group| !group.words.is_empty());
        if self.known {
            match repaired(self.layout, &groups) {
                Ok(argv) => return argv,
                Err(swallowed) => {
                    problems.push(swallowed.diagnostic(self.layout).scope(&composition.launcher.value));
                }
            }
        }
        groups.into_iter().flat_map(|group| group.words).collect()
    }
}

/// Words that were given together.
struct Group<'a> {
    words: Vec<OsString>,
    /// The node; none for words of the command line.
    flags: Option<&'a Flags>,
}

impl<'a> Group<'a> {
    fn declared(flags: &'a Flags) -> Self {
        Self {
            words: flags.words.iter().map(|word| OsString::from(&word.value)).collect(),
            flags: Some(flags),
        }
    }
}

/// A group whose first word would be taken by the option of an earlier one, beyond repair.
struct Swallowed<'a> {
    option: OsString,
    values: Vec<OsString>,
    taker: &'a Group<'a>,
    taken: &'a Group<'a>,
    /// The option that forbids a `--`.
    later: OsString,
}

fn repaired<'a>(layout: &Layout, groups: &'a [Group<'a>]) -> Result<Vec<OsString>, Swallowed<'a>> {
    let last_with_option = groups.iter().rposition(|group| group.words.iter().any(|word| is_option(word)));
    let mut argv: Vec<OsString> = Vec::with_capacity(groups.iter().map(|group| group.words.len()).sum());
    // The last option in `argv`, and the group it came from.
    let mut last_option: Option<(usize, &Group<'_>)> = None;
    let mut only_positional = false;
    for (index, group) in groups.iter().enumerate() {
        if !only_positional
            && !is_option(&group.words[0])
            && let Some((position, taker)) = last_option
            && layout.variadic_options.iter().any(|option| argv[position] == *option)
        {
            match argv.len() - position - 1 {
                // The value of the option stands in a node of its own.
                0 => {}
                1 => join(&mut argv),
                _ if last_with_option.is_none_or(|last| last < index) => {
                    argv.push("--".into());
                    only_positional = true;
                }
                _ => return Err(swallowed(&argv[position..], taker, &groups[index..])),
            }
        }
        for word in &group.words {
            if !only_positional && is_option(word) {
                last_option = Some((argv.len(), group));
                only_positional = word == "--";
            }
            argv.push(word.clone());
        }
    }
    Ok(argv)
}

/// A lone `-` is a value.
fn is_option(word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    bytes.len() > 1 && bytes.starts_with(b"-")
}

/// Makes the last two words one, `--option=value`.
fn join(argv: &mut Vec<OsString>) {
    if let Some(value) = argv.pop()
        && let Some(option) = argv.last_mut()
    {
        option.push("=");
        option.push(value);
    }
}

fn swallowed<'a>(option: &[OsString], taker: &'a Group<'a>, rest: &'a [Group<'a>]) -> Swallowed<'a> {
    let later = rest.iter().flat_map(|group| &group.words).find(|word| is_option(word));
    Swallowed {
        option: option[0].clone(),
        values: option[1..].to_vec(),
        taker,
        taken: &rest[0],
        later: later.cloned().unwrap_or_default(),
    }
}

impl Swallowed<'_> {
    fn diagnostic(&self, layout: &Layout) -> Diagnostic {
        let option = self.option.to_string_lossy();
        let taken = self.taken.words[0].to_string_lossy();
        let later = self.later.to_string_lossy();
        let nodes: Vec<_> = self
            .values
            .iter()
            .map(|value| format!("`flags {:?} {:?}`", option.as_ref(), value.to_string_lossy()))
            .collect();
        let mut diagnostic = Diagnostic::new(
            &codes::SWALLOWED,
            format!(
                "{} would take `{taken}` as a value of `{option}`, and `--` cannot part them because `{later}` follows",
                layout.title
            ),
        );
        if let Some(flags) = self.taker.flags {
            diagnostic =
                diagnostic.label(&flags.place, format!("`{option}` takes every word up to an option"));
        }
        if let Some(flags) = self.taken.flags {
            diagnostic = diagnostic.label(&flags.place, "and this group begins with a word that is none");
        }
        diagnostic.help(format!("give each value a node of its own: {}", nodes.join(", ")))
    }
}

#[cfg(test)]
mod tests;
