//! Presets that no launcher uses: what they say can be wrong all the same.

use std::collections::HashSet;

use super::codes;
use super::composer::compose;
use super::form::Form;
use super::lineage::reached;
use super::model::Composition;
use super::settings::IsList;
use crate::Environment;
use crate::diagnostic::Problems;
use crate::hub::Hub;
use crate::manifest::{Manifest, RecipeKind};

/// Composes every preset that no launcher uses, by itself and with the presets it uses, so that `check` finds what is
/// wrong in it. It does not have to have a target or a CLI; what only a launcher can answer for is not reported.
pub fn compose_unused(
    manifest: &Manifest,
    hub: &Hub,
    environment: &Environment,
    is_list: IsList,
    problems: &mut Problems,
) -> Vec<Composition> {
    let mut covered: HashSet<String> =
        reached(manifest, manifest.launchers()).into_iter().map(str::to_owned).collect();
    let presets = manifest.recipes.iter().filter(|recipe| recipe.kind == RecipeKind::Preset);
    let used: HashSet<&str> =
        manifest.recipes.iter().flat_map(|recipe| &recipe.uses).map(|preset| preset.value.as_str()).collect();
    // Those that nothing uses first: with each of them goes what it uses. What is left uses itself in a circle.
    let (last, first): (Vec<_>, Vec<_>) =
        presets.partition(|preset| used.contains(preset.name.value.as_str()));
    let mut compositions = Vec::new();
    for preset in first.into_iter().chain(last) {
        if covered.contains(&preset.name.value) {
            continue;
        }
        let mut found = Problems::new();
        let composition =
            compose(manifest, hub, environment, preset, Form::of(environment), is_list, &mut found);
        covered.extend(composition.lineage.iter().cloned());
        compositions.push(composition);
        problems.extend(found.into_iter().filter(|problem| !is_of_launchers(problem.code.name)));
    }
    compositions
}

/// Whether only a launcher can be blamed for it.
fn is_of_launchers(code: &str) -> bool {
    let target = [&codes::EMPTY_TARGET, &codes::TARGET_NEEDS_ITSELF, &codes::NO_GIT_ROOT];
    target.iter().any(|known| known.name == code)
}
