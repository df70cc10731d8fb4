//! Groups of argv words: appended in order, taken out whole by their first word, never de-duplicated.

use super::codes;
use super::model::Flags;
use super::names::expand_word;
use super::scribe::Scribe;
use super::selection::{describe, report_fruitless};
use crate::diagnostic::{Diagnostic, Problems, Spanned, did_you_mean, visible};
use crate::manifest::{FlagGroup, Names, Recipe};

/// The groups of a lineage after every `!-`, not yet expanded.
pub(super) fn select<'a>(lineage: &[&'a Recipe], scribe: &mut Scribe) -> Vec<(&'a FlagGroup, &'a Recipe)> {
    let mut groups: Vec<(&FlagGroup, &Recipe)> = Vec::new();
    for recipe in lineage {
        for group in &recipe.flags {
            for option in &group.removes {
                remove(&mut groups, option, recipe, scribe);
            }
            if let Some(first) = group.words.first() {
                scribe.selected("flags", &first.value, format!("listed by {}", describe(recipe)));
                groups.push((group, recipe));
            }
        }
    }
    groups
}

fn remove(
    groups: &mut Vec<(&FlagGroup, &Recipe)>,
    option: &Spanned<String>,
    by: &Recipe,
    scribe: &mut Scribe,
) {
    let inside = groups
        .iter()
        .find_map(|(group, _)| group.words.iter().skip(1).find(|word| is_option(&word.value, &option.value)));
    if let Some(inside) = inside {
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
    let before = groups.len();
    groups.retain(|(group, _)| {
        let goes = group.words.first().is_some_and(|first| is_option(&first.value, &option.value));
        if goes {
            scribe.excluded(
                "flags",
                &option.value,
                format!("taken out by `!{}` of {}", option.value, describe(by)),
            );
        }
        !goes
    });
    if groups.len() == before {
        let name = visible(&option.value);
        let firsts =
            groups.iter().filter_map(|(group, _)| group.words.first()).map(|word| word.value.as_str());
        let help = match did_you_mean(&option.value, firsts) {
            Some(near) => format!("did you mean `\"!{}\"`?", visible(near)),
            None => format!("remove `\"!{name}\"`, or give the option before it in a node of its own"),
        };
        let diagnostic = Diagnostic::new(&codes::REMOVES_NOTHING, format!("`!{name}` takes nothing out"))
            .label(&option.place, "no group of flags before this begins with it")
            .help(help);
        report_fruitless(diagnostic, by, scribe);
    }
}

/// Whether an argv word is this option, alone or joined to its value (`--model=opus`).
fn is_option(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Replaces the placeholders of every word.
pub(super) fn expand(
    groups: Vec<(&FlagGroup, &Recipe)>,
    names: &dyn Names,
    problems: &mut Problems,
) -> Vec<Flags> {
    groups
        .into_iter()
        .map(|(group, by)| Flags {
            words: group
                .words
                .iter()
                .map(|word| Spanned::new(expand_word(word, names, problems), word.place.clone()))
                .collect(),
            place: group.place.clone(),
            by: by.name.value.clone(),
        })
        .collect()
}
