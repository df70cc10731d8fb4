//! Nodes that the language has and this version does not act on: their syntax is checked, and they are left out.

use crate::diagnostic::{Diagnostic, Place, did_you_mean, listed};

use super::codes;
use super::reader::NodeReader;
use super::reading::Reading;
use super::text::excerpt;

/// The word of `settings "overwrite"` or `"merge"`, of which the first one is what this version does.
pub(super) fn settings(reader: &mut NodeReader<'_>, reading: &mut Reading) {
    const WORDS: [&str; 2] = ["overwrite", "merge"];
    let Some(word) = reader.argument::<String>("settings \"overwrite\"", reading) else { return };
    if !WORDS.contains(&word.value.as_str()) {
        unknown_value("settings", &word.value, &word.place, &WORDS, reading);
    } else if word.value != WORDS[0] {
        let instead = "the settings file is replaced as a whole, and what stood there is backed up";
        ignored("`settings \"merge\"`", &word.place, instead, reading);
    }
}

/// Warns that something is read and ignored.
pub(super) fn ignored(what: &str, place: &Place, instead: &str, reading: &mut Reading) {
    let diagnostic =
        Diagnostic::new(&codes::NOT_YET, format!("{what} is not supported by this version and is ignored"))
            .label(place, "has no effect")
            .help(format!("it can stay for a newer assembly; with this one, {instead}"));
    reading.report(diagnostic);
}

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
