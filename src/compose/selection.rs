//! How words of `modules`, `skills` and hook entries become names: globs, exact names, and `!`.

use super::codes;
use super::scribe::Scribe;
use crate::diagnostic::{Class, Diagnostic, did_you_mean, visible};
use crate::hub::Shelf;
use crate::manifest::{Glob, Pick, Recipe, RecipeKind};

/// A word of a pick, ready to be compared with names.
pub(super) enum Pattern {
    Name(String),
    Glob(Glob),
    Broken(String),
}

impl Pattern {
    /// An exact name beats a glob, so that `notes [old].md` can be written.
    pub(super) fn of(word: &str, is_name: impl Fn(&str) -> bool) -> Self {
        if is_name(word) || !Glob::is_one(word) {
            return Self::Name(word.to_owned());
        }
        Glob::new(word).map_or_else(Self::Broken, Self::Glob)
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        match self {
            Self::Name(exact) => exact == name,
            Self::Glob(glob) => glob.matches(name),
            Self::Broken(_) => false,
        }
    }
}

/// An entry of the list while it grows.
pub(super) struct Picked<'a> {
    pub(super) name: String,
    pub(super) pick: &'a Pick,
    pub(super) by: &'a Recipe,
}

/// One kind of thing that is picked from a folder of the hub.
#[derive(Clone, Copy)]
pub(super) struct Picker<'a> {
    /// `module`, `skill` or `hook`; the folder is called the same with an `s`.
    pub(super) kind: &'static str,
    pub(super) shelf: &'a Shelf,
}

impl Picker<'_> {
    /// Applies the picks of every recipe of a lineage in turn.
    pub(super) fn select<'a>(
        self,
        lineage: &[&'a Recipe],
        picks: impl Fn(&'a Recipe) -> Option<&'a [Pick]>,
        scribe: &mut Scribe,
    ) -> Vec<Picked<'a>> {
        let mut list: Vec<Picked<'a>> = Vec::new();
        for recipe in lineage {
            for pick in picks(recipe).unwrap_or_default() {
                if pick.removes {
                    self.remove(&mut list, pick, recipe, scribe);
                } else {
                    self.add(&mut list, pick, recipe, scribe);
                }
            }
        }
        list
    }

    fn add<'a>(self, list: &mut Vec<Picked<'a>>, pick: &'a Pick, by: &'a Recipe, scribe: &mut Scribe) {
        for name in self.names(pick, by, scribe) {
            if let Some(there) = list.iter_mut().find(|picked| picked.name == name) {
                there.pick = pick;
                there.by = by;
            } else {
                scribe.selected(self.kind, &name, selection_reason(&name, pick, by));
                list.push(Picked { name, pick, by });
            }
        }
    }

    fn remove(self, list: &mut Vec<Picked<'_>>, pick: &Pick, by: &Recipe, scribe: &mut Scribe) {
        let pattern = Pattern::of(&pick.word.value, |word| list.iter().any(|picked| picked.name == word));
        let before = list.len();
        list.retain(|picked| {
            let goes = pattern.matches(&picked.name);
            if goes {
                scribe.excluded(self.kind, &picked.name, removal_reason(pick, by));
            }
            !goes
        });
        if list.len() < before {
            return;
        }
        let kind = self.kind;
        let word = visible(&pick.word.value);
        let near = did_you_mean(&pick.word.value, list.iter().map(|picked| picked.name.as_str()));
        let help = match (&pattern, near) {
            (Pattern::Broken(reason), _) => format!("the glob does not parse: {reason}"),
            (_, Some(near)) => format!("did you mean `\"!{near}\"`?"),
            (_, None) => format!("remove `\"!{word}\"`, or list the {kind} before it"),
        };
        let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{word}` takes nothing out"))
            .label(&pick.word.place, format!("no {kind} listed before this matches"))
            .help(help);
        report_fruitless(diagnostic, by, scribe);
    }

    /// The names that a word adds; a glob that adds none is a problem.
    pub(super) fn names(self, pick: &Pick, by: &Recipe, scribe: &mut Scribe) -> Vec<String> {
        if let Some(error) = self.shelf.error() {
            let folder = format!("{}s/", self.kind);
            let diagnostic = Diagnostic::new(
                &codes::FOLDER_UNREADABLE,
                format!("`{folder}` cannot be listed: {}", visible(error)),
            )
            .label(&pick.word.place, "looked for there")
            .help(format!("make `{folder}` a folder that this user can read"));
            report_weighed(diagnostic, pick.required, by, scribe);
            return Vec::new();
        }
        let word = &pick.word.value;
        let kind = self.kind;
        let matcher = match Pattern::of(word, |word| self.shelf.contains(word)) {
            Pattern::Name(name) => return vec![name],
            Pattern::Glob(matcher) => matcher,
            Pattern::Broken(reason) => {
                let diagnostic =
                    Diagnostic::new(&codes::INVALID_GLOB, format!("`{}` is not a glob", visible(word)))
                        .label(&pick.word.place, reason)
                        .help("close every `[` and `{`, or write the exact name of a file");
                report_weighed(diagnostic, pick.required, by, scribe);
                return Vec::new();
            }
        };
        let names: Vec<String> =
            self.shelf.names().iter().filter(|name| matcher.matches(name)).cloned().collect();
        if names.is_empty() {
            let message = format!("`{}` matches no {kind}", visible(word));
            let diagnostic = Diagnostic::new(&codes::GLOB_MATCHES_NOTHING, message)
                .label(&pick.word.place, format!("nothing in `{kind}s/` has such a name"))
                .help(match self.shelf.names() {
                    [] => format!("add a file to `{kind}s/`, or say `required=#false` if there may be none"),
                    names => {
                        let names = enumerate(names);
                        format!("`{kind}s/` holds {names}; say `required=#false` if there may be none")
                    }
                });
            report_weighed(diagnostic, pick.required, by, scribe);
        }
        names
    }
}

pub(super) fn selection_reason(name: &str, pick: &Pick, by: &Recipe) -> String {
    if name == pick.word.value {
        format!("listed by {}", describe(by))
    } else {
        format!("listed as `{}` by {}", pick.word.value, describe(by))
    }
}

pub(super) fn removal_reason(pick: &Pick, by: &Recipe) -> String {
    format!("taken out by `!{}` of {}", pick.word.value, describe(by))
}

/// A preset or launcher as reasons name it.
pub(super) fn describe(recipe: &Recipe) -> String {
    format!("{} `{}`", recipe.kind.word(), recipe.name.value)
}

/// A `!` without effect: an error in a launcher; in a preset only when no launcher profits from it.
pub(super) fn report_fruitless(diagnostic: Diagnostic, by: &Recipe, scribe: &mut Scribe) {
    let diagnostic = diagnostic.scope(&by.name.value);
    match by.kind {
        RecipeKind::Launcher => scribe.problems.push(diagnostic),
        RecipeKind::Preset => scribe.fruitless.push(diagnostic),
    }
}

/// Reports a thing that is not there: `required=#true` makes it stop the run, `required=#false` nobody's concern.
pub(super) fn report_weighed(
    diagnostic: Diagnostic,
    required: Option<bool>,
    by: &Recipe,
    scribe: &mut Scribe,
) {
    let diagnostic = diagnostic.scope(&by.name.value);
    match required {
        Some(false) => {}
        Some(true) => scribe.problems.push(diagnostic.class(Class::Stop)),
        None => scribe.problems.push(diagnostic),
    }
}

/// A few names for a line of help.
fn enumerate(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{}`", visible(name))).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
