//! Groups of argv words: appended in order, taken out whole by their first word, never de-duplicated.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::codes;
use super::model::Flags;
use super::names::expand_word;
use super::scribe::Scribe;
use super::selection::teller;
use super::weigh::report_fruitless;
use crate::diagnostic::{Diagnostic, Spanned, visible};
use crate::manifest::{FlagGroup, Names, Recipe};

/// A group, and whose it is.
pub(super) type Group<'a> = (&'a FlagGroup, &'a Recipe);

/// The groups of a lineage after every `!-`, not yet expanded.
pub(super) fn select<'a>(lineage: &[&'a Recipe], scribe: &mut Scribe) -> Vec<Group<'a>> {
    let mut groups = Groups::default();
    for recipe in lineage {
        for group in &recipe.flags {
            for option in &group.removes {
                remove(&mut groups, option, recipe, scribe);
            }
            if let Some(first) = group.words.first() {
                scribe.declared("flags", &first.value, format!("listed by {}", teller(recipe)));
                groups.push((group, recipe));
            }
        }
    }
    groups.list.into_iter().flatten().collect()
}

/// The groups while their list grows.
#[derive(Default)]
struct Groups<'a> {
    list: Vec<Option<Group<'a>>>,
    /// Each word of each group that is there, with the numbers of the group and of the word in it.
    words: BTreeMap<&'a str, BTreeSet<(usize, usize)>>,
}

impl<'a> Groups<'a> {
    fn push(&mut self, group: Group<'a>) {
        let number = self.list.len();
        for (at, word) in group.0.words.iter().enumerate() {
            self.words.entry(&word.value).or_default().insert((number, at));
        }
        self.list.push(Some(group));
    }

    /// Where an option stands, alone or joined to its value (`--model=opus`).
    fn uses(&self, option: &str) -> impl Iterator<Item = (usize, usize)> {
        let joined = format!("{option}=");
        let from: (Bound<&str>, Bound<&str>) = (Bound::Included(&joined), Bound::Unbounded);
        let alone = self.words.get(option).into_iter().flatten();
        let with_value = self.words.range::<str, _>(from);
        let with_value = with_value.take_while(|(word, _)| word.starts_with(&joined)).map(|(_, uses)| uses);
        let found: Vec<_> = alone.chain(with_value.flatten()).copied().collect();
        found.into_iter()
    }

    fn word(&self, (group, word): (usize, usize)) -> Option<&'a Spanned<String>> {
        self.list.get(group)?.and_then(|(group, _)| group.words.get(word))
    }

    fn take(&mut self, number: usize) {
        let Some((group, _)) = self.list.get_mut(number).and_then(Option::take) else { return };
        for (at, word) in group.words.iter().enumerate() {
            if let Some(uses) = self.words.get_mut(word.value.as_str()) {
                uses.remove(&(number, at));
                if uses.is_empty() {
                    self.words.remove(word.value.as_str());
                }
            }
        }
    }
}

fn remove(groups: &mut Groups<'_>, option: &Spanned<String>, by: &Recipe, scribe: &mut Scribe) {
    let mut first_words = Vec::new();
    let mut inside = None;
    for (group, word) in groups.uses(&option.value) {
        if word == 0 {
            first_words.push(group);
        } else {
            inside = inside.into_iter().chain([(group, word)]).min();
        }
    }
    if let Some(inside) = inside.and_then(|inside| groups.word(inside)) {
        let name = visible(&option.value);
        scribe.problems.push(
            Diagnostic::new(
                &codes::OPTION_INSIDE_GROUP,
                format!("`!{name}` cannot take out an option that stands inside another group"),
            )
            .label(&option.place, "takes out whole groups by their first word")
            .label(&inside.place, "this option is not the first word of its `flags` node")
            .help(format!("give it a node of its own: `flags \"{name}\" …`"))
            .scope(&by.name.value),
        );
        return;
    }
    if first_words.is_empty() {
        return report_nothing(groups, option, by, scribe);
    }
    for group in first_words {
        groups.take(group);
        let reason = format!("taken out by `!{}` of {}", option.value, teller(by));
        scribe.taken_back("flags", &option.value, reason);
    }
}

fn report_nothing(groups: &Groups<'_>, option: &Spanned<String>, by: &Recipe, scribe: &mut Scribe) {
    let name = visible(&option.value);
    let firsts = groups.list.iter().flatten().filter_map(|(group, _)| group.words.first());
    let help = match scribe.near(&option.value, firsts.map(|word| word.value.as_str())) {
        Some(near) => format!("did you mean `\"!{}\"`?", visible(near)),
        None => format!("remove `\"!{name}\"`, or give the option before it in a node of its own"),
    };
    let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{name}` takes nothing out"))
        .label(&option.place, "no group of flags before this begins with it")
        .help(help);
    report_fruitless(diagnostic, by, scribe);
}

/// Replaces the placeholders of every word.
pub(super) fn expand(groups: Vec<Group<'_>>, names: &dyn Names, scribe: &mut Scribe) -> Vec<Flags> {
    groups
        .into_iter()
        .map(|(group, by)| Flags {
            words: group
                .words
                .iter()
                .map(|word| Spanned::new(expand_word(word, names, scribe), word.place.clone()))
                .collect(),
            place: group.place.clone(),
            by: by.name.value.clone(),
        })
        .collect()
}
