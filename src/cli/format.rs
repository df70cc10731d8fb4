//! `fmt`: the manifest, its includes and the persons of a hub in the one form.

use std::path::Path;

use clap::Args;

use super::edit_failure::edit_failure;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::plan_text::paint_diff;
use super::plural;
use super::printer::Printer;
use crate::Environment;
use crate::diagnostic::{discreet, visible};
use crate::manifest::{Edited, FormatError, format_hub};
use crate::person;
use crate::plan::diff_of_texts;

#[derive(Args, Debug)]
pub(super) struct FmtArguments {
    /// Write nothing; show what would change as a diff, and exit with 1 if anything would
    #[arg(long)]
    pub(super) check: bool,
}

/// Formats what can be read, and tells what cannot.
pub(super) fn run(
    arguments: &FmtArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let formatted = format_hub(hub, environment, person::format_text);
    let files = plural(formatted.files.len(), "file");
    let (mut code, mut changed) = (SUCCESS, 0);
    for file in formatted.files {
        let done = match file.result {
            Ok(edited) if !edited.changes() => continue,
            Ok(edited) if arguments.check => {
                show(&file.name, &edited, printer)?;
                changed += 1;
                Ok(FINDINGS)
            }
            Ok(edited) => edited.write().map_err(|error| edit_failure(error, printer)).map(|()| {
                printer.progress(format!("formatted {}", visible(&file.name)));
                changed += 1;
                SUCCESS
            }),
            Err(FormatError::Broken(problems)) => {
                printer.problems(&problems);
                Ok(FINDINGS)
            }
            Err(error) => {
                Err(Failure::trouble(error.to_string()).help("the file was left as it is; please report it"))
            }
        };
        code = code.max(done.unwrap_or_else(|failure| {
            printer.failure(&failure);
            failure.code
        }));
    }
    for name in &formatted.outside {
        printer.progress(format!("{} lies outside of the hub and was left as it is", visible(name)));
    }
    printer.summary(match (changed, arguments.check) {
        (0, _) if code == SUCCESS => format!("{files} in order"),
        (_, true) => format!("{changed} of {files} would change"),
        (_, false) => format!("{changed} of {files} changed"),
    });
    Ok(code)
}

/// The unified diff of what would change.
fn show(name: &str, edited: &Edited, printer: &Printer) -> Result<(), Failure> {
    let diff = discreet(diff_of_texts(name, edited.before.as_deref(), Some(&edited.after)));
    // Not `lines`, which would hide a carriage return that is the difference.
    let lines = diff.split_terminator('\n').map(|line| paint_diff(line, printer.paint()) + "\n");
    printer.result(&lines.collect::<String>())
}
