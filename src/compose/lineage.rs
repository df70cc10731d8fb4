//! The presets of a launcher, in the order in which they apply.

use std::collections::HashSet;

use crate::manifest::{Manifest, Recipe};

/// The presets that `recipe` uses, depth first in the order of `use`, each once where it is first reached, and then
/// the recipe itself. Unknown names and cycles, which the manifest reports, are passed over.
pub fn lineage<'a>(manifest: &'a Manifest, recipe: &'a Recipe) -> Vec<&'a Recipe> {
    if recipe.uses.is_empty() {
        return vec![recipe];
    }
    let mut order = Vec::new();
    let mut reached = HashSet::from([recipe.name.value.as_str()]);
    // Not by recursion: a chain of presets may be longer than the stack is deep.
    let mut open = vec![(recipe, recipe.uses.iter())];
    while let Some((at, uses)) = open.last_mut() {
        let Some(name) = uses.next() else {
            order.push(*at);
            open.pop();
            continue;
        };
        if let Some(preset) = manifest.recipe(&name.value)
            && reached.insert(preset.name.value.as_str())
        {
            open.push((preset, preset.uses.iter()));
        }
    }
    order
}

/// The last recipe of a lineage that declares a single value decides.
pub(super) fn last<'a, T>(
    lineage: &[&'a Recipe],
    value: impl Fn(&'a Recipe) -> Option<&'a T>,
) -> Option<(&'a T, &'a Recipe)> {
    lineage.iter().rev().find_map(|recipe| value(recipe).map(|value| (value, *recipe)))
}

/// The names of these recipes and of all that they lead to.
pub(super) fn reached<'a>(
    manifest: &'a Manifest,
    from: impl Iterator<Item = &'a Recipe>,
) -> HashSet<&'a str> {
    let mut reached = HashSet::new();
    let mut open: Vec<&Recipe> = from.collect();
    while let Some(recipe) = open.pop() {
        if reached.insert(recipe.name.value.as_str()) {
            open.extend(recipe.uses.iter().filter_map(|preset| manifest.recipe(&preset.value)));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::Path;

    use super::lineage;
    use crate::Environment;
    use crate::diagnostic::Problems;
    use crate::manifest::{Manifest, read_text};

    fn manifest(text: &str) -> Manifest {
        let environment = Environment::new(Vec::new(), "/nowhere");
        read_text(Path::new("/nowhere/hub"), text, &environment, &mut Problems::new())
    }

    fn names(text: &str) -> String {
        let manifest = manifest(text);
        let launcher = manifest.launchers().next().unwrap();
        let names: Vec<&str> =
            lineage(&manifest, launcher).iter().map(|recipe| recipe.name.value.as_str()).collect();
        names.join(" ")
    }

    #[test]
    fn each_preset_applies_once_where_it_is_first_reached() {
        let shared =
            "preset \"a\" { use \"base\"; }\npreset \"b\" { use \"base\" \"a\"; }\npreset \"base\"\n";
        assert_eq!(names(&format!("{shared}launcher \"x-sh\" {{ use \"b\" \"a\"; }}")), "base a b x-sh");
        assert_eq!(
            names(
                "preset \"a\" { use \"b\"; }\npreset \"b\" { use \"a\"; }\nlauncher \"x\" { use \"a\" \"gone\"; }"
            ),
            "b a x"
        );
        assert_eq!(names("launcher \"x\" { use \"x\"; }"), "x");
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        const LENGTH: usize = 20_000;
        let mut text = String::from("launcher \"x\" { use \"p0\"; }\n");
        for index in 0..LENGTH {
            writeln!(text, "preset \"p{index}\" {{ use \"p{}\"; }}", index + 1).unwrap();
        }
        let manifest = manifest(&text);
        let launcher = manifest.launchers().next().unwrap();
        assert_eq!(lineage(&manifest, launcher).len(), LENGTH + 1);
    }
}
