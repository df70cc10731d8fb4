//! `plan`: what would change in the targets.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use serde_json::{Value, json};

use super::arguments::FormatArguments;
use super::completions::complete_launchers;
use super::exit::{FINDINGS, Outcome, SUCCESS, TROUBLE};
use super::pipeline::{Pipeline, Prepared, severity_in_run};
use super::plan_text::{Detail, describe, heading};
use super::printer::Printer;
use super::{plan_document, plural};
use crate::Environment;
use crate::diagnostic::{Class, Problems};
use crate::manifest::Recipe;
use crate::plan::{Action, Plan, PlanError};

#[derive(Args, Debug)]
pub(super) struct PlanArguments {
    /// The launchers to plan [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    #[command(flatten)]
    pub(super) format: FormatArguments,
    /// Exit with 1 when anything would change
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Only a line per artifact
    #[arg(long)]
    pub(super) stat: bool,
}

/// Plans the named launchers, or all.
pub(super) fn run(
    arguments: &PlanArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
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
    let mut failed = false;
    let diffs = !arguments.stat || arguments.format.is_json();
    for launcher in launchers {
        match plan(&pipeline, launcher, diffs, &mut said) {
            Some(found) => planned.push(found),
            None => failed = true,
        }
    }
    for problem in said.into_sorted().into_iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(&problem, severity_in_run(&problem, false));
    }
    let inactive = |plan: &Plan| -> Option<String> {
        // A launcher that was named is asked about in earnest; in the list of all, the target's holder speaks.
        plan.holder.clone().filter(|other| arguments.names.is_empty() && pipeline.opens(other, &plan.target))
    };
    let mut changed = 0;
    let mut text = String::new();
    let mut documents: Vec<Value> = Vec::new();
    for (prepared, plan) in &planned {
        let inactive = inactive(plan);
        if inactive.is_none() {
            changed += plan.changes.iter().filter(|change| change.action != Action::Unchanged).count();
        }
        if arguments.format.is_json() {
            documents.push(plan_document::launcher(prepared, plan, inactive.as_deref()));
        } else if let Some(other) = inactive {
            text.push_str(&heading(prepared, environment, printer.paint()));
            _ = writeln!(text, "  inactive: `{other}` was the last to run there");
        } else {
            let detail = Detail { diffs: !arguments.stat, unchanged: printer.verbose };
            text.push_str(&describe(prepared, plan, detail, environment, printer.paint()));
        }
    }
    if arguments.format.is_json() {
        text = super::json_text(&json!({ "format": "assembly.plan/1", "launchers": documents }));
    } else if pipeline.manifest.launchers().next().is_none() {
        printer.summary("no launchers");
    } else if !planned.is_empty() {
        _ = match changed {
            0 => writeln!(text, "nothing would change"),
            _ => writeln!(text, "{} would change", plural(changed, "artifact")),
        };
    }
    printer.result(&text)?;
    Ok(match (failed, changed) {
        (true, _) => TROUBLE,
        (false, 1..) if arguments.exit_code => FINDINGS,
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
    let stops = |class| matches!(class, Class::Stop | Class::Needed);
    let blocked = pipeline.concerning(&prepared).any(|problem| stops(problem.class));
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
