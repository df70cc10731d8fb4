//! The plan of a launcher for people: a line per artifact, diffs, and what would be started.

use std::fmt::Write as _;

use anstyle::AnsiColor;

use super::discreet_diff::discreet_diff;
use super::plan_document::masked;
use super::prepared::Prepared;
use super::printer::Paint;
use super::{plural, shorten};
use crate::Environment;
use crate::diagnostic::{shell_word, visible, visible_line};
use crate::manifest::Tmux;
use crate::plan::{Action, Change, Fingerprint, Kind, Plan};

/// How much of a plan is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// Diffs below the lines.
    pub(super) diffs: bool,
    /// Artifacts that stay as they are.
    pub(super) unchanged: bool,
}

/// The launcher's name and target, its changes, and the command that `run` would start.
pub(super) fn describe(
    prepared: &Prepared,
    plan: &Plan,
    detail: Detail,
    environment: &Environment,
    paint: Paint,
) -> String {
    let mut text = heading(prepared, environment, paint);
    text.push_str(&changes(&plan.changes, detail, paint));
    if plan.changes.is_empty() {
        _ = writeln!(text, "  {}", paint.dim("declares nothing to write"));
    }
    session(&mut text, prepared, environment, paint);
    text
}

/// `myapp-mac-claude → ~/code/myapp`.
pub(super) fn heading(prepared: &Prepared, environment: &Environment, paint: Paint) -> String {
    let target = prepared.target_text();
    let target =
        target.map_or_else(String::new, |target| format!(" → {}", shorten(&visible(&target), environment)));
    format!("{}{target}\n", paint.bold(&visible(&prepared.composition.launcher.value)))
}

/// A line per artifact.
pub(super) fn changes(all: &[Change], detail: Detail, paint: Paint) -> String {
    let mut text = String::new();
    let unchanged = all.iter().filter(|change| change.action == Action::Unchanged).count();
    let shown: Vec<&Change> =
        all.iter().filter(|change| detail.unchanged || change.action != Action::Unchanged).collect();
    let widest = shown.iter().map(|change| visible(&change.path).chars().count()).max().unwrap_or_default();
    let widest = widest.min(super::WIDEST_COLUMN);
    for change in &shown {
        let action = paint.colored(color(change.action), &format!("{:<9}", change.action.name()));
        let path = visible(&change.path);
        let reason = visible(&change.reason);
        if reason.is_empty() {
            _ = writeln!(text, "  {action} {path}");
        } else {
            _ = writeln!(text, "  {action} {path:widest$}  {}", paint.dim(&reason));
        }
        if detail.diffs {
            // Not `lines`, which would hide a carriage return that is the difference.
            for line in difference(change).split_terminator('\n') {
                _ = writeln!(text, "      {}", paint_diff(line, paint));
            }
        }
    }
    if !detail.unchanged && unchanged > 0 {
        _ = writeln!(text, "  {}", paint.dim(&format!("{} unchanged", plural(unchanged, "artifact"))));
    }
    text
}

pub(super) fn session(text: &mut String, prepared: &Prepared, environment: &Environment, paint: Paint) {
    let composition = &prepared.composition;
    if let Some(cli) = &composition.cli {
        let words = prepared.arguments.iter().map(|word| shell_word(&visible(&word.to_string_lossy())));
        let words: Vec<String> =
            std::iter::once(shell_word(&shorten(&cli.program.value, environment))).chain(words).collect();
        _ = writeln!(text, "  {} {}", paint.dim("starts   "), words.join(" "));
    }
    if let Tmux::Window(name) = &composition.tmux {
        _ = writeln!(text, "  {} {}", paint.dim("in       "), visible(&format!("the tmux window {name}")));
    }
    for env in &composition.env {
        let name = &env.name.value;
        let (label, shown) = match env.value.as_ref().map(|value| (value, masked(name, value))) {
            Some((value, shown)) if value == shown => {
                ("with", format!("{name}={}", shell_word(&visible(value))))
            }
            Some((_, mask)) => ("with", format!("{name}={mask}")),
            None => ("without", name.clone()),
        };
        _ = writeln!(text, "  {} {shown}", paint.dim(&format!("{label:<9}")));
    }
}

/// The change in full: of a file its unified diff, of a link where it points.
pub(super) fn difference(change: &Change) -> String {
    let pointed = |sign: &str, state: &Option<Fingerprint>| {
        state.as_ref().map_or_else(String::new, |state| format!("{sign} {state}\n"))
    };
    match (&change.diff, change.kind) {
        (Some(diff), _) => discreet_diff(diff),
        (None, Kind::Link) if change.before != change.after => {
            pointed("-", &change.before) + &pointed("+", &change.after)
        }
        (None, _) => String::new(),
    }
}

fn color(action: Action) -> AnsiColor {
    match action {
        Action::Create | Action::Adopt => AnsiColor::Green,
        Action::Update => AnsiColor::Cyan,
        Action::Replace | Action::Keep => AnsiColor::Yellow,
        Action::Remove | Action::Drop => AnsiColor::Red,
        Action::Unchanged => AnsiColor::BrightBlack,
    }
}

/// A line of a unified diff.
pub(super) fn paint_diff(line: &str, paint: Paint) -> String {
    let shown = visible_line(line);
    match line.as_bytes().first() {
        Some(b'+') => paint.colored(AnsiColor::Green, &shown),
        Some(b'-') => paint.colored(AnsiColor::Red, &shown),
        Some(b'@') => paint.colored(AnsiColor::Cyan, &shown),
        _ => shown,
    }
}

/// A summary that says how many launchers it knows nothing of.
pub(super) fn with_failed(summary: String, failed: usize) -> String {
    if failed == 0 {
        summary
    } else {
        format!("{summary}, {} could not be planned", plural(failed, "launcher"))
    }
}
