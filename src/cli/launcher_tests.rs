//! The tests of a hub's launchers: `check` holds them against the launchers, `check --bless` writes them.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

use super::edit_failure::edit_failure;
use super::exit::Failure;
use super::pipeline::{Pipeline, portable, severity_in_run};
use super::plan_document;
use super::printer::Printer;
use crate::Environment;
use crate::diagnostic::{Diagnostic, Problems, Severity, visible};
use crate::manifest::{Recipe, put_file, remove_file};
use crate::saved::{
    Entry, LauncherTest, SavedPlan, TESTS, judge, launcher_tests, without_launcher, without_test,
};

/// Reports the tests that their launchers do not pass. A hub without a folder for tests needs none.
pub(super) fn check(hub: &Path, names: &[String], environment: &Environment, problems: &mut Problems) {
    let Some(tests) = launcher_tests(hub, problems) else { return };
    let environment = portable(environment);
    let pipeline = Pipeline::open(hub, &environment);
    if pipeline.is_broken() {
        problems.extend(pipeline.problems);
        return;
    }
    for launcher in selected(&pipeline, names) {
        let Some(test) = tests.iter().find(|test| test.name == launcher.name.value) else {
            problems.push(without_test(&launcher.name));
            continue;
        };
        match entry(&pipeline, launcher) {
            Ok(entry) => problems.extend(judge(test, &launcher.name, &entry)),
            // Whatever keeps it from being planned anywhere is to be mended first.
            Err(found) => problems.extend(found),
        }
    }
    if names.is_empty() {
        let launchers = || pipeline.manifest.launchers().map(|launcher| launcher.name.value.as_str());
        let known: HashSet<&str> = launchers().collect();
        let gone = tests.iter().filter(|test| !known.contains(test.name.as_str()));
        problems.extend(gone.map(|test| without_launcher(test, launchers())));
    }
}

/// Writes the tests of the named launchers, or of all; then those of launchers that are gone go, too. What keeps it from
/// that is added to `problems`.
pub(super) fn bless(
    hub: &Path,
    names: &[String],
    environment: &Environment,
    problems: &mut Problems,
    printer: &Printer,
) -> Result<(), Failure> {
    let environment = portable(environment);
    let pipeline = Pipeline::open(hub, &environment);
    let refused = || Failure::refusal("nothing was blessed").help("mend what is reported, then bless again");
    if pipeline.is_broken() {
        problems.extend(pipeline.problems);
        return Err(refused());
    }
    let mut stopping = Problems::new();
    let mut blessed: Vec<(&str, String)> = Vec::new();
    for launcher in selected(&pipeline, names) {
        match entry(&pipeline, launcher) {
            Ok(entry) => {
                let document = plan_document::document(&[Value::Object(entry)]);
                blessed.push((&launcher.name.value, super::json_text(&document)));
            }
            Err(found) => stopping.extend(found),
        }
    }
    let tests = launcher_tests(hub, &mut stopping).unwrap_or_default();
    let in_the_way = tests
        .iter()
        .filter(|test| test.bytes.is_none() && blessed.iter().any(|(name, _)| *name == test.name));
    stopping.extend(in_the_way.filter_map(|test| test.text.as_ref().err().cloned()));
    if !stopping.is_empty() {
        problems.extend(stopping);
        return Err(refused());
    }
    for (name, text) in &blessed {
        let path = hub.join(TESTS).join(format!("{name}.json"));
        let before = tests.iter().find(|test| test.name == *name).and_then(|test| test.bytes.as_deref());
        if before == Some(text.as_bytes()) {
            continue;
        }
        put_file(&path, before, text.as_bytes()).map_err(|error| edit_failure(error, printer))?;
        printer.progress(format!("blessed {TESTS}/{}.json", visible(name)));
    }
    if names.is_empty() {
        let known: HashSet<&str> = blessed.iter().map(|(name, _)| *name).collect();
        for test in tests.iter().filter(|test| !known.contains(test.name.as_str())) {
            remove(test, printer)?;
        }
    }
    Ok(())
}

/// Deletes the test of a launcher that is gone. A file that is anything else stays, and `check` speaks of it.
fn remove(test: &LauncherTest, printer: &Printer) -> Result<(), Failure> {
    let Ok(file) = &test.text else { return Ok(()) };
    let Ok(plan) = SavedPlan::parse(file) else { return Ok(()) };
    if !plan.names().eq([test.name.as_str()]) {
        return Ok(());
    }
    remove_file(&test.path, file.text().as_bytes()).map_err(|error| edit_failure(error, printer))?;
    let name = visible(&test.name);
    printer.progress(format!("deleted {TESTS}/{name}.json: there is no launcher `{name}`"));
    Ok(())
}

fn selected<'a>(pipeline: &'a Pipeline<'_>, names: &[String]) -> impl Iterator<Item = &'a Recipe> {
    let is_selected = move |launcher: &&Recipe| {
        let name = &launcher.name.value;
        // A hidden file is no test.
        !name.starts_with('.') && (names.is_empty() || names.contains(name))
    };
    pipeline.manifest.launchers().filter(is_selected)
}

/// The launcher as its test has it, or what keeps it from being planned.
fn entry(pipeline: &Pipeline<'_>, launcher: &Recipe) -> Result<Entry, Vec<Diagnostic>> {
    let prepared = pipeline.prepare(launcher, &[]);
    let stops = |problem: &&Diagnostic| severity_in_run(problem, false) == Severity::Error;
    let mut stopping: Vec<Diagnostic> = pipeline.concerning(&prepared).filter(stops).cloned().collect();
    let mut found = Problems::new();
    let planned = prepared.plan(&pipeline.plan_options(false, true), &mut found);
    if let (true, Some(Ok(plan))) = (stopping.is_empty(), planned)
        && let Value::Object(entry) = plan_document::portable(pipeline, &prepared, &plan)
    {
        return Ok(entry);
    }
    stopping.extend(found);
    Err(stopping)
}
