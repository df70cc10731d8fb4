//! What `show --why` can be asked about.

use std::ffi::OsStr;

use clap_complete::engine::CompletionCandidate;

use super::names::{offered, stored};
use super::typed;
use crate::cli::pipeline::Pipeline;
use crate::hub::Kind;

/// The items about which something was decided for the launcher on the line; before there is one, all that the hub has.
pub(in crate::cli) fn complete_items(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some((hub, environment)) = typed::hub() else { return Vec::new() };
    let pipeline = Pipeline::open(&hub, &environment);
    let words = typed::words();
    let launcher =
        pipeline.manifest.launchers().find(|recipe| words.iter().any(|word| *word == *recipe.name.value));
    let mut names: Vec<String> = match launcher {
        Some(launcher) => {
            let trace = pipeline.prepare(launcher, &[]).trace();
            trace.into_iter().map(|decision| decision.subject).collect()
        }
        None => Kind::ALL.into_iter().flat_map(|kind| stored(&pipeline.hub, kind)).collect(),
    };
    names.sort_unstable();
    names.dedup();
    offered(names.iter().map(String::as_str), current)
}
