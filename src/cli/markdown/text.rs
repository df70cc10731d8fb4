//! Text of others, as markdown that shows it and does nothing else with it.

use std::fmt::Write as _;

use crate::cli::plural;
use crate::diagnostic::{visible, visible_line};

/// Bytes of one diff.
pub(super) const LARGEST_DIFF: usize = 10_000;

/// Lines in a fence that nothing in them closes; whether all of them are there.
pub(super) fn fenced(text: &mut String, lines: &str) -> bool {
    let fence = "`".repeat(longest_run(lines).max(2) + 1);
    _ = writeln!(text, "\n\n{fence}diff");
    let mut taken = 0;
    let mut left = lines.split_terminator('\n');
    for line in left.by_ref() {
        let shown = visible_line(line);
        taken += shown.len() + 1;
        if taken > LARGEST_DIFF {
            _ = writeln!(text, "… {} cut\n{fence}", plural(left.count() + 1, "line"));
            return false;
        }
        _ = writeln!(text, "{shown}");
    }
    _ = writeln!(text, "{fence}");
    true
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

/// The first of some names, and how many more there are.
pub(super) fn few<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 6;
    let more = names.len().saturating_sub(SHOWN);
    let shown: Vec<String> = names.take(SHOWN).map(code).collect();
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// A name as it is, wherever it stands: no reader of markdown or HTML finds anything in it.
pub(super) fn code(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut shown: String = visible(text).chars().take(LONGEST).collect();
    if shown.len() < visible(text).len() {
        shown.push('…');
    }
    format!("<code>{}</code>", escaped(&shown))
}

/// Text with everything as an entity that could mean something.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !matches!(character, '-' | '.' | '/' | ',') {
            _ = write!(out, "&#{};", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out
}
