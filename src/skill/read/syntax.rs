//! Words for what is no YAML, and for what Claude Code reads all the same.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, SourceFile, visible};
use crate::skill::codes;
use crate::skill::yaml::{Fault, double_quoted, key_and_value};

/// What to say of a value that was read to the end of its line.
pub(super) fn unquoted(key: &str, value: &Place) -> Diagnostic {
    let fact = if value.text().starts_with('[') { "begins with a bracket" } else { "has `: ` in it" };
    Diagnostic::new(&codes::UNQUOTED, format!("the value of `{key}` {fact} and no quotes around it"))
        .label(value, "read to the end of the line; YAML forbids it, and not every harness mends it")
        .help(format!("write `{key}: {}`", visible(&double_quoted(value.text()))))
}

/// What to say of a fault in the frontmatter, which lies at `inside`.
pub(super) fn broken(file: &Arc<SourceFile>, inside: &Range<usize>, fault: &Fault) -> Diagnostic {
    // What the parser misses at the end is missing in the last line.
    let last = inside.end.saturating_sub(1).max(inside.start);
    let start = fault.span.start.clamp(inside.start, last);
    let place = Place::new(file, start..fault.span.end.clamp(start, inside.end));
    let line_start = file.text()[..place.span.start].rfind('\n').map_or(0, |at| at + 1).max(inside.start);
    let line = file.text()[line_start..inside.end].lines().next().unwrap_or_default();
    let help = fault.quotable.then(|| quoted(line)).flatten().unwrap_or_else(|| {
        "write each field as `key: value` on a line of its own, with quotes around a value that has signs of YAML in it"
            .to_owned()
    });
    Diagnostic::new(&codes::INVALID_YAML, &fault.message).label(&place, &fault.label).help(help)
}

/// The same line with quotes around its value.
fn quoted(line: &str) -> Option<String> {
    let line = line.trim_start();
    let quotes = |value: &str| visible(&double_quoted(value.trim().trim_matches(['"', '\'']))).into_owned();
    if let Some(entry) = line.strip_prefix("- ") {
        return Some(format!("write `- {}`", quotes(entry)));
    }
    let (key, value) = key_and_value(line)?;
    Some(format!("write `{key}: {}`", quotes(&line[value])))
}
