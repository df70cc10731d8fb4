//! How much the launchers come to when each has everything of its presets.
//!
//! What a preset says counts for every launcher that uses it, so a small file can ask for more than any machine holds.
//! Everything after the manifest takes time and memory by this measure.

use crate::diagnostic::Diagnostic;

use super::codes;
use super::mode::Tmux;
use super::model::{HookEntry, Manifest, Recipe, RecipeKind, Variable};
use super::setting::{Setting, SettingValue};

/// The most that all launchers may come to, in bytes.
const LARGEST: usize = 64 << 20;

/// What a word costs beside its text: a place, an owner, and the reason why it is there.
const WORD: usize = 64;

/// The problem of a manifest whose launchers come to too much. `used` gives the presets that a recipe names.
pub(super) fn excess<I: Iterator<Item = usize>>(
    manifest: &Manifest,
    used: impl Fn(usize) -> I,
) -> Option<Diagnostic> {
    let recipes = &manifest.recipes;
    let weights: Vec<usize> = recipes.iter().map(of_recipe).collect();
    let shared: usize = manifest.vars.iter().map(of_variable).sum();
    // Which launcher reached the recipe last.
    let mut reached = vec![usize::MAX; recipes.len()];
    let mut total = 0_usize;
    let mut open = Vec::new();
    let mut is_used = vec![false; recipes.len()];
    (0..recipes.len()).flat_map(&used).for_each(|recipe| is_used[recipe] = true);
    for (launcher, recipe) in recipes.iter().enumerate() {
        // A preset that nobody uses is checked by itself.
        if recipe.kind != RecipeKind::Launcher && is_used[launcher] {
            continue;
        }
        total = total.saturating_add(shared);
        open.push(launcher);
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut reached[at], launcher) != launcher {
                total = total.saturating_add(weights[at]);
                if total > LARGEST {
                    return Some(too_much(recipe));
                }
                open.extend(used(at));
            }
        }
    }
    None
}

fn too_much(launcher: &Recipe) -> Diagnostic {
    Diagnostic::new(
        &codes::TOO_MUCH,
        format!("the launchers, each with its vars and presets, come to over {} MiB", LARGEST >> 20),
    )
    .label(&launcher.name.place, "from this launcher on")
    .help("move what is long into modules, and take out of the presets and the `vars` at the top what few launchers need")
}

fn of_recipe(recipe: &Recipe) -> usize {
    let texts = [&recipe.description, &recipe.target].into_iter().flatten();
    let window = recipe.tmux.as_ref().map_or(0, |tmux| match &tmux.value {
        Tmux::Window(name) => name.len(),
        Tmux::Never | Tmux::Default => 0,
    });
    let picks = [&recipe.modules, &recipe.skills].into_iter().flatten().flatten();
    let flags = recipe.flags.iter().flat_map(|group| group.removes.iter().chain(&group.words));
    let words = texts
        .chain(&recipe.uses)
        .chain(flags)
        .chain(recipe.cli.iter().map(|cli| &cli.program))
        .chain(picks.map(|pick| &pick.word));
    let env = recipe
        .env
        .iter()
        .map(|entry| word(entry.name.value.len() + entry.value.value.as_ref().map_or(0, String::len)));
    WORD * (1 + recipe.flags.len())
        + window
        + words.map(|text| word(text.value.len())).sum::<usize>()
        + recipe.vars.iter().map(of_variable).sum::<usize>()
        + env.sum::<usize>()
        + recipe.hooks.iter().flatten().map(of_hook).sum::<usize>()
        + recipe.settings.iter().flatten().map(of_setting).sum::<usize>()
}

fn word(length: usize) -> usize {
    length + WORD
}

fn of_variable(variable: &Variable) -> usize {
    word(variable.name.value.len() + variable.value.value.len())
}

fn of_setting(setting: &Setting) -> usize {
    word(setting.name.value.len()) + of_setting_value(&setting.value.value, setting.value.place.span.len())
}

fn of_setting_value(value: &SettingValue, written: usize) -> usize {
    match value {
        SettingValue::Removed => 0,
        SettingValue::One(_) => word(written),
        SettingValue::List(items) => {
            items.iter().map(|item| of_setting_value(&item.value, item.place.span.len())).sum()
        }
        SettingValue::Map(keys) => keys.iter().map(of_setting).sum(),
    }
}

/// Every file of an entry becomes a handler with all that the entry says.
fn of_hook(entry: &HookEntry) -> usize {
    let args = entry.args.iter().flatten().map(|argument| word(argument.value.len()));
    let fields = entry.fields.iter().map(|field| word(field.value.place.span.len()));
    let each = entry.event.value.len()
        + entry.matcher.as_ref().map_or(0, |matcher| matcher.value.len())
        + args.sum::<usize>()
        + fields.sum::<usize>();
    let files = entry.files.iter().map(|file| word(file.word.value.len()));
    files.sum::<usize>() + word(each) * entry.files.len().max(1)
}
