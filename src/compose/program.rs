//! The agent CLI of a launcher.

use std::path::Path;

use super::form::Form;
use super::lineage::last;
use super::model::Program;
use super::path::absolute;
use super::scribe::Scribe;
use super::selection::teller;
use crate::diagnostic::Spanned;
use crate::manifest::{Names, Recipe, expand_path, named_from_hub};

/// What the last recipe says that names one. A path leads from the folder of the file that says it.
pub(super) fn program(
    lineage: &[&Recipe],
    names: &dyn Names,
    form: Form,
    hub: &Path,
    scribe: &mut Scribe,
) -> Option<Program> {
    let (cli, by) = last(lineage, |recipe| recipe.cli.as_ref())?;
    let expanded = expand_path(&cli.program, names, scribe.problems)?;
    let folder = cli.program.place.folder();
    let path = match form {
        _ if !expanded.contains('/') => expanded,
        Form::Portable => named_from_hub(hub, folder, &expanded),
        _ => absolute(folder, &expanded).to_string_lossy().into_owned(),
    };
    let file_name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let harness = cli.harness.clone().unwrap_or_else(|| Spanned::new(file_name, cli.program.place.clone()));
    scribe.declared("cli", &path, format!("declared by {}", teller(by)));
    Some(Program {
        program: Spanned::new(path, cli.program.place.clone()),
        harness,
        harness_named: cli.harness.is_some(),
        by: by.name.value.clone(),
    })
}
