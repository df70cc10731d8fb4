//! Launchers and presets.

use std::ffi::OsStr;

use clap_complete::engine::CompletionCandidate;

use super::names::is_typable;
use super::typed::hub;
use crate::cli::{environment, shorten, targets};
use crate::diagnostic::{Problems, visible};
use crate::manifest::{Manifest, RecipeKind};

/// The hub's launchers that begin with what was typed.
pub(in crate::cli) fn complete_launchers(current: &OsStr) -> Vec<CompletionCandidate> {
    recipes(RecipeKind::Launcher, current)
}

/// The hub's presets.
pub(in crate::cli) fn complete_presets(current: &OsStr) -> Vec<CompletionCandidate> {
    recipes(RecipeKind::Preset, current)
}

/// The launchers, and those that left something behind.
pub(in crate::cli) fn complete_known(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = complete_launchers(current);
    let Some(environment) = environment::of_process().ok() else { return candidates };
    let typed = current.to_string_lossy();
    for (launcher, target) in targets::left_behind(&environment) {
        let is_new = candidates.iter().all(|known| known.get_value() != launcher.as_str());
        if launcher.starts_with(&*typed) && is_new && is_typable(&launcher) {
            let help = format!("wrote to {}", shorten(&target.to_string_lossy(), &environment));
            candidates
                .push(CompletionCandidate::new(launcher).help(Some(visible(&help).into_owned().into())));
        }
    }
    candidates
}

fn recipes(kind: RecipeKind, current: &OsStr) -> Vec<CompletionCandidate> {
    let Some((hub, environment)) = hub() else { return Vec::new() };
    let manifest = crate::manifest::read(&hub, &environment, &mut Problems::new());
    let typed = current.to_string_lossy();
    let is_wanted = |name: &str| name.starts_with(&*typed) && is_typable(name);
    if manifest.recipes.is_empty() {
        let heads = heads(kind, &manifest);
        return heads.filter(|name| is_wanted(name)).map(CompletionCandidate::new).collect();
    }
    let wanted =
        manifest.recipes.iter().filter(|recipe| recipe.kind == kind && is_wanted(&recipe.name.value));
    let candidates = wanted.map(|recipe| {
        let help = recipe.description.as_ref().map(|text| visible(&text.value).into_owned().into());
        CompletionCandidate::new(&recipe.name.value).help(help)
    });
    candidates.collect()
}

/// The names at the beginning of lines, which a text shows however broken it is further on.
fn heads(kind: RecipeKind, manifest: &Manifest) -> impl Iterator<Item = &str> {
    let lines = manifest.files.iter().flat_map(|file| file.text().lines());
    lines.filter_map(move |line| head(line.strip_prefix(kind.word())?.strip_prefix(' ')?))
}

fn head(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split([' ', '\t', '{', ';']).next()?,
    };
    // What an escape stands for is for the reader of manifests to say.
    Some(name).filter(|name| !name.is_empty() && !name.contains('\\'))
}
