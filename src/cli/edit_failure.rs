//! Why a file of the hub was not written, in words.

use super::exit::Failure;
use super::printer::Printer;
use crate::diagnostic::visible;
use crate::manifest::EditError;

/// Tells the problems that stand in the way, and gives the error that ends the command.
pub(super) fn edit_failure(error: EditError, printer: &Printer) -> Failure {
    let message = visible(&error.to_string()).into_owned();
    match error {
        EditError::Problems(problems) => {
            printer.problems(&problems);
            Failure::refusal("nothing was written")
        }
        EditError::Changed(_) => Failure::refusal(message).help("look at it, then try again"),
        EditError::Exists(_) => Failure::refusal(message).help("choose another name, or edit what is there"),
        _ => Failure::trouble(message),
    }
}
