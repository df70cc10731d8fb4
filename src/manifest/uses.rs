//! What `use` ties together: presets that do not exist, circles, and launchers that end up without target or CLI.

use std::collections::{HashMap, VecDeque};

use crate::diagnostic::{Code, Diagnostic, Problems, Spanned, did_you_mean, listed};

use super::codes;
use super::graph::{STEPS, Step, finished_order, shown_circle};
use super::model::{Cli, Manifest, Recipe, RecipeKind};
use super::names::check_shape;
use super::text::excerpt;
use super::weight;

/// Which required nodes stand in a recipe, right or wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) target: bool,
    pub(super) cli: bool,
}

/// An edge of the graph of `use`.
struct Edge<'a> {
    to: usize,
    word: &'a Spanned<String>,
}

/// Checks everything that can be said only when all files are read; whether the launchers are few and small enough. `complete` is false when nodes are missing from
/// `recipes` for a reason that was reported: then nothing is said about what is not there.
pub(super) fn check(
    manifest: &Manifest,
    declared: &[Declared],
    complete: bool,
    problems: &mut Problems,
) -> bool {
    let (recipes, names) = (manifest.recipes.as_slice(), &manifest.names);
    let mut unresolved = vec![!complete; recipes.len()];
    let graph: Vec<Vec<Edge>> = recipes
        .iter()
        .zip(&mut unresolved)
        .map(|(recipe, unresolved)| edges(recipe, recipes, names, complete, unresolved, problems))
        .collect();
    let next = |from: usize, edge: usize| graph[from].get(edge).map(|edge| edge.to);
    let order = finished_order(graph.len(), next, |steps| problems.push(circle(recipes, &graph, steps)));
    let users = reversed(&graph);
    let start = |own: fn(&Declared) -> bool| {
        declared.iter().zip(&unresolved).map(|(declared, unresolved)| own(declared) || *unresolved).collect()
    };
    let has_target = spread(start(|declared| declared.target), &users);
    let has_cli = spread(start(|declared| declared.cli), &users);
    let clis = effective_clis(recipes, &graph, &order);
    for (index, recipe) in recipes.iter().enumerate() {
        if recipe.kind != RecipeKind::Launcher {
            continue;
        }
        if !has_target[index] {
            problems.push(missing(&codes::MISSING_TARGET, recipe, "target \"~/code/myapp\""));
        }
        if !has_cli[index] {
            problems.push(missing(&codes::MISSING_CLI, recipe, "cli \"claude\""));
        }
        let cli = clis[index].map(|cli| {
            (cli.program.value.as_str(), cli.harness.as_ref().map(|harness| harness.value.as_str()))
        });
        problems
            .extend(check_shape(recipe, cli).map(|diagnostic| diagnostic.scope(recipe.name.value.as_str())));
    }
    let used = |recipe: usize| graph[recipe].iter().map(|edge| edge.to);
    let excess = weight::excess(manifest, used);
    let measured = excess.is_none();
    problems.extend(excess);
    measured
}

/// The presets that a recipe uses; reports the names that are none.
fn edges<'a>(
    recipe: &'a Recipe,
    recipes: &[Recipe],
    names: &HashMap<String, usize>,
    complete: bool,
    unresolved: &mut bool,
    problems: &mut Problems,
) -> Vec<Edge<'a>> {
    let mut edges = Vec::new();
    for word in &recipe.uses {
        match names.get(&word.value).and_then(|index| Some((*index, recipes.get(*index)?))) {
            Some((to, used)) if used.kind == RecipeKind::Preset => edges.push(Edge { to, word }),
            Some((_, launcher)) => {
                *unresolved = true;
                let name = excerpt(&word.value);
                let diagnostic =
                    Diagnostic::new(&codes::UNKNOWN_PRESET, format!("`{name}` is a launcher, not a preset"))
                        .label(&word.place, "only presets can be used")
                        .label(&launcher.name.place, "declared here")
                        .help("move what both share into a `preset` and let both use it");
                problems.push(diagnostic.scope(recipe.name.value.as_str()));
            }
            None => {
                *unresolved = true;
                if complete {
                    problems.push(unknown_preset(word, recipes).scope(recipe.name.value.as_str()));
                }
            }
        }
    }
    edges
}

