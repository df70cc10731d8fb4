//! `check`: every diagnostic of the manifest and of all it points at.

use std::collections::HashSet;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::completions::complete_launchers;
use super::exit::{Outcome, TROUBLE};
use super::findings::{Findings, FindingsFormatArguments};
use super::launcher_tests;
use super::opened::Opened;
use super::pipeline::{Pipeline, portable};
use super::printer::Printer;
use super::repository::Repository;
use crate::Environment;
use crate::compose::fruitless_everywhere;
use crate::diagnostic::{Diagnostic, Problems};
use crate::plan::PlanError;

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct CheckArguments {
    /// The launchers to report on [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    /// Exit with 1 on warnings too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    /// Look at nothing outside of the hub and its sources: no target, git, program or variable
    #[arg(long)]
    pub(super) portable: bool,
    /// Write the tests of the launchers into tests/launchers/ as they come out now, then check
    #[arg(long)]
    pub(super) bless: bool,
    #[command(flatten)]
    pub(super) format: FindingsFormatArguments,
    /// Show every problem instead of the first twenty
    #[arg(long)]
    pub(super) all: bool,
}

/// Checks a hub.
pub(super) fn run(
    arguments: &CheckArguments,
    hub: &std::path::Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let portable = arguments.portable.then(|| portable(environment));
    let pipeline = Pipeline::open(hub, portable.as_ref().unwrap_or(environment));
    if !pipeline.is_broken()
        && let Err(failures) = pipeline.launchers(&arguments.names)
    {
        printer.failures(&failures);
        return Ok(TROUBLE);
    }
    let mut reported = Problems::new();
    let blessed = if arguments.bless {
        launcher_tests::bless(hub, &arguments.names, environment, &mut reported, printer)
    } else {
        Ok(())
    };
    let findings = Findings::new(find(&pipeline, &arguments.names, reported));
    let checked = describe(&pipeline, arguments.names.len());
    let repository = Repository::around(hub, environment);
    findings.print(arguments.format, arguments.all, &checked, &repository, printer)?;
    blessed.map(|()| findings.exit_code(arguments.deny_warnings))
}

/// What was looked at: `3 launchers of ~/hub`.
fn describe(pipeline: &Pipeline<'_>, named: usize) -> String {
    let hub = super::shorten(&pipeline.manifest.hub.to_string_lossy(), pipeline.environment);
    let all = super::plural(pipeline.manifest.launchers().count(), "launcher");
    match named {
        _ if pipeline.is_broken() => format!("the text of {hub}"),
        0 => format!("{all} of {hub}"),
        named => format!("{named} of {all} of {hub}"),
    }
}

/// Everything that is wrong, together with what is `reported` already, sorted by place.
fn find(pipeline: &Pipeline<'_>, names: &[String], mut reported: Problems) -> Vec<Diagnostic> {
    let mut compositions = Vec::new();
    let mut lineages: Vec<String> = Vec::new();
    let mut programs: HashSet<String> = HashSet::new();
    let mut opened = Vec::new();
    let is_meant = |name: &str| names.is_empty() || names.iter().any(|named| named == name);
    let options = pipeline.plan_options(true, false);
    reported.extend(pipeline.problems.iter().cloned());
    for launcher in pipeline.manifest.launchers() {
        let mut prepared = pipeline.prepare(launcher, &[]);
        opened.extend(Opened::by(&prepared));
        if is_meant(&launcher.name.value) {
            lineages.extend(prepared.composition.lineage.iter().cloned());
            reported.extend(std::mem::take(&mut prepared.problems));
            pipeline.check_selected(&prepared.composition, &mut reported);
            let unfit = prepared.target_problem();
            let is_fit = unfit.is_none();
            reported.extend(unfit);
            // Twenty launchers of one program that is not there are one problem.
            let missing = prepared.cli_problem(pipeline.environment);
            reported.extend(missing.filter(|problem| programs.insert(problem.message.clone())));
            if let Some(Err(PlanError::Io(error))) = prepared.plan(&options, &mut reported)
                && is_fit
            {
                reported.push(prepared.unreadable(&error));
            }
        }
        compositions.push(prepared.composition);
    }
    pipeline.check_targets(&opened, &is_meant, &mut reported);
    fruitless_everywhere(&compositions, &mut reported);
    if !pipeline.is_broken() {
        launcher_tests::check(&pipeline.manifest.hub, names, pipeline.environment, &mut reported);
    }
    if names.is_empty() {
        compositions.extend(pipeline.check_unused(&mut reported));
        pipeline.check_whole(&compositions, &mut reported);
        pipeline.check_skills(&mut reported);
        pipeline.check_persons(&mut reported);
    }
    let mut found = reported.into_sorted();
    if !names.is_empty() {
        found.retain(|problem| problem.scope.as_ref().is_none_or(|scope| lineages.contains(scope)));
    }
    found
}
