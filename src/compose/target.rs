//! The folder that a launcher opens.

use std::path::Path;

use super::codes;
use super::form::Form;
use super::lineage::last;
use super::model::Target;
use super::names::{BuiltIns, InTarget, TargetDir};
use super::path::absolute;
use super::scribe::Scribe;
use super::selection::teller;
use crate::diagnostic::{Diagnostic, Problems};
use crate::manifest::{Recipe, Room, Variable, expand_path, resolve_vars, seen_from_hub};

/// The target knows every name but its own. The vars are resolved again afterwards, when it has one, and only then
/// are their problems reported.
pub(super) fn target<'a>(
    lineage: &[&'a Recipe],
    vars: &[&Variable],
    built_ins: &dyn Fn(TargetDir<'a>) -> BuiltIns<'a>,
    scribe: &mut Scribe,
) -> Option<Target> {
    let (declared, by) = last(lineage, |recipe| recipe.target.as_ref())?;
    let built_ins = built_ins(TargetDir::Pending(&declared.place));
    let mut room = Room::new(Room::LAUNCHER);
    let names = resolve_vars(vars.iter().copied(), &built_ins, &mut room, &mut Problems::new());
    let names = InTarget { names: &names, environment: built_ins.environment };
    let expanded = expand_path(declared, &names, scribe.problems)?;
    if expanded.is_empty() {
        scribe.problems.push(
            Diagnostic::new(&codes::EMPTY_TARGET, "the target is an empty path")
                .label(&declared.place, "comes to nothing")
                .help("name the project folder, `\".\"` for the one that holds this file")
                .scope(&by.name.value),
        );
        return None;
    }
    let folder = declared.place.folder();
    let path = match built_ins.form {
        Form::Portable => seen_from_hub(Path::new(built_ins.hub), folder, &expanded).into(),
        _ => absolute(folder, &expanded),
    };
    scribe.declared("target", &path.to_string_lossy(), format!("declared by {}", teller(by)));
    Some(Target { path, declared: declared.clone(), by: by.name.value.clone() })
}
