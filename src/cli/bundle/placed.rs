//! What became of a destination, in words.

use std::path::{Path, PathBuf};

use crate::Environment;
use crate::bundle::place::{Effect, PlaceError};
use crate::cli::exit::{FINDINGS, Failure, Outcome};
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::diagnostic::visible;

/// Says what was done, and what was kept of that which was in the way.
pub(super) fn report(
    effect: Effect,
    named: &Path,
    what: &str,
    set_aside: &[PathBuf],
    environment: &Environment,
    printer: &Printer,
) {
    for kept in set_aside {
        printer.warning(format!(
            "kept what is not as it was built as {}",
            shorten(&visible(&kept.to_string_lossy()), environment)
        ));
    }
    let effect = effect_name(effect);
    printer.progress(format!("{effect:<9} {}  ({what})", visible(&named.to_string_lossy())));
}

/// The word for what was done, as plans have it.
pub(super) fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::Created => "create",
        Effect::Replaced => "replace",
        Effect::Unchanged => "unchanged",
    }
}

/// Says why nothing was done: a refusal with all its reasons, or an error.
pub(super) fn fail(error: PlaceError, printer: &Printer) -> Outcome {
    match error {
        PlaceError::Refused(problems) => {
            for problem in problems {
                printer.diagnostic(&problem, problem.severity());
            }
            printer.summary("nothing was written");
            Ok(FINDINGS)
        }
        PlaceError::Unusable { message, help } => Err(Failure::trouble(message).help(help)),
        error => Err(Failure::trouble(error.to_string())),
    }
}
