//! The settings of a launcher, from its presets on.

use super::expand::expand_keys;
use super::merge::Merger;
use super::model::{IsList, Settings, SettingsLayer};
use super::tree::{Object, finish};
use crate::compose::scribe::Scribe;
use crate::manifest::{Names, Recipe};

/// Merges the keys of every recipe of a lineage in turn.
pub(in crate::compose) fn select(
    lineage: &[&Recipe],
    harness: Option<&str>,
    is_list: IsList,
    names: &dyn Names,
    scribe: &mut Scribe,
) -> Settings {
    let declares = |recipe: &&&Recipe| recipe.settings.as_ref().is_some_and(|keys| !keys.is_empty());
    let recipes: Vec<&Recipe> = lineage.iter().filter(declares).copied().collect();
    let layer = |recipe: &&Recipe| SettingsLayer {
        by: recipe.name.value.clone(),
        keys: expand_keys(recipe.settings.as_deref().unwrap_or_default(), names, scribe),
    };
    let layers: Vec<SettingsLayer> = recipes.iter().map(layer).collect();
    let is_list = |path: &[&str]| is_list(harness, path);
    let mut object = Object::new();
    for (by, layer) in recipes.into_iter().zip(&layers) {
        Merger { by, path: Vec::new(), is_list: &is_list, scribe }.merge(&mut object, &layer.keys);
    }
    Settings { keys: finish(object), layers }
}