fn unknown_preset(word: &Spanned<String>, recipes: &[Recipe]) -> Diagnostic {
    /// Looking for a near name costs time for each preset.
    const MOST: usize = 500;
    let presets = recipes.iter().filter(|recipe| recipe.kind == RecipeKind::Preset).take(MOST);
    let names: Vec<&str> = presets.map(|preset| preset.name.value.as_str()).collect();
    let help = match did_you_mean(&word.value, names.iter().copied()) {
        Some(meant) => format!("did you mean `\"{meant}\"`?"),
        None if names.is_empty() => format!("declare it: `preset \"{}\" {{ … }}`", excerpt(&word.value)),
        None => {
            const SHOWN: usize = 10;
            let shown = listed(names.iter().take(SHOWN).map(|name| excerpt(name)));
            format!("presets are {shown}{}", if names.len() > SHOWN { ", …" } else { "" })
        }
    };
    Diagnostic::new(&codes::UNKNOWN_PRESET, format!("there is no preset `{}`", excerpt(&word.value)))
        .label(&word.place, "used here")
        .help(help)
}

fn missing(code: &'static Code, recipe: &Recipe, example: &str) -> Diagnostic {
    let node = example.split(' ').next().unwrap_or(example);
    let name = excerpt(&recipe.name.value);
    Diagnostic::new(code, format!("launcher `{name}` has no `{node}`"))
        .label(&recipe.name.place, format!("neither it nor a preset it uses has a `{node}`"))
        .help(format!("add `{example}`"))
        .scope(recipe.name.value.as_str())
}

/// Who uses each recipe.
fn reversed(graph: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    let mut users = vec![Vec::new(); graph.len()];
    for (from, edges) in graph.iter().enumerate() {
        for edge in edges {
            users[edge.to].push(from);
        }
    }
    users
}

/// Carries a property from presets to everything that uses them.
fn spread(mut has: Vec<bool>, users: &[Vec<usize>]) -> Vec<bool> {
    let mut queue: VecDeque<usize> = (0..has.len()).filter(|index| has[*index]).collect();
    while let Some(index) = queue.pop_front() {
        for user in &users[index] {
            if !std::mem::replace(&mut has[*user], true) {
                queue.push_back(*user);
            }
        }
    }
    has
}

/// The CLI that each recipe ends up with: its own, else that of the preset that is applied last.
fn effective_clis<'a>(recipes: &'a [Recipe], graph: &[Vec<Edge>], order: &[usize]) -> Vec<Option<&'a Cli>> {
    let mut clis: Vec<Option<&Cli>> = recipes.iter().map(|recipe| recipe.cli.as_ref()).collect();
    for &index in order {
        if clis[index].is_none() {
            clis[index] = graph[index].iter().rev().find_map(|edge| clis[edge.to]);
        }
    }
    clis
}

/// A circle of presets, with every step.
fn circle(recipes: &[Recipe], graph: &[Vec<Edge>], steps: &[Step]) -> Diagnostic {
    let name = |recipe: usize| recipes[recipe].name.value.as_str();
    let shown = shown_circle(steps.iter().map(|(from, _)| name(*from)));
    let mut diagnostic =
        Diagnostic::new(&codes::USE_CYCLE, format!("presets use one another in a circle: {shown}"));
    for (from, edge) in steps.iter().take(STEPS) {
        let word = &graph[*from][*edge].word;
        let label = format!("`{}` uses `{}`", excerpt(name(*from)), excerpt(&word.value));
        diagnostic = diagnostic.label(&word.place, label);
    }
    let first = steps.first().map(|(from, _)| name(*from)).unwrap_or_default();
    diagnostic.help("take one of these `use` away").scope(first)
}
