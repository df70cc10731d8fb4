//! `plan`: what would change in the targets.

use std::path::Path;

use super::exit::{FINDINGS, Outcome, SUCCESS, TROUBLE};
use super::pipeline::{Pipeline, portable, severity_in_run};
use super::plan_against::{Comparison, form_problem};
use super::plan_arguments::PlanArguments;
use super::plans::Plans;
use super::prepared::Prepared;
use super::printer::Printer;
use super::{plan_document, plan_files};
use crate::Environment;
use crate::diagnostic::{Class, Diagnostic, Problems, Severity};
use crate::manifest::Recipe;
use crate::plan::{Plan, PlanError};
use crate::saved::SavedPlan;

/// Plans the named launchers, or all.
pub(super) fn run(
    arguments: &PlanArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let portable = arguments.portable.then(|| portable(environment));
    let environment = portable.as_ref().unwrap_or(environment);
    let old = match &arguments.against {
        Some(path) => match plan_files::read(path, environment, printer)? {
            None => return Ok(TROUBLE),
            old => old,
        },
        None => None,
    };
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(TROUBLE) };
    let launchers = match pipeline.launchers(&arguments.names) {
        Ok(launchers) => launchers,
        Err(failures) => {
            printer.failures(&failures);
            return Ok(TROUBLE);
        }
    };
    let mut planned = Vec::new();
    let mut said = Problems::new();
    let mut failed: Vec<String> = Vec::new();
    for launcher in launchers {
        match plan(&pipeline, launcher, arguments.needs_diffs(), &mut said) {
            Some(found) => planned.push(found),
            None => failed.push(launcher.name.value.clone()),
        }
    }
    for problem in said.into_sorted().into_iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(&problem, severity_in_run(&problem, false));
    }
    let plans = Plans::new(&pipeline, planned, &arguments.names, failed.len());
    let new = if arguments.needs_document() { plans.entries() } else { Vec::new() };
    let document = plan_document::document(&new);
    if let Some(path) = &arguments.save {
        plan_files::save(path, &super::json_text(&document), environment, printer)?;
    }
    let changed = if let Some(old) = old {
        let new = SavedPlan::of(&document);
        if let Some(problem) = form_problem(&old, &new) {
            printer.diagnostic(&problem, problem.severity());
        }
        let comparison = Comparison::new(old, &new, &arguments.names, &failed);
        printer.result(&comparison.text(arguments.form(), arguments.stat, printer.paint()))?;
        comparison.count()
    } else {
        plans.print(arguments, &document, environment, printer)?
    };
    Ok(match (failed.is_empty(), changed) {
        (false, _) => TROUBLE,
        (true, 1..) if arguments.exit_code => FINDINGS,
        _ => SUCCESS,
    })
}

/// One launcher's plan; what is wrong is added to `said`.
pub(super) fn plan(
    pipeline: &Pipeline<'_>,
    launcher: &Recipe,
    diffs: bool,
    said: &mut Problems,
) -> Option<(Prepared, Plan)> {
    let prepared = pipeline.prepare(launcher, &[]);
    let stops = |problem: &Diagnostic| severity_in_run(problem, false) == Severity::Error;
    let blocked = pipeline.concerning(&prepared).any(stops);
    said.extend(pipeline.concerning(&prepared).filter(|problem| problem.class != Class::Note).cloned());
    if let Some(problem) = prepared.target_problem() {
        said.push(problem);
        return None;
    }
    if blocked {
        return None;
    }
    match prepared.plan(&pipeline.plan_options(false, diffs), said)? {
        Ok(plan) => Some((prepared, plan)),
        // The problems are in the list.
        Err(PlanError::Io(error)) => {
            said.push(prepared.unreadable(&error));
            None
        }
        Err(_) => None,
    }
}
