//! `import`: shell launchers as nodes.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::import_verify::verify;
use super::printer::Printer;
use super::{plural, shorten};
use crate::Environment;
use crate::diagnostic::{Severity, visible};
use crate::import::{Imported, import, old_skills};
use crate::manifest::{EditError, append_nodes};

#[derive(Args, Debug)]
pub(super) struct ImportArguments {
    /// Shell launchers, or folders of them; they are read, not run
    #[arg(required = true, value_name = "SCRIPT", value_hint = ValueHint::AnyPath)]
    pub(super) scripts: Vec<PathBuf>,
    /// Put the nodes behind what launchers.kdl of the scripts' hub says, instead of printing them
    #[arg(long)]
    pub(super) write: bool,
    /// Lift what all of them share into a preset of this name
    #[arg(long, value_name = "NAME")]
    pub(super) preset: Option<String>,
    /// Run each script and its launcher, with a stand-in for the agent, in a scratch copy of home, and show every
    /// difference
    #[arg(long)]
    pub(super) verify: bool,
}

/// Reads scripts and prints their nodes, or writes them into the hub.
pub(super) fn run(
    arguments: &ImportArguments,
    hub: Option<&Path>,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    if let Some(name) = arguments.preset.as_deref()
        && (name.is_empty() || name.contains('/') || name.chars().any(char::is_control))
    {
        return Err(Failure::trouble(format!("`{}` cannot be the name of a preset", visible(name)))
            .help("write one word, for example `--preset me`"));
    }
    let imported = import(&arguments.scripts, arguments.preset.as_deref(), environment);
    let mut has_errors = false;
    for problem in &imported.problems {
        has_errors |= problem.severity() == Severity::Error;
        printer.diagnostic(problem, problem.severity());
    }
    let own = imported.hub.as_deref();
    if let Some(note) = own.and_then(old_skills) {
        printer.diagnostic(&note, note.severity());
    }
    if let Some(own) = own.filter(|_| arguments.verify) {
        has_errors |= !verify(&imported, own, environment, printer);
    }
    if !arguments.write {
        printer.result(&imported.text())?;
    } else if let Some(own) = own {
        let hub = hub.map(|hub| crate::manifest::absolute(environment.current_dir(), hub));
        has_errors |= write(&imported, hub.as_deref().unwrap_or(own), environment, printer)?;
    }
    Ok(if has_errors { FINDINGS } else { SUCCESS })
}

/// Puts the nodes into the manifest of a hub; whether something is wrong with them there.
fn write(
    imported: &Imported,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Result<bool, Failure> {
    let edited = append_nodes(hub, &imported.text(), environment).and_then(|edited| {
        edited.write()?;
        Ok(edited)
    });
    match edited {
        Ok(edited) => {
            let path = shorten(&edited.path.to_string_lossy(), environment);
            let count = plural(imported.launchers.len(), "launcher");
            printer.progress(format!("added {count} to {}", visible(&path)));
            let mut has_errors = false;
            for problem in &edited.problems {
                has_errors |= problem.severity() == Severity::Error;
                printer.diagnostic(problem, problem.severity());
            }
            Ok(has_errors)
        }
        Err(EditError::Problems(problems)) => {
            for problem in &problems {
                printer.diagnostic(problem, problem.severity());
            }
            printer.summary("nothing was written");
            Ok(true)
        }
        Err(error) => Err(Failure::trouble(visible(&error.to_string()))),
    }
}
