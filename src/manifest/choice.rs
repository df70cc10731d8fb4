//! Nodes and properties that take one of several words.

use crate::diagnostic::{Diagnostic, Place, did_you_mean, listed};

use super::codes;
use super::reading::Reading;
use super::text::excerpt;

/// Reports a word that is none of those a node or property takes.
pub(super) fn unknown_value(
    owner: &str,
    value: &str,
    place: &Place,
    known: &[&'static str],
    reading: &mut Reading,
) {
    let help = match did_you_mean(value, known.iter().copied()) {
        Some(meant) => format!("did you mean `\"{meant}\"`?"),
        None => format!("write one of {}", listed(known)),
    };
    let diagnostic =
        Diagnostic::new(&codes::UNKNOWN_VALUE, format!("`{}` is no value of `{owner}`", excerpt(value)))
            .label(place, "not known here")
            .help(help);
    reading.report(diagnostic);
}
