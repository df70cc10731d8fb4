//! Paths of the top level, of `include` and `source`: expanded with the vars of the top level.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place, Problems, Spanned};

use super::codes;
use super::expansion::expand_path;
use super::model::Variable;
use super::pieces::placeholders;
use super::placeholder::BuiltIns;
use super::portable::PortableNames;
use super::read::Loader;
use super::room::Room;
use super::text::excerpt;
use super::variables::resolve_vars;

/// The path of a `node` with everything replaced; nothing, and a problem, when it has no value.
pub(super) fn expand(
    loader: &mut Loader,
    path: &Spanned<String>,
    node: &str,
    found: &mut Problems,
) -> Option<String> {
    let vars = match needed(loader, path, node) {
        Ok(vars) => vars,
        Err(problem) => {
            found.push(problem);
            return None;
        }
    };
    let built_in = BuiltIns::of_hub(loader.hub, loader.environment);
    let mut room = Room::new(Room::LAUNCHER);
    let names = resolve_vars(&vars, &built_in, &mut room, found);
    expand_path(path, &names, found)
}

/// The same as it reads on every machine. What is wrong with the path is said when it is followed.
pub(super) fn portable(loader: &mut Loader, path: &Spanned<String>, node: &str) -> Option<String> {
    let vars = needed(loader, path, node).ok()?;
    let mut unsaid = Problems::new();
    let names = resolve_vars(&vars, &PortableNames, &mut Room::new(Room::LAUNCHER), &mut unsaid);
    expand_path(path, &names, &mut unsaid)
}

/// The vars that a path is made of, and those they are made of. Not all: a path needs few of them.
fn needed(loader: &mut Loader, path: &Spanned<String>, node: &str) -> Result<Vec<Variable>, Diagnostic> {
    let place = &path.place;
    let mut needed = Vec::new();
    let mut seen = HashSet::new();
    let mut texts = vec![path.value.clone()];
    while let Some(text) = texts.pop() {
        for (_, name) in placeholders(&text) {
            if !seen.insert(name.to_owned()) {
                continue;
            }
            let Some(variable) = loader.vars.get(name).and_then(|index| loader.manifest.vars.get(*index))
            else {
                if let Some(later) = loader.set.iter().find_map(|set| set.get(name)) {
                    return Err(late(name, place, later));
                }
                continue;
            };
            let Some(left) = loader.resolvable.checked_sub(1) else {
                let message = format!("the paths of the `{node}` nodes are made of too many vars");
                return Err(Diagnostic::new(&codes::TOO_MUCH, message)
                    .label(place, "from this one on")
                    .help("write the paths with fewer vars"));
            };
            loader.resolvable = left;
            texts.push(variable.value.value.clone());
            needed.push(variable.clone());
        }
    }
    Ok(needed)
}

/// Only an `include` comes too early for a var: when the paths of sources are worked out, every file was read.
fn late(name: &str, place: &Place, later: &Place) -> Diagnostic {
    let name = excerpt(name);
    Diagnostic::new(&codes::LATE_VAR, format!("`{{{{{name}}}}}` is set only after this `include`"))
        .label(place, "files are read in the order in which they are named")
        .label(later, "set here")
        .help("move the `vars` before the `include`")
}
