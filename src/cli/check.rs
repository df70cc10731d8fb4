//! `check`: every diagnostic of the manifest and of all it points at.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use serde_json::json;

use super::arguments::{CheckArguments, Format};
use super::codes;
use super::exit::{FINDINGS, Outcome, SUCCESS, TROUBLE};
use super::pipeline::{Pipeline, Prepared};
use super::printer::Printer;
use crate::Environment;
use crate::compose::fruitless_everywhere;
use crate::diagnostic::{Diagnostic, Problems, Severity, Spanned, to_json, visible};
use crate::plan::PlanError;

/// The human form shows this many problems unless asked for all.
const SHOWN: usize = 20;

/// Checks a hub.
pub(super) fn run(
    arguments: &CheckArguments,
    hub: &std::path::Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let pipeline = Pipeline::open(hub, environment);
    if !pipeline.is_broken()
        && let Err(failures) = pipeline.launchers(&arguments.names)
    {
        printer.failures(&failures);
        return Ok(TROUBLE);
    }
    let found = find(&pipeline, &arguments.names);
    let count = |severity| found.iter().filter(|problem| problem.severity() == severity).count();
    let counts = Counts {
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
    };
    if arguments.json || arguments.format == Format::Json {
        print_json(&found, &counts, printer)?;
    } else {
        print_human(&found, &counts, arguments, &pipeline, printer);
    }
    let failed = counts.errors > 0 || (arguments.deny_warnings && counts.warnings > 0);
    Ok(if failed { FINDINGS } else { SUCCESS })
}

/// Everything that is wrong, sorted by place.
fn find(pipeline: &Pipeline<'_>, names: &[String]) -> Vec<Diagnostic> {
    let mut compositions = Vec::new();
    let mut reported = Problems::new();
    let mut lineages: Vec<String> = Vec::new();
    let mut programs: HashSet<String> = HashSet::new();
    let mut sharing = Sharing::default();
    let options = pipeline.plan_options(true, false);
    reported.extend(pipeline.problems.iter().cloned());
    for launcher in pipeline.manifest.launchers() {
        let mut prepared = pipeline.prepare(launcher, &[]);
        if names.is_empty() || names.contains(&launcher.name.value) {
            lineages.extend(prepared.composition.lineage.iter().cloned());
            reported.extend(std::mem::take(&mut prepared.problems));
            reported.extend(prepared.target_problem());
            reported.extend(sharing.meet(&prepared));
            // Twenty launchers of one program that is not there are one problem.
            let program = prepared.composition.cli.as_ref().map(|cli| cli.program.value.clone());
            if program.is_some_and(|program| programs.insert(program)) {
                reported.extend(prepared.cli_problem(pipeline.environment));
            }
            if let Some(Err(PlanError::Io(error))) = prepared.plan(&options, &mut reported) {
                reported.push(prepared.unreadable(&error));
            }
        }
        compositions.push(prepared.composition);
    }
    fruitless_everywhere(&compositions, &mut reported);
    let mut found = reported.into_sorted();
    if !names.is_empty() {
        found.retain(|problem| problem.scope.as_ref().is_none_or(|scope| lineages.contains(scope)));
    }
    found
}

/// Who was met first on each target, for each layout.
#[derive(Default)]
struct Sharing(HashMap<(PathBuf, &'static str), Spanned<String>>);

impl Sharing {
    /// Says when another launcher lays the same target out.
    fn meet(&mut self, prepared: &Prepared) -> Option<Diagnostic> {
        let composition = &prepared.composition;
        let target = composition.target.as_ref()?;
        let path = fs_err::canonicalize(&target.path).unwrap_or_else(|_| target.path.clone());
        let Some(first) = self.0.get(&(path.clone(), prepared.harness.layout.name)) else {
            self.0.insert((path, prepared.harness.layout.name), composition.launcher.clone());
            return None;
        };
        let (name, other) = (visible(&composition.launcher.value), visible(&first.value));
        Some(
            Diagnostic::new(&codes::SHARED_TARGET, format!("`{other}` and `{name}` open the same target"))
                .label(
                    &composition.launcher.place,
                    "replaces what the other wrote there, and is replaced by it",
                )
                .label(&first.place, "the other launcher")
                .help("nothing is lost; `assembly plan` says which one holds the target")
                .scope(&composition.launcher.value),
        )
    }
}

/// How much was found.
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
}

fn print_json(found: &[Diagnostic], counts: &Counts, printer: &Printer) -> Result<(), super::exit::Failure> {
    let document = json!({
        "format": "assembly.check/1",
        "diagnostics": found.iter().map(|problem| to_json(problem, problem.severity())).collect::<Vec<_>>(),
        "errors": counts.errors,
        "warnings": counts.warnings,
        "notes": counts.notes,
    });
    printer.result(&super::json_text(&document))
}

/// As many as are shown, errors before warnings before notes, in the order of their places.
fn most_serious(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut ranked: Vec<(usize, &Diagnostic)> = found.iter().enumerate().collect();
    ranked.sort_by_key(|(index, problem)| (problem.severity(), *index));
    ranked.truncate(SHOWN);
    ranked.sort_by_key(|(index, _)| *index);
    ranked.into_iter().map(|(_, problem)| problem).collect()
}

fn print_human(
    found: &[Diagnostic],
    counts: &Counts,
    arguments: &CheckArguments,
    pipeline: &Pipeline<'_>,
    printer: &Printer,
) {
    let shown = if arguments.all { found.iter().collect() } else { most_serious(found) };
    for problem in &shown {
        printer.diagnostic(problem, problem.severity());
    }
    if found.len() > shown.len() {
        printer
            .summary(format!("… and {} more; `assembly check --all` shows them", found.len() - shown.len()));
    }
    let all = super::plural(pipeline.manifest.launchers().count(), "launcher");
    let launchers = match arguments.names.len() {
        _ if pipeline.is_broken() => "the text".to_owned(),
        0 => all,
        named => format!("{named} of {all}"),
    };
    let hub = super::shorten(&pipeline.manifest.hub.to_string_lossy(), pipeline.environment);
    if found.is_empty() {
        printer.summary(format!("checked {launchers} of {hub}: nothing to report"));
    } else {
        let parts = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note")];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| super::plural(*count, name))
            .collect();
        printer.summary(format!("checked {launchers} of {hub}: {}", parts.join(", ")));
    }
}
