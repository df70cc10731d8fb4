//! Why a target was not written, in words.

use super::exit::Failure;
use crate::apply::ApplyError;
use crate::diagnostic::{Diagnostic, visible};

/// Says the problems that stand in the way, and gives the error that ends the command.
pub(super) fn apply_failure(error: ApplyError, say: &dyn Fn(Diagnostic)) -> Failure {
    let text = visible(&error.to_string()).into_owned();
    let failure = match error {
        ApplyError::Blocked(_) | ApplyError::Conflict(_) => {
            Failure::refusal(format!("nothing was written: {text}"))
        }
        _ if error.is_refusal() => Failure::refusal(text),
        _ => Failure::trouble(text),
    };
    let failure = match error.help() {
        Some(help) => failure.help(help),
        None => failure,
    };
    error.into_problems().into_iter().for_each(say);
    failure
}
