//! How much a problem of something that is listed matters.

use super::scribe::Scribe;
use crate::diagnostic::{Class, Diagnostic};
use crate::manifest::{Recipe, RecipeKind};

/// A `!` without effect: an error in a launcher; in a preset only when no launcher profits from it.
pub(super) fn report_fruitless(diagnostic: Diagnostic, by: &Recipe, scribe: &mut Scribe) {
    let diagnostic = diagnostic.scope(&by.name.value);
    match by.kind {
        RecipeKind::Launcher => scribe.problems.push(diagnostic),
        RecipeKind::Preset => scribe.fruitless.push(diagnostic),
    }
}

/// Reports a thing that is not there: `required=#true` makes it stop the run, `required=#false` nobody's concern.
pub(super) fn report_weighed(
    diagnostic: Diagnostic,
    required: Option<bool>,
    by: &Recipe,
    scribe: &mut Scribe,
) {
    let diagnostic = diagnostic.scope(&by.name.value);
    match required {
        Some(false) => {}
        Some(true) => scribe.problems.push(diagnostic.class(Class::Stop)),
        None => scribe.problems.push(diagnostic),
    }
}
