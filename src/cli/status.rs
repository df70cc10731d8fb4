//! `status`: what in the targets is not as it was written or declared, and why.
//!
//! The plan says it, artifact by artifact; here it is only asked for every target that there is, also for those that no
//! launcher opens any more.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::exit::{FINDINGS, Failure, Outcome, SUCCESS, TROUBLE};
use super::pipeline::{Pipeline, same_folder, severity_in_run};
use super::prepared::Prepared;
use super::printer::Printer;
use super::target_arguments::StatusArguments;
use super::targets::is_there;
use super::{plan, status_document, status_text};
use crate::Environment;
use crate::diagnostic::{Class, Problems, visible};
use crate::plan::{Change, DriftState, Plan, PlanError, plan_removal};
use crate::remembered::Memory;

/// One launcher on one target.
pub(super) struct Row {
    pub(super) launcher: String,
    pub(super) target: PathBuf,
    pub(super) relation: Relation,
    pub(super) changes: Vec<Change>,
    /// The settings file of the layout: people ask for something else when that is edited.
    pub(super) settings_file: &'static str,
}

/// What a launcher has to do with a target.
pub(super) enum Relation {
    /// What is there is its own.
    Active,
    /// It declares the target, and what is there is not its own. The sentence says why.
    Inactive(String),
    /// What is there is its own, and it does not declare the target any more. The sentence says why.
    LeftBehind(String),
}

/// Looks at the named launchers, or at all and at what is left behind.
pub(super) fn run(
    arguments: &StatusArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(TROUBLE) };
    let mut said = Problems::new();
    let mut unseen = Vec::new();
    let left = left_behind(&pipeline, hub, &mut said, &mut unseen);
    let names: Vec<String> = arguments.names.clone();
    let is_left = |name: &&String| left.iter().any(|row| row.launcher == **name);
    let declared: Vec<String> =
        names.iter().filter(|name| !is_left(name) || pipeline.launcher(name).is_ok()).cloned().collect();
    let launchers = match pipeline.launchers(&declared) {
        Ok(_) if declared.is_empty() && !names.is_empty() => Vec::new(),
        Ok(launchers) => launchers,
        Err(failures) => {
            printer.failures(&failures);
            return Ok(TROUBLE);
        }
    };
    let (mut rows, mut failed, mut journal) = (Vec::new(), false, false);
    for launcher in launchers {
        match plan::plan(&pipeline, launcher, false, &mut said) {
            Some((prepared, plan)) => {
                journal |= plan.journal;
                rows.push(row(&pipeline, &prepared, plan));
            }
            None => failed = true,
        }
    }
    rows.extend(left.into_iter().filter(|row| names.is_empty() || names.contains(&row.launcher)));
    for problem in said.into_sorted().into_iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(&problem, severity_in_run(&problem, false));
    }
    // Of a launcher that was named and is declared, the rest is another matter.
    if names.is_empty() && !unseen.is_empty() {
        printer.failures(&unseen);
        failed = true;
    }
    print(&rows, arguments.format.is_json(), environment, printer)?;
    Ok(match () {
        () if failed => TROUBLE,
        () if journal || rows.iter().any(Row::drifts) => FINDINGS,
        () => SUCCESS,
    })
}

fn print(rows: &[Row], json: bool, environment: &Environment, printer: &Printer) -> Result<(), Failure> {
    if json {
        return printer.result(&super::json_text(&status_document::of(rows)));
    }
    printer.result(&status_text::of(rows, environment, printer))?;
    if rows.is_empty() {
        printer.summary("nothing to look at");
    }
    Ok(())
}

/// A launcher that opens the target, and how that is.
pub(super) fn row(pipeline: &Pipeline<'_>, prepared: &Prepared, plan: Plan) -> Row {
    let relation = match &plan.holder {
        Some(other) if pipeline.opens(other, &plan.target) => {
            Relation::Inactive(format!("launcher `{other}` was the last to run there"))
        }
        None if plan.is_new => Relation::Inactive("it has not run there yet".to_owned()),
        _ => Relation::Active,
    };
    Row {
        launcher: plan.launcher,
        target: plan.target,
        relation,
        changes: plan.changes,
        settings_file: prepared.harness.layout.settings_file,
    }
}

