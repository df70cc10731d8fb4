//! Attempts in words.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::AnsiColor;

use super::attempt::Attempt;
use super::choose::Entry;
use crate::Environment;
use crate::cli::exit::Failure;
use crate::cli::printer::Printer;
use crate::cli::{plural, shorten};
use crate::diagnostic::{Severity, shell_word, visible};
use crate::trial::{Captured, Ending};

/// Tells one attempt, in a line whose first column is that wide or in full, and what is wrong with it.
pub(super) fn tell(
    attempt: &Attempt<'_>,
    column: Option<usize>,
    environment: &Environment,
    printer: &Printer,
) -> Result<(), Failure> {
    let text = match column {
        Some(width) if !printer.verbose => row(attempt, width, printer),
        _ => block(attempt, environment, printer),
    };
    printer.result(&text)?;
    for problem in &attempt.verdict.problems {
        printer.diagnostic(problem, problem.severity());
    }
    Ok(())
}

/// What it comes to.
pub(super) fn conclude(attempts: &[Attempt<'_>], entries: usize, printer: &Printer) {
    let found = |severity| {
        let problems = attempts.iter().flat_map(|attempt| &attempt.verdict.problems);
        problems.filter(|problem| problem.severity() == severity).count()
    };
    let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter(|severity| found(*severity) > 0)
        .map(|severity| plural(found(severity), severity.name()))
        .collect();
    let result = if parts.is_empty() { "nothing to report".to_owned() } else { parts.join(", ") };
    // An entry with a matcher of its own is tried for itself.
    let entries = if entries == 1 { "1 hook entry".to_owned() } else { format!("{entries} hook entries") };
    printer.summary(format!("tried {entries} in {}: {result}", plural(attempts.len(), "run")));
}

fn row(attempt: &Attempt<'_>, width: usize, printer: &Printer) -> String {
    let name = printer.paint().bold(&format!("{:width$}", under(attempt.entry)));
    let ended = ended(attempt);
    let word = format!("{:8}", word(attempt));
    let word = printer.paint().colored(color(attempt), &word);
    format!("{name}  {:7}  {ended:17}  {word}  {}\n", attempt.input.name(), attempt.verdict.effect)
}

/// `guard.sh under PreToolUse`.
pub(super) fn under(entry: &Entry) -> String {
    let hook = &entry.hook;
    let matcher = match &hook.matcher {
        Some(matcher) => format!(" {}", visible(matcher)),
        None => String::new(),
    };
    format!("{} under {}{matcher}", visible(&hook.file), hook.event)
}

fn block(attempt: &Attempt<'_>, environment: &Environment, printer: &Printer) -> String {
    let entry = attempt.entry;
    let mut text = printer.paint().bold(&under(entry));
    match &entry.chosen {
        Some(chosen) => _ = write!(text, "  ({chosen})"),
        None if entry.launchers.is_empty() => text.push_str("  (no launcher lists it there)"),
        None => _ = write!(text, "  ({})", visible(&entry.launchers.join(", "))),
    }
    text.push('\n');
    let folder = match &entry.target {
        Some(target) => shorten(&visible(&target.to_string_lossy()), environment),
        None if entry.launchers.is_empty() => "a temporary one".to_owned(),
        None => "a temporary one, since the target is not on this machine".to_owned(),
    };
    let words = attempt.call.args.iter().flatten().map(|word| shell_word(word));
    let command: Vec<String> = std::iter::once(attempt.call.command.clone()).chain(words).collect();
    line(&mut text, "command", &visible(&command.join(" ")));
    line(&mut text, "folder", &folder);
    if printer.verbose {
        line(&mut text, "stdin", &shown(&attempt.fed, attempt.fed.len() as u64));
    }
    line(&mut text, "exit", &ended(attempt));
    line(&mut text, "stdout", &output(&attempt.outcome.stdout));
    line(&mut text, "stderr", &output(&attempt.outcome.stderr));
    let word = printer.paint().colored(color(attempt), &format!("{:10}", word(attempt)));
    _ = writeln!(text, "  {word}{}", attempt.verdict.effect);
    text
}

fn line(text: &mut String, word: &str, value: &str) {
    for (index, value) in value.split('\n').enumerate() {
        let head = if index == 0 { word } else { "" };
        let line = format!("  {head:10}{value}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

fn word(attempt: &Attempt<'_>) -> &'static str {
    if attempt.verdict.accepted() { "accepted" } else { "refused" }
}

fn color(attempt: &Attempt<'_>) -> AnsiColor {
    if attempt.verdict.accepted() { AnsiColor::Green } else { AnsiColor::Red }
}

fn ended(attempt: &Attempt<'_>) -> String {
    let milliseconds = attempt.outcome.duration.as_millis();
    match attempt.outcome.ending {
        Ending::Exited(code) => format!("{code} after {milliseconds} ms"),
        Ending::Killed(signal) => format!("signal {signal} after {milliseconds} ms"),
        Ending::TimedOut => format!("none in {} s", attempt.timeout.as_secs_f64()),
        Ending::NotStarted(_) => "not started".to_owned(),
    }
}

fn output(captured: &Captured) -> String {
    if captured.total == 0 { "–".to_owned() } else { shown(&captured.bytes, captured.total) }
}

/// Line by line, with everything escaped that a terminal would obey; bytes that are no text as `\xff`.
fn shown(bytes: &[u8], total: u64) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    let lines: Vec<Cow<'_, str>> = text.trim_end_matches('\n').split('\n').map(visible).collect();
    let mut text = lines.join("\n");
    let hidden = total.saturating_sub(bytes.len() as u64);
    if hidden > 0 {
        _ = write!(text, "\n… and {hidden} bytes more");
    }
    text
}
