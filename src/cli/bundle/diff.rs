//! `bundle diff`: what two bundles differ in.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anstyle::AnsiColor;
use clap::{Args, ValueHint};
use serde_json::{Value, json};

use super::report::sound;
use crate::Environment;
use crate::bundle::{Differences, FileChange, FileEntry, Verified, differences};
use crate::cli::arguments::FormatArguments;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::json_text;
use crate::cli::printer::{Paint, Printer};
use crate::diagnostic::visible;

#[derive(Args, Debug)]
pub(in crate::cli) struct DiffArguments {
    /// The first bundle
    #[arg(value_name = "A", value_hint = ValueHint::DirPath)]
    before: PathBuf,
    /// The second bundle
    #[arg(value_name = "B", value_hint = ValueHint::DirPath)]
    after: PathBuf,
    #[command(flatten)]
    format: FormatArguments,
}

/// Verifies two bundles and compares them.
pub(in crate::cli) fn run(
    arguments: &DiffArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let [before, after] =
        [&arguments.before, &arguments.after].map(|named| sound(named, environment, printer));
    let (Some(before), Some(after)) = (before, after) else { return Ok(FINDINGS) };
    let folders = [&arguments.before, &arguments.after]
        .map(|named| crate::compose::absolute(environment.current_dir(), named));
    let found = differences(&before, &after);
    let texts = texts(&found, &folders)?;
    if arguments.format.is_json() {
        printer.result(&document([&before, &after], &found, &texts))?;
    } else {
        printer.result(&Page { text: String::new(), paint: printer.paint() }.of(&found, &texts))?;
    }
    Ok(if found.is_empty() { SUCCESS } else { FINDINGS })
}

/// The text that differs in each changed file.
fn texts(found: &Differences, [before, after]: &[PathBuf; 2]) -> Result<Vec<Option<String>>, Failure> {
    let diff = |change: &FileChange, before: &Path, after: &Path| {
        change.text_diff(before, after).map_err(|error| Failure::trouble(error.to_string()))
    };
    found.files.iter().map(|change| diff(change, before, after)).collect()
}

/// The human form while it is written.
struct Page {
    text: String,
    paint: Paint,
}

impl Page {
    fn of(mut self, found: &Differences, texts: &[Option<String>]) -> String {
        for change in &found.values {
            let shown = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
            let (before, after) = (shown(&change.before), shown(&change.after));
            let line = visible(&format!("{}: {before} → {after}", change.pointer)).into_owned();
            _ = writeln!(self.text, "{line}");
        }
        for (is_new, decision) in &found.decisions {
            let mark = if *is_new { '+' } else { '-' };
            self.line(&format!("{mark} {decision}"));
        }
        for (change, text) in found.files.iter().zip(texts) {
            _ = writeln!(self.text, "{}", self.paint.bold(&visible(&summary(change))));
            for line in text.iter().flat_map(|text| text.lines()) {
                self.line(line);
            }
        }
        self.text
    }

    /// In the colour of its first character.
    fn line(&mut self, text: &str) {
        let shown = visible(text);
        let line = match text.chars().next() {
            Some('+') => self.paint.colored(AnsiColor::Green, &shown),
            Some('-') => self.paint.colored(AnsiColor::Red, &shown),
            _ => shown.into_owned(),
        };
        _ = writeln!(self.text, "{line}");
    }
}

/// `changed content/instructions.md: 120 → 130 bytes, mode 0644 → 0755`.
fn summary(change: &FileChange) -> String {
    let word = change.word();
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let size = if before.size == after.size {
                format!("{} bytes", after.size)
            } else {
                format!("{} → {} bytes", before.size, after.size)
            };
            let mode = if before.mode == after.mode {
                String::new()
            } else {
                format!(", mode {:04o} → {:04o}", before.mode.bits(), after.mode.bits())
            };
            format!("{word} {}: {size}{mode}", change.path)
        }
        (one, other) => {
            let size = one.as_ref().or(other.as_ref()).map_or(0, |file| file.size);
            format!("{word} {}: {size} bytes", change.path)
        }
    }
}

fn document(bundles: [&Verified; 2], found: &Differences, texts: &[Option<String>]) -> String {
    let [before, after] = bundles.map(Verified::digest);
    let file = |entry: &Option<FileEntry>| {
        entry.as_ref().map(|file| json!({ "size": file.size, "mode": file.mode, "sha256": file.sha256 }))
    };
    let side = |is_new: bool| if is_new { "added" } else { "removed" };
    json_text(&json!({
        "format": "assembly.diff/1",
        "before": before,
        "after": after,
        "values": found.values.iter().map(|change| json!({
            "pointer": change.pointer, "before": change.before, "after": change.after,
        })).collect::<Vec<_>>(),
        "decisions": found.decisions.iter().map(|(is_new, decision)| json!({
            "change": side(*is_new), "decision": decision,
        })).collect::<Vec<_>>(),
        "files": found.files.iter().zip(texts).map(|(change, text)| json!({
            "path": change.path, "change": change.word(),
            "before": file(&change.before), "after": file(&change.after), "diff": text,
        })).collect::<Vec<_>>(),
    }))
}