/// What launchers of this hub wrote into targets that no launcher of the same layout opens any more. Of what cannot be
/// looked at nobody knows that; it goes to `unseen`.
fn left_behind(
    pipeline: &Pipeline<'_>,
    hub: &Path,
    said: &mut Problems,
    unseen: &mut Vec<Failure>,
) -> Vec<Row> {
    let known = Memory::of(pipeline.environment).all().unwrap_or_else(|error| {
        unseen.push(not_seen(&error));
        Vec::new()
    });
    let of_hub = known.into_iter().filter(|known| same_folder(&known.hub, hub));
    let targets: Vec<PathBuf> = of_hub.map(|known| known.target).collect();
    let mut opened: Vec<(PathBuf, &'static str)> = Vec::new();
    // Nobody knows what these open now.
    let mut unknown = HashSet::new();
    if !targets.is_empty() {
        for launcher in pipeline.manifest.launchers() {
            let prepared = pipeline.prepare(launcher, &[]);
            let layout = prepared.harness.layout.name;
            match prepared.composition.target {
                Some(target) => opened.push((target.path, layout)),
                None => _ = unknown.insert(prepared.composition.launcher.value),
            }
        }
    }
    let mut rows = Vec::new();
    for target in &targets {
        let look =
            |is_there| if is_there { left_in(pipeline, target, &opened, said) } else { Ok(Vec::new()) };
        let found = is_there(target).and_then(look);
        match found {
            Ok(found) => rows.extend(found.into_iter().filter(|row| !unknown.contains(&row.launcher))),
            // Whoever opens it says so.
            Err(_) if opened.iter().any(|(path, _)| same_folder(path, target)) => {}
            Err(error) => unseen.push(not_seen(&error)),
        }
    }
    rows
}

fn not_seen(error: &io::Error) -> Failure {
    let error = error.to_string();
    Failure::trouble(format!("what launchers left behind cannot be told: {}", visible(&error)))
        .help("make it readable; `assembly status NAME` looks at one launcher")
}

fn left_in(
    pipeline: &Pipeline<'_>,
    target: &Path,
    opened: &[(PathBuf, &'static str)],
    said: &mut Problems,
) -> io::Result<Vec<Row>> {
    let is_left =
        |harness: &str| !opened.iter().any(|(path, layout)| *layout == harness && same_folder(path, target));
    let mut found = Problems::new();
    let harnesses = match plan_removal(target, false, &is_left, &mut found) {
        Ok(removal) => removal.harnesses,
        Err(PlanError::Io(error)) => return Err(error),
        Err(PlanError::Blocked) => Vec::new(),
    };
    // Whoever opens the target says the rest.
    if opened.iter().all(|(path, _)| !same_folder(path, target)) {
        said.extend(found);
    }
    let rows = harnesses.iter().map(|harness| left_by(pipeline, target, &|one| one == harness));
    Ok(rows.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// What is left of one projection.
pub(super) fn left_by(
    pipeline: &Pipeline<'_>,
    target: &Path,
    is_one: &dyn Fn(&str) -> bool,
) -> io::Result<Option<Row>> {
    let removal = match plan_removal(target, false, is_one, &mut Problems::new()) {
        Ok(removal) => removal,
        Err(PlanError::Io(error)) => return Err(error),
        Err(PlanError::Blocked) => return Ok(None),
    };
    let Some(launcher) = removal.launchers.first().cloned() else { return Ok(None) };
    let why = match pipeline.launcher(&launcher) {
        Ok(_) => format!("launcher `{launcher}` opens another target now"),
        Err(_) => format!("the hub has no launcher `{launcher}` any more"),
    };
    Ok(Some(Row {
        launcher,
        target: target.to_owned(),
        relation: Relation::LeftBehind(why),
        changes: removal.changes,
        settings_file: "",
    }))
}

impl Row {
    /// The word of the JSON documents for an artifact, and the cause as a sentence.
    pub(super) fn state(&self, change: &Change) -> (&'static str, String) {
        let drift = &change.drift;
        let plain = || (drift.state.name(), visible(&drift.cause).into_owned());
        match &self.relation {
            Relation::Active => plain(),
            Relation::Inactive(_) if drift.state == DriftState::Unmanaged => plain(),
            Relation::Inactive(why) => ("inactive", visible(why).into_owned()),
            Relation::LeftBehind(why) if drift.state == DriftState::Stale => {
                (drift.state.name(), visible(why).into_owned())
            }
            Relation::LeftBehind(why) => {
                (drift.state.name(), visible(&format!("{}; {why}", drift.cause)).into_owned())
            }
        }
    }

    /// Whether an artifact is worth a line.
    pub(super) fn is_shown(&self, change: &Change) -> bool {
        !matches!(self.state(change).0, "clean" | "inactive")
    }

    /// Whether anything is not as it should be.
    pub(super) fn drifts(&self) -> bool {
        self.changes.iter().any(|change| self.is_shown(change))
    }
}
