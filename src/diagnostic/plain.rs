//! The report in plain lines, which tools and logs can take.

use std::fmt::Write as _;

use super::{Diagnostic, Label, Severity, visible};

/// A label quotes at most this many characters.
const LONGEST_QUOTE: usize = 60;

/// A head line, a line for each label, the help.
pub(super) fn plain(diagnostic: &Diagnostic, severity: Severity) -> String {
    let (code, message) = (diagnostic.code.name, visible(&diagnostic.message));
    format!("{} {code}: {message}\n{}", severity.name(), details(diagnostic))
}

/// What stands below the head line.
pub(super) fn details(diagnostic: &Diagnostic) -> String {
    let mut report = String::new();
    let positions: Vec<String> = diagnostic.labels.iter().map(position).collect();
    let widest = positions.iter().map(|position| position.chars().count()).max().unwrap_or_default();
    for (label, position) in diagnostic.labels.iter().zip(positions) {
        let quote = quote(label);
        let padding = if quote.is_empty() { 0 } else { widest };
        _ = writeln!(report, "  {position:padding$}{quote}: {}", visible(&label.text));
    }
    if let Some(help) = &diagnostic.help {
        for (index, line) in help.lines().enumerate() {
            let head = if index == 0 { "help: " } else { "      " };
            _ = writeln!(report, "  {head}{}", visible(line));
        }
    }
    report
}

fn position(label: &Label) -> String {
    let (line, column) = label.place.line_and_column();
    format!("{}:{line}:{column}", visible(label.place.file.name()))
}

/// The text at a place in double quotes, cut to one line.
fn quote(label: &Label) -> String {
    let text = label.place.shown();
    let line = text.lines().next().unwrap_or_default();
    if line.trim().is_empty() {
        return String::new();
    }
    let mut shown: String = visible(line).chars().take(LONGEST_QUOTE).collect();
    if shown.chars().count() < visible(text.trim_end()).chars().count() {
        shown.push('…');
    }
    if shown.starts_with('"') || shown.starts_with("#\"") {
        format!(" {shown}")
    } else {
        format!(" \"{shown}\"")
    }
}
