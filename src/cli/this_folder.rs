//! `run` without a name.

use super::exit::Failure;
use super::pipeline::Pipeline;
use crate::disk::real;
use crate::manifest::Recipe;

/// The launcher whose target contains the current folder, the deepest one.
pub(super) fn launcher_of_this_folder<'a>(pipeline: &'a Pipeline<'_>) -> Result<&'a Recipe, Failure> {
    let here = pipeline.environment.current_dir();
    let physical = real(here);
    let mut deepest: Vec<(usize, &Recipe)> = Vec::new();
    for launcher in pipeline.manifest.launchers() {
        let Some(target) = pipeline.prepare(launcher, &[]).composition.target else { continue };
        let contains = here.starts_with(&target.path)
            || fs_err::canonicalize(&target.path).is_ok_and(|target| physical.starts_with(target));
        if contains {
            deepest.push((target.path.components().count(), launcher));
        }
    }
    let most = deepest.iter().map(|(depth, _)| *depth).max();
    deepest.retain(|(depth, _)| Some(*depth) == most);
    let names: Vec<&str> = deepest.iter().map(|(_, launcher)| launcher.name.value.as_str()).collect();
    match deepest.as_slice() {
        [(_, launcher)] => Ok(launcher),
        [] if pipeline.manifest.launchers().next().is_none() => {
            Err(Failure::trouble("the hub has no launchers").help("add a `launcher` node to `launchers.kdl`"))
        }
        [] => {
            let all: Vec<&str> =
                pipeline.manifest.launchers().map(|launcher| launcher.name.value.as_str()).collect();
            Err(Failure::trouble(format!("no launcher has a target that contains `{}`", here.display()))
                .help(format!("name one: {}", all.join(", "))))
        }
        _ => Err(Failure::trouble(format!("several launchers open this folder: {}", names.join(", ")))
            .help(format!("name one: `assembly run {}`", names.first().copied().unwrap_or_default()))),
    }
}
