//! `status` for people: a line for each artifact that is not as it should be, why, and what to type.

use std::fmt::Write as _;

use anstyle::AnsiColor;

use super::printer::Printer;
use super::status::{Relation, Row};
use super::targets::word;
use super::{plural, shorten};
use crate::Environment;
use crate::diagnostic::{shell_word, visible};
use crate::plan::{Action, Change, DriftState, Kind};

/// Columns of a line, where words allow it.
const WIDTH: usize = 80;
/// Columns before a cause.
const INDENT: &str = "             ";

/// The whole text.
pub(super) fn of(rows: &[Row], environment: &Environment, printer: &Printer) -> String {
    let mut text = String::new();
    for row in rows {
        heading(&mut text, row, environment, printer);
        artifacts(&mut text, row, printer);
    }
    text
}

fn heading(text: &mut String, row: &Row, environment: &Environment, printer: &Printer) {
    let target = shorten(&visible(&row.target.to_string_lossy()), environment);
    _ = writeln!(text, "{} → {target}", printer.paint().bold(&visible(&row.launcher)));
    let (word, why) = match &row.relation {
        Relation::Active => return,
        Relation::Inactive(why) => ("inactive", why),
        Relation::LeftBehind(why) => ("left behind", why),
    };
    text.push_str(&wrapped(&format!("{word}: {}", visible(why)), "  ", "  "));
}

fn artifacts(text: &mut String, row: &Row, printer: &Printer) {
    let paint = printer.paint();
    let mut clean = 0;
    for change in &row.changes {
        if !row.is_shown(change) && !printer.verbose {
            clean += usize::from(change.drift.state == DriftState::Clean);
            continue;
        }
        let (state, cause) = row.state(change);
        let color = match change.drift.state {
            DriftState::Clean => AnsiColor::BrightBlack,
            DriftState::Edited | DriftState::Unmanaged => AnsiColor::Yellow,
            DriftState::Missing => AnsiColor::Red,
            DriftState::Stale => AnsiColor::Cyan,
        };
        _ = writeln!(text, "  {} {}", paint.colored(color, &format!("{state:<10}")), visible(&change.path));
        let is_left = matches!(row.relation, Relation::LeftBehind(_));
        // Of all that is left behind, the heading says the same.
        if !is_left || change.drift.state != DriftState::Stale {
            text.push_str(&wrapped(&cause, INDENT, INDENT));
        }
        if row.is_shown(change) && !is_left {
            text.push_str(&paint.dim(&wrapped(&remedy(row, change), INDENT, INDENT)));
        }
    }
    if matches!(row.relation, Relation::LeftBehind(_)) {
        let clean = format!("`assembly clean --target {}`", visible(&word(&row.target)));
        let said = format!("{clean} takes this back; what was edited stays");
        text.push_str(&paint.dim(&wrapped(&said, "  ", "  ")));
    }
    if matches!(row.relation, Relation::Active) && clean > 0 {
        _ = writeln!(text, "  {}", paint.dim(&format!("{} as written", plural(clean, "artifact"))));
    }
    if matches!(row.relation, Relation::Active) && row.changes.is_empty() {
        _ = writeln!(text, "  {}", paint.dim("declares nothing to write"));
    }
}

/// What to type.
fn remedy(row: &Row, change: &Change) -> String {
    let (path, name) = (visible(&change.path), visible(&row.launcher));
    let run = format!("`assembly run {}`", shell_word(&name));
    match (change.drift.state, change.action) {
        (DriftState::Edited, Action::Update) if change.kind == Kind::Entries => {
            format!("{run} writes these again; what others wrote stays")
        }
        (DriftState::Edited, Action::Keep) if change.kind == Kind::Entries => {
            format!(
                "{run} takes the entries of ours out and leaves the rest; the file as it is goes to the backups"
            )
        }
        (DriftState::Edited, _) if *path == *row.settings_file => format!(
            "{run} sets the edit aside; `settings \"merge\"` in the launcher keeps it, and so does the \
             `settings.json` beside it, which is never written"
        ),
        (DriftState::Edited, _) if change.kind == Kind::Lines => {
            format!("{run} adds them again; `gitignore #false` in the launcher leaves ignore files alone")
        }
        (DriftState::Edited, Action::Keep) => format!("{run} leaves it as it is and forgets it"),
        (DriftState::Edited, _) => format!(
            "`assembly plan {}` shows the difference; {run} sets the edit aside and writes it anew",
            shell_word(&name)
        ),
        (DriftState::Missing, Action::Drop) => format!("{run} forgets it"),
        (DriftState::Missing, _) => format!("{run} writes it"),
        (DriftState::Unmanaged, Action::Adopt) => format!("{run} takes it over as it is"),
        (DriftState::Unmanaged, _) => format!("{run} keeps it in the backups and takes its place"),
        (DriftState::Stale, Action::Remove) => format!("{run} removes it"),
        (DriftState::Stale | DriftState::Clean, _) => format!("{run} brings it up to date"),
    }
}

fn wrapped(text: &str, first: &str, next: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(next)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&unbroken(text), options).replace(KEPT_SPACE, " ") + "\n"
}

/// Stands for a space that no line ends at.
const KEPT_SPACE: &str = "\u{a0}";

/// What stands in backticks is to be pasted, so it stays on one line.
fn unbroken(text: &str) -> String {
    let parts: Vec<String> = text
        .split('`')
        .enumerate()
        .map(|(index, part)| if index % 2 == 1 { part.replace(' ', KEPT_SPACE) } else { part.to_owned() })
        .collect();
    parts.join("`")
}
