//! `run`: plan, apply, launch.

use std::io;
use std::path::{Path, PathBuf};

use super::apply_failure::apply_failure;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::pipeline::{Pipeline, severity_in_run};
use super::plan_text::{Detail, describe};
use super::prepared::Prepared;
use super::printer::Printer;
use super::run_arguments::{ConflictChoice, RunArguments};
use super::start::{announce, start};
use super::tell::tell;
use super::this_folder::launcher_of_this_folder;
use super::{plural, shorten};
use crate::Environment;
use crate::apply::{self, Applied, Conflict, Event};
use crate::diagnostic::{Class, Problems, Severity, listed, visible};
use crate::launch;
use crate::plan::{self, Action, PlanError};
use crate::remembered::Memory;

/// Writes what the launcher declares and starts its agent. Returns only when nothing is started in place.
pub(super) fn run(
    arguments: &RunArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let launcher = match &arguments.name {
        Some(name) => pipeline.launcher(name)?,
        None => launcher_of_this_folder(&pipeline)?,
    };
    let prepared = pipeline.prepare(launcher, &arguments.words);
    if report(&pipeline, &prepared, arguments.strict, printer) {
        printer.summary("nothing was written, nothing was started");
        return Ok(FINDINGS);
    }
    // Without a CLI, a target or a folder behind it, a problem of class stop was reported above.
    let Some(target) = prepared.composition.target.as_ref().map(|target| target.path.clone()) else {
        return Ok(FINDINGS);
    };
    if arguments.dry_run {
        return dry_run(&pipeline, &prepared, hub, arguments, printer);
    }
    let program = if arguments.no_launch { None } else { Some(find_cli(&prepared, environment)?) };
    let applied = write(&pipeline, &prepared, &target, hub, arguments, printer)?;
    summarize(&applied, &prepared, hub, environment, printer);
    let Some(program) = program else {
        announce(&prepared, printer)?;
        return Ok(SUCCESS);
    };
    start(&prepared, program, &target, arguments, environment, printer)
}

/// Says what is wrong with the launcher; whether that stops it.
fn report(pipeline: &Pipeline<'_>, prepared: &Prepared, strict: bool, printer: &Printer) -> bool {
    let mut found = Problems::new();
    found.extend(pipeline.concerning(prepared).filter(|problem| problem.class != Class::Note).cloned());
    found.extend(prepared.target_problem());
    let found = found.into_sorted();
    for problem in &found {
        printer.diagnostic(problem, severity_in_run(problem, strict));
    }
    found.iter().any(|problem| severity_in_run(problem, strict) == Severity::Error)
}

/// Says what the same command would do without `--dry-run`, its refusals included.
fn dry_run(
    pipeline: &Pipeline<'_>,
    prepared: &Prepared,
    hub: &Path,
    arguments: &RunArguments,
    printer: &Printer,
) -> Outcome {
    let environment = pipeline.environment;
    printer.progress(format!("hub {}", shorten(&visible(&hub.to_string_lossy()), environment)));
    find_cli(prepared, environment)?;
    let mut problems = Problems::new();
    let plan = match prepared.plan(&pipeline.plan_options(false, true), &mut problems) {
        Some(Ok(plan)) => plan,
        Some(Err(PlanError::Io(error))) => return Err(Failure::trouble(visible(&error.to_string()))),
        Some(Err(_)) => {
            say(&problems, arguments.strict, printer);
            return Ok(FINDINGS);
        }
        None => return Ok(FINDINGS),
    };
    let strict = arguments.strict;
    say(&problems, strict, printer);
    let conflicts = plan.conflicts();
    if arguments.conflict == ConflictChoice::Refuse && !conflicts.is_empty() {
        let paths = listed(conflicts.iter().map(|change| visible(&change.path)));
        return Err(Failure::refusal(format!("{paths} would be set aside")));
    }
    let text = if arguments.json {
        let launcher = super::plan_document::launcher(prepared, &plan, None);
        super::json_text(&super::plan_document::document(&[launcher]))
    } else {
        let detail = Detail { diffs: true, unchanged: true };
        describe(prepared, &plan, detail, environment, printer.paint())
    };
    printer.result(&text)?;
    let is_refused = problems.iter().any(|problem| severity_in_run(problem, strict) == Severity::Error);
    Ok(if is_refused { FINDINGS } else { SUCCESS })
}

