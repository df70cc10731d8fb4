//! `clean`: takes back what was written into a target.

use std::fmt::Write as _;
use std::path::Path;

use super::apply_failure::apply_failure;
use super::arguments::Global;
use super::exit::{Failure, Outcome, SUCCESS};
use super::pipeline::severity_in_run;
use super::plan_text::{Detail, changes};
use super::printer::Printer;
use super::target_arguments::CleanArguments;
use super::targets::{asked_for, is_there, no_folder, word};
use super::tell::tell;
use super::{plural, shorten};
use crate::Environment;
use crate::apply::{self, ApplyError, Cleaned};
use crate::diagnostic::{Problems, visible};
use crate::plan::{Action, PlanError, Removal, plan_removal, sessions_in};
use crate::remembered::Memory;

/// Cleans the targets that are meant; one that cannot be does not keep the others.
pub(super) fn run(
    arguments: &CleanArguments,
    global: &Global,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let mut code = SUCCESS;
    for target in asked_for(&arguments.which, global, environment)? {
        let done = match is_there(&target) {
            Err(error) => Err(Failure::trouble(visible(&error.to_string()))),
            Ok(false) => gone(&target, environment, printer),
            Ok(true) if arguments.dry_run => dry_run(&target, environment, printer),
            Ok(true) => clean(&target, environment, printer),
        };
        if let Err(failure) = done {
            printer.failure(&failure);
            code = code.max(failure.code);
        }
    }
    Ok(code)
}

/// A target that is no more needs no cleaning.
fn gone(target: &Path, environment: &Environment, printer: &Printer) -> Result<(), Failure> {
    let memory = Memory::of(environment);
    let shown = shown(target, environment);
    if memory.at(target).is_none() {
        return Err(no_folder(&shown));
    }
    forget(&memory, target, printer);
    printer.progress(format!("{shown} is gone, and is forgotten"));
    Ok(())
}

fn dry_run(target: &Path, environment: &Environment, printer: &Printer) -> Result<(), Failure> {
    let mut problems = Problems::new();
    let removal = plan_removal(target, true, &|_| true, &mut problems);
    for problem in &problems {
        printer.diagnostic(problem, severity_in_run(problem, false));
    }
    let removal = removal.map_err(|error| match error {
        PlanError::Io(error) => Failure::trouble(visible(&error.to_string())),
        error => Failure::refusal(error.to_string()),
    })?;
    let text = describe(&removal, true, "would be taken back", environment, printer);
    printer.result(&text)
}

fn clean(target: &Path, environment: &Environment, printer: &Printer) -> Result<(), Failure> {
    let shown = shown(target, environment);
    for hint in sessions_in(target, &|_| true) {
        printer.diagnostic(&hint, severity_in_run(&hint, false));
    }
    let cleaned = apply::clean(target, &mut |event| tell(&event, &shown, printer))
        .map_err(|error| failure(error, printer))?;
    let mut text = describe(&cleaned.removal, printer.verbose, "taken back", environment, printer);
    if cleaned.is_gone && !cleaned.removal.changes.is_empty() {
        text.push_str("nothing of assembly is left there");
        text.push_str(if cleaned.removal.edited.is_empty() { "\n" } else { " but what was edited\n" });
    }
    printer.result(&text)?;
    report_kept(&cleaned, target, &shown, printer);
    let memory = Memory::of(environment);
    if memory.at(target).is_some() {
        forget(&memory, target, printer);
    }
    Ok(())
}

/// The target and its changes; a removal counts, what is kept does not.
fn describe(
    removal: &Removal,
    diffs: bool,
    said: &str,
    environment: &Environment,
    printer: &Printer,
) -> String {
    let paint = printer.paint();
    let mut text = format!("{}\n", paint.bold(&shown(&removal.target, environment)));
    text.push_str(&changes(&removal.changes, Detail { diffs, unchanged: false }, paint));
    let is_kept = |action| matches!(action, Action::Keep | Action::Unchanged);
    match removal.changes.iter().filter(|change| !is_kept(change.action)).count() {
        0 => text.push_str("nothing to take back\n"),
        count => _ = writeln!(text, "{} {said}", plural(count, "artifact")),
    }
    text
}

/// What stays, since it is nowhere else.
fn report_kept(cleaned: &Cleaned, target: &Path, shown: &str, printer: &Printer) {
    let Removal { changes, edited, .. } = &cleaned.removal;
    let stays = |path: &str, reason: &str| {
        printer.warning(format!("{shown}/{} stays: {}", visible(path), visible(reason)));
    };
    let whole = || changes.iter().filter(|change| change.action == Action::Keep);
    for change in whole() {
        stays(&change.path, &change.reason);
    }
    for path in edited.iter().filter(|path| !whole().any(|change| Path::new(path).starts_with(&change.path)))
    {
        stays(path, "edited since it was written");
    }
    if !cleaned.kept.is_empty() {
        let count = cleaned.kept.len();
        let (things, are) = if count == 1 { ("thing", "is") } else { ("things", "are") };
        printer.warning(format!(
            "{shown}/.assembly/backups keeps {count} {things} that {are} nowhere else: \
             `assembly backups list --target {}`",
            visible(&word(target))
        ));
    }
}

fn forget(memory: &Memory, target: &Path, printer: &Printer) {
    if let Err(error) = memory.forget(target) {
        printer.warning(format!("cannot forget the target: {}", visible(&error.to_string())));
    }
}

fn shown(target: &Path, environment: &Environment) -> String {
    shorten(&visible(&target.to_string_lossy()), environment)
}

pub(super) fn failure(error: ApplyError, printer: &Printer) -> Failure {
    apply_failure(error, &|problem| printer.diagnostic(&problem, severity_in_run(&problem, false)))
}
