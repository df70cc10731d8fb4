//! The `!` words of presets that take nothing out for anybody.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::model::Composition;
use crate::diagnostic::{Diagnostic, Problems};

/// Where a word stands.
type Spot<'a> = (&'a Path, usize);

/// Reports the fruitless `!` words of presets that are fruitless in every launcher that uses the preset.
///
/// `compositions` must hold every launcher of the manifest.
pub fn fruitless_everywhere(compositions: &[Composition], problems: &mut Problems) {
    let mut users: HashMap<&str, usize> = HashMap::new();
    let mut fruitless: HashMap<Spot, usize> = HashMap::new();
    for composition in compositions {
        for recipe in &composition.lineage {
            *users.entry(recipe).or_default() += 1;
        }
        let spots: HashSet<Spot> = composition.fruitless.iter().filter_map(spot).collect();
        for spot in spots {
            *fruitless.entry(spot).or_default() += 1;
        }
    }
    for diagnostic in compositions.iter().flat_map(|composition| &composition.fruitless) {
        let users = diagnostic.scope.as_ref().and_then(|preset| users.get(preset.as_str()));
        if users == spot(diagnostic).and_then(|spot| fruitless.get(&spot)) {
            problems.push(diagnostic.clone());
        }
    }
}

fn spot(diagnostic: &Diagnostic) -> Option<Spot<'_>> {
    let place = &diagnostic.labels.first()?.place;
    Some((place.file.path(), place.span.start))
}
