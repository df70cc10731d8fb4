//! `backups list`: what was set aside in a target.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::arguments::Global;
use super::exit::{Failure, Outcome, SUCCESS};
use super::pipeline::severity_in_run;
use super::printer::{Paint, Printer};
use super::target_arguments::BackupsListArguments;
use super::targets::{asked_for, is_there, no_folder};
use super::{plural, shorten};
use crate::Environment;
use crate::diagnostic::{Problems, visible};
use crate::plan::{Backup, BackupOrigin, PlanError, backups};

/// Lists the backups of the targets that are meant.
pub(super) fn run(
    arguments: &BackupsListArguments,
    global: &Global,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let (mut text, mut documents) = (String::new(), Vec::new());
    for target in asked_for(&arguments.which, global, environment)? {
        let found = read(&target, printer)?;
        let shown = shorten(&visible(&target.to_string_lossy()), environment);
        documents.push(document(&target, &found));
        _ = writeln!(text, "{}", printer.paint().bold(&shown));
        describe(&mut text, &found, printer.paint());
    }
    if arguments.format.is_json() {
        text = super::json_text(&json!({ "format": "assembly.backups/1", "targets": documents }));
    }
    printer.result(&text)?;
    Ok(SUCCESS)
}

/// The backups of a target; what keeps them from being read is said.
pub(super) fn read(target: &Path, printer: &Printer) -> Result<Vec<Backup>, Failure> {
    match is_there(target) {
        Ok(true) => {}
        Ok(false) => return Err(no_folder(&visible(&target.to_string_lossy()))),
        Err(error) => return Err(Failure::trouble(visible(&error.to_string()))),
    }
    let mut problems = Problems::new();
    let found = backups(target, &mut problems);
    for problem in &problems {
        printer.diagnostic(problem, severity_in_run(problem, false));
    }
    found.map_err(|error| match error {
        PlanError::Io(error) => Failure::trouble(visible(&error.to_string())),
        _ => Failure::refusal("the backups cannot be trusted as they are"),
    })
}

/// As much of a name as people need to type.
pub(super) fn short(name: &str) -> &str {
    const LENGTH: usize = 12;
    let is_digest = name.bytes().take(LENGTH).all(|byte| byte.is_ascii_hexdigit());
    if is_digest { name.get(..LENGTH).unwrap_or(name) } else { name }
}

fn describe(text: &mut String, found: &[Backup], paint: Paint) {
    for backup in found {
        let name = format!("{:<12}", visible(short(&backup.name)));
        let size = match backup.size {
            Some(bytes) => bytes_of(bytes),
            None => backup.kind.name().replace("tree", "folder"),
        };
        if backup.origins.is_empty() {
            _ = writeln!(text, "  {name}  {:<8}  {size:>12}  it is not known from where", "unknown");
        }
        for BackupOrigin { path, original, is_back } in &backup.origins {
            let word = if *original { "original" } else { "edited" };
            let note = if *is_back { paint.dim("  (stands there)") } else { String::new() };
            _ = writeln!(text, "  {name}  {word:<8}  {size:>12}  {}{note}", visible(path));
        }
    }
    _ = match found.len() {
        0 => writeln!(text, "  nothing was set aside"),
        count => writeln!(text, "  {}", paint.dim(&plural(count, "backup"))),
    };
}

fn bytes_of(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

fn document(target: &Path, found: &[Backup]) -> Value {
    let origin = |origin: &BackupOrigin| json!({ "path": origin.path, "original": origin.original, "stands": origin.is_back });
    let backup = |backup: &Backup| {
        json!({
            "name": backup.name,
            "kind": backup.kind.name(),
            "size": backup.size,
            "origins": backup.origins.iter().map(origin).collect::<Vec<_>>(),
        })
    };
    json!({
        "target": target.to_string_lossy(),
        "backups": found.iter().map(backup).collect::<Vec<_>>(),
    })
}
