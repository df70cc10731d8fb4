//! The presets of a launcher, in the order in which they apply.

use crate::manifest::{Manifest, Recipe};

/// The presets that `recipe` uses, depth first in the order of `use`, each once where it is first reached, and then
/// the recipe itself. Unknown names and cycles, which the manifest reports, are passed over.
pub fn lineage<'a>(manifest: &'a Manifest, recipe: &'a Recipe) -> Vec<&'a Recipe> {
    let mut order = Vec::new();
    let mut reached = Vec::new();
    visit(manifest, recipe, &mut reached, &mut order);
    order
}

fn visit<'a>(
    manifest: &'a Manifest,
    recipe: &'a Recipe,
    reached: &mut Vec<*const Recipe>,
    order: &mut Vec<&'a Recipe>,
) {
    if reached.contains(&std::ptr::from_ref(recipe)) {
        return;
    }
    reached.push(recipe);
    for name in &recipe.uses {
        if let Some(preset) = manifest.recipe(&name.value) {
            visit(manifest, preset, reached, order);
        }
    }
    order.push(recipe);
}
