//! What launchers share, as a preset.

use super::recipe::{Entry, Recipe};

/// Moves what all launchers have in common into a preset of this name. Nothing when they share nothing.
///
/// A preset comes before the launcher's own nodes, so of lists only what they begin with can be moved.
pub(in crate::import) fn lift(name: &str, recipes: &mut [Recipe]) -> Option<Recipe> {
    let first = recipes.first()?.clone();
    let mut preset = Recipe { name: name.to_owned(), is_preset: true, ..Recipe::default() };
    let shared = |recipes: &[Recipe], same: &dyn Fn(&Recipe) -> bool| recipes.iter().all(same);

    if let Some(cli) = &first.cli
        && shared(recipes, &|recipe| {
            recipe.cli.as_ref().is_some_and(|own| own.text == cli.text) && recipe.harness == first.harness
        })
    {
        preset.cli = Some(without_origin(cli));
        preset.harness.clone_from(&first.harness);
        for recipe in recipes.iter_mut() {
            (recipe.cli, recipe.harness) = (None, None);
        }
    }
    preset.modules = lift_list(recipes, |recipe| &mut recipe.modules);
    preset.hooks = lift_list(recipes, |recipe| &mut recipe.hooks);
    preset.skills = lift_list(recipes, |recipe| &mut recipe.skills);
    if shared(recipes, &|recipe| recipe.leaves_gitignore) {
        preset.leaves_gitignore = true;
        for recipe in recipes.iter_mut() {
            recipe.leaves_gitignore = false;
        }
    }
    if shared(recipes, &|recipe| recipe.leaves_tmux) {
        preset.leaves_tmux = true;
        for recipe in recipes.iter_mut() {
            recipe.leaves_tmux = false;
        }
    }
    lift_flags(&mut preset, recipes);
    lift_env(&mut preset, recipes);
    lift_vars(&mut preset, recipes);
    let is_empty = preset.cli.is_none()
        && preset.modules.is_none()
        && preset.hooks.is_none()
        && preset.skills.is_none()
        && preset.flags.is_empty()
        && preset.env.is_empty()
        && !preset.leaves_gitignore
        && !preset.leaves_tmux;
    if is_empty {
        return None;
    }
    for recipe in recipes.iter_mut() {
        recipe.uses = Some(name.to_owned());
    }
    Some(preset)
}

fn without_origin(entry: &Entry) -> Entry {
    Entry { text: entry.text.clone(), origin: None }
}

/// The beginning that lists have in common, if every launcher has that list.
fn lift_list(
    recipes: &mut [Recipe],
    list: impl Fn(&mut Recipe) -> &mut Option<Vec<Entry>>,
) -> Option<Vec<Entry>> {
    let lists: Option<Vec<Vec<Entry>>> = recipes.iter_mut().map(|recipe| list(recipe).clone()).collect();
    let lists = lists?;
    let first = lists.first()?;
    let same = (0..first.len())
        .take_while(|at| {
            lists.iter().all(|list| list.get(*at).is_some_and(|own| own.text == first[*at].text))
        })
        .count();
    if same == 0 && lists.iter().any(|list| !list.is_empty()) {
        return None;
    }
    for recipe in recipes.iter_mut() {
        let own = list(recipe);
        if let Some(entries) = own {
            entries.drain(..same);
            // The preset's node is enough for the step to run.
            if entries.is_empty() {
                *own = None;
            }
        }
    }
    Some(first[..same].iter().map(without_origin).collect())
}

fn lift_flags(preset: &mut Recipe, recipes: &mut [Recipe]) {
    while let Some(group) = recipes.first().and_then(|first| first.flags.first()).cloned() {
        let texts = |group: &[Entry]| group.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>();
        let is_shared = recipes.iter().all(|recipe| {
            recipe.flags.first().is_some_and(|own| texts(own) == texts(&group))
                && group.iter().all(|entry| same_vars(&entry.text, recipe, &recipes[0]))
        });
        if !is_shared {
            return;
        }
        preset.flags.push(group.iter().map(without_origin).collect());
        for recipe in recipes.iter_mut() {
            recipe.flags.remove(0);
        }
    }
}

fn lift_env(preset: &mut Recipe, recipes: &mut [Recipe]) {
    for (name, value, _) in recipes[0].env.clone() {
        let is_shared = recipes.iter().all(|recipe| {
            recipe.env.iter().any(|(own, held, _)| *own == name && *held == value)
                && value.as_ref().is_none_or(|value| same_vars(value, recipe, &recipes[0]))
        });
        if is_shared {
            for recipe in recipes.iter_mut() {
                recipe.env.retain(|(own, ..)| *own != name);
            }
            preset.env.push((name, value, None));
        }
    }
}

/// Vars go along when every launcher has the same.
fn lift_vars(preset: &mut Recipe, recipes: &mut [Recipe]) {
    for (name, value) in recipes[0].vars.clone() {
        let is_shared =
            recipes.iter().all(|recipe| recipe.vars.iter().any(|(own, held)| *own == name && *held == value));
        if is_shared {
            for recipe in recipes.iter_mut() {
                recipe.vars.retain(|(own, _)| *own != name);
            }
            preset.vars.push((name, value));
        }
    }
}

/// Whether the vars in a text are the same in two launchers.
fn same_vars(text: &str, one: &Recipe, other: &Recipe) -> bool {
    let value = |recipe: &Recipe, name: &str| {
        recipe.vars.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone())
    };
    let used = other.vars.iter().filter(|(name, _)| text.contains(&format!("{{{{{name}}}}}")));
    used.clone().all(|(name, _)| value(one, name) == value(other, name))
}