/// What was found about the target; a note is for `check`.
fn say(problems: &Problems, strict: bool, printer: &Printer) {
    for problem in problems.iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(problem, severity_in_run(problem, strict));
    }
}

/// Looked up before anything is written, so that a missing agent leaves the target as it was.
fn find_cli(prepared: &Prepared, environment: &Environment) -> Result<PathBuf, Failure> {
    match prepared.find_cli(environment) {
        Some(Ok(program)) => {
            launch::check_interpreter(&program)?;
            Ok(program)
        }
        Some(Err(error)) => Err(error.into()),
        None => Err(Failure::refusal("the launcher declares no `cli`")),
    }
}

fn write(
    pipeline: &Pipeline<'_>,
    prepared: &Prepared,
    target: &Path,
    hub: &Path,
    arguments: &RunArguments,
    printer: &Printer,
) -> Result<Applied, Failure> {
    let conflict = match arguments.conflict {
        ConflictChoice::Backup => Conflict::Backup,
        ConflictChoice::Refuse => Conflict::Refuse,
    };
    let shown = shorten(&visible(&target.to_string_lossy()), pipeline.environment);
    let memory = Memory::of(pipeline.environment);
    let note = |noted: io::Result<()>| {
        if let Err(error) = noted {
            let error = visible(&error.to_string()).into_owned();
            printer.warning(format!("cannot remember for `status` what was written where: {error}"));
        }
    };
    let mut observe = |event: Event| match event {
        // Before anything is written: a run that is killed is to be found, too.
        Event::Writing => note(memory.remember(target, hub)),
        event => tell(&event, &shown, printer),
    };
    let options = plan::Options { strict: arguments.strict, ..pipeline.plan_options(false, false) };
    let say = |problem| {
        let problem = prepared.located(problem);
        printer.diagnostic(&problem, severity_in_run(&problem, arguments.strict));
    };
    let applied = apply::apply(target, &prepared.projection, &options, conflict, &mut observe)
        .map_err(|error| apply_failure(error, &say))?;
    if applied.plan.leaves_nothing() {
        // Also when it was a run before that took everything back, and was cut short.
        if memory.at(target).is_some() {
            note(memory.forget(target));
        }
    } else if applied.plan.is_unchanged() {
        // A run before may not have been able to, and has said so.
        _ = memory.remember(target, hub);
    }
    Ok(applied)
}

/// What was done, on stderr: stdout belongs to the agent.
fn summarize(
    applied: &Applied,
    prepared: &Prepared,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) {
    for problem in applied.problems.iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(&prepared.located(problem.clone()), severity_in_run(problem, false));
    }
    let name = visible(&prepared.composition.launcher.value);
    let hub = shorten(&visible(&hub.to_string_lossy()), environment);
    if printer.verbose {
        for decision in &prepared.composition.trace {
            printer.progress(visible(&decision.to_string()));
        }
    }
    match applied.plan.changes.iter().filter(|change| change.action != Action::Unchanged).count() {
        0 => printer.progress(format!("{name} from {hub}: up to date")),
        changed => printer.progress(format!("{name} from {hub}: {} changed", plural(changed, "artifact"))),
    }
    for change in &applied.plan.changes {
        if change.action != Action::Unchanged || printer.verbose {
            let reason = if change.reason.is_empty() {
                String::new()
            } else {
                format!("  ({})", visible(&change.reason))
            };
            printer.progress(format!("  {:<9} {}{reason}", change.action.name(), visible(&change.path)));
        }
    }
}
