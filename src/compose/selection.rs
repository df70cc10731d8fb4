//! How words of `modules`, `skills` and hook entries become names: globs, exact names, and `!`.

use super::codes;
use super::missing::unlisted;
use super::ordered::Ordered;
use super::resolver::Resolver;
use super::scribe::Scribe;
use super::weigh::{report_fruitless, report_weighed};
use crate::diagnostic::{Diagnostic, Place, listed_few, visible};
use crate::glob::Glob;
use crate::hub::{Kind, Shelf};
use crate::manifest::{Pick, Recipe, RecipeKind, SkillMode};

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
}

/// An entry of the list while it grows.
///
/// Listed again, it stays where it was and its first place is what led to it; what the later one says counts.
pub(super) struct Picked<'a> {
    pub(super) name: String,
    pub(super) listed: &'a Place,
    /// Of a skill that a person brings, and that no `!` takes out: the word that names the person.
    pub(super) through: Option<&'a Place>,
    pub(super) by: &'a Recipe,
    pub(super) required: Option<bool>,
    pub(super) mode: Option<SkillMode>,
}

/// The entries by name.
type List<'a> = Ordered<String, Picked<'a>>;

/// One kind of thing that is picked from the folders of the sources.
#[derive(Clone, Copy)]
pub(super) struct Picker<'a> {
    pub(super) kind: Kind,
    pub(super) resolver: &'a Resolver<'a>,
}

impl Picker<'_> {
    /// What can be picked.
    fn shelf(&self) -> &Shelf {
        self.resolver.hub().shelf(self.kind)
    }

    /// Applies the picks of every recipe of a lineage in turn, behind what is `first` in any case.
    pub(super) fn select<'a>(
        self,
        first: Vec<Picked<'a>>,
        lineage: &[&'a Recipe],
        picks: impl Fn(&'a Recipe) -> Option<&'a [Pick]>,
        scribe: &mut Scribe,
    ) -> Vec<Picked<'a>> {
        let mut list = List::new();
        for picked in first {
            list.set(picked.name.clone(), picked);
        }
        for recipe in lineage {
            for pick in picks(recipe).unwrap_or_default() {
                if pick.removes {
                    self.remove(&mut list, pick, recipe, scribe);
                } else {
                    self.add(&mut list, pick, recipe, scribe);
                }
            }
        }
        list.into_values().collect()
    }

    fn add<'a>(self, list: &mut List<'a>, pick: &'a Pick, by: &'a Recipe, scribe: &mut Scribe) {
        for name in self.names(pick, by, scribe) {
            if let Some(there) = list.get_mut(&name) {
                there.required = pick.required.or(there.required);
                there.mode = pick.mode.or(there.mode);
            } else {
                self.selected(&name, selection_reason(&name, pick, by), scribe);
                let (listed, required, mode) = (&pick.word.place, pick.required, pick.mode);
                list.set(name.clone(), Picked { name, listed, through: None, by, required, mode });
            }
        }
    }

    fn remove(self, list: &mut List<'_>, pick: &Pick, by: &Recipe, scribe: &mut Scribe) {
        let pattern = self.removal(&pick.word.value, |word| list.contains(word), list.len(), scribe);
        let matched: Vec<String> = match &pattern {
            Pattern::Name(name) => list.contains(name).then(|| name.clone()).into_iter().collect(),
            Pattern::Glob(glob) => list.keys().filter(|name| glob.matches(name)).cloned().collect(),
            Pattern::Broken(_) => Vec::new(),
        };
        let is_brought = |name: &String| list.get(name).is_some_and(|picked| picked.through.is_some());
        let (brought, gone): (Vec<String>, Vec<String>) = matched.into_iter().partition(is_brought);
        for name in &gone {
            list.remove(name);
            self.excluded(name, removal_reason(pick, by), scribe);
        }
        if !gone.is_empty() {
            return;
        }
        if brought.is_empty() && self.may_be_elsewhere(&pattern) {
            return;
        }
        let kind = self.kind.word();
        let word = visible(&pick.word.value);
        let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{word}` takes nothing out"));
        if let Some(first) = brought.first().and_then(|name| list.get(name)) {
            let diagnostic = diagnostic
                .label(&pick.word.place, "every skill that matches comes with the role of the person")
                .label(first.listed, "this one does")
                .help(format!("remove `\"!{word}\"`, or pick a role without that skill"));
            return report_fruitless(diagnostic, by, scribe);
        }
        let listed = list.values().filter(|picked| picked.through.is_none());
        let help = match &pattern {
            Pattern::Broken(reason) => format!("the glob does not parse: {reason}"),
            _ => match scribe.near(&pick.word.value, listed.map(|picked| picked.name.as_str())) {
                Some(near) => format!("did you mean `\"!{near}\"`?"),
                None => format!("remove `\"!{word}\"`, or list the {kind} before it"),
            },
        };
        let diagnostic =
            diagnostic.label(&pick.word.place, format!("no {kind} listed before this matches")).help(help);
        report_fruitless(diagnostic, by, scribe);
    }

    /// Whether what a word behind a `!` means could lie in a source that is not here: then nothing is known against it.
    pub(super) fn may_be_elsewhere(self, pattern: &Pattern) -> bool {
        !matches!(pattern, Pattern::Broken(_)) && self.resolver.hub().is_partial(self.kind)
    }

    /// What a word behind a `!` matches. The name of something that is there is no glob, listed or not.
    pub(super) fn removal(
        self,
        word: &str,
        is_listed: impl Fn(&str) -> bool,
        listed: usize,
        scribe: &mut Scribe,
    ) -> Pattern {
        let pattern = Pattern::of(word, |word| is_listed(word) || self.shelf().contains(word));
        match pattern {
            Pattern::Glob(_) if !scribe.may_test(listed) => {
                Pattern::Broken("too many globs take something out of too long a list".to_owned())
            }
            pattern => pattern,
        }
    }

    /// Records that a name takes part.
    pub(super) fn selected(self, name: &str, reason: String, scribe: &mut Scribe) {
        scribe.selected(self.kind.word(), name, self.resolver.provider(self.kind, name), reason);
    }

    /// Records that a name was taken out.
    pub(super) fn excluded(self, name: &str, reason: String, scribe: &mut Scribe) {
        scribe.excluded(self.kind.word(), name, self.resolver.provider(self.kind, name), reason);
    }

    /// The names that a word adds; a glob that adds none is a problem.
    pub(super) fn names(self, pick: &Pick, by: &Recipe, scribe: &mut Scribe) -> Vec<String> {
        let (kind, folder) = (self.kind.word(), self.kind.folder());
        let on_shelf = self.shelf();
        if let Some(diagnostic) = unlisted(self.resolver.hub(), self.kind, &pick.word.place) {
            report_weighed(diagnostic, pick.required, by, scribe);
            return Vec::new();
        }
        let word = &pick.word.value;
        let matcher = match Pattern::of(word, |word| on_shelf.contains(word)) {
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
            on_shelf.names().iter().filter(|name| matcher.matches(name)).cloned().collect();
        // Of a source that has to be there and is not, nobody knows what it would give.
        if names.is_empty() && self.resolver.hub().lacks().is_none() {
            let message = format!("`{}` matches no {kind}", visible(word));
            let diagnostic = Diagnostic::new(&codes::GLOB_MATCHES_NOTHING, message)
                .label(&pick.word.place, format!("nothing in `{folder}/` has such a name"))
                .help(match on_shelf.names() {
                    [] => format!("add a file to `{folder}/`, or say `required=#false` if there may be none"),
                    names => {
                        let names = listed_few(names.iter().map(|name| visible(name)));
                        format!("`{folder}/` holds {names}; say `required=#false` if there may be none")
                    }
                });
            report_weighed(diagnostic, pick.required, by, scribe);
        }
        names
    }
}

pub(super) fn selection_reason(name: &str, pick: &Pick, by: &Recipe) -> String {
    if name == pick.word.value {
        format!("listed by {}", teller(by))
    } else {
        format!("listed as `{}` by {}", pick.word.value, teller(by))
    }
}

pub(super) fn removal_reason(pick: &Pick, by: &Recipe) -> String {
    format!("taken out by `!{}` of {}", pick.word.value, teller(by))
}

/// A preset or launcher as the trace names it: what two launchers decide alike reads alike.
pub(super) fn teller(recipe: &Recipe) -> String {
    match recipe.kind {
        RecipeKind::Launcher => "the launcher".to_owned(),
        RecipeKind::Preset => format!("preset `{}`", recipe.name.value),
    }
}

/// A preset or launcher as messages name it.
pub(super) fn describe(recipe: &Recipe) -> String {
    format!("{} `{}`", recipe.kind.word(), recipe.name.value)
}
