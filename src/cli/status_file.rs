//! `status --file`: which launcher, and which line of its manifest, made a file.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::arguments::Global;
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::pipeline::{Pipeline, same_folder, severity_in_run};
use super::prepared::Prepared;
use super::printer::Printer;
use super::status::{Row, left_by, row};
use super::target_arguments::StatusArguments;
use super::{locate, shorten};
use crate::Environment;
use crate::compose::absolute;
use crate::diagnostic::{Place, Problems, visible};
use crate::disk::found;
use crate::manifest::FILE_NAME;
use crate::plan::{Change, Maker, PlanError, maker_of, makers_in_exclude};
use crate::remembered::Memory;

/// What was found out about a file.
struct Found {
    target: PathBuf,
    maker: Maker,
    /// The launcher's row, if the manifest or the ledger still says something about it.
    row: Option<Row>,
    /// Where the manifest asks for it.
    place: Option<Place>,
}

/// Looks one path up.
pub(super) fn run(
    arguments: &StatusArguments,
    global: &Global,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(file) = &arguments.file else { return Ok(SUCCESS) };
    let asked = absolute(environment.current_dir(), file);
    let names = names_of(&asked).map_err(unseen)?;
    let mut problems = Problems::new();
    let recorded = match names.iter().find_map(|path| recorded(path, &mut problems).transpose()) {
        Some(Err(PlanError::Blocked)) => {
            for problem in &problems {
                printer.diagnostic(problem, severity_in_run(problem, false));
            }
            return Ok(FINDINGS);
        }
        Some(recorded) => vec![recorded.map_err(unseen)?],
        None => makers_in_exclude(&asked).map_err(unseen)?,
    };
    let hub = hub_of(recorded.first().map(|(target, _)| target.as_path()), global, environment)?;
    let pipeline = hub.as_ref().map(|hub| Pipeline::open(hub, environment));
    let pipeline = pipeline.as_ref().filter(|pipeline| !pipeline.is_broken());
    let explained = recorded.into_iter().map(|(target, maker)| explain(target, maker, pipeline));
    let mut found: Vec<Found> = explained.collect::<Result<_, _>>().map_err(unseen)?;
    if found.is_empty() {
        found.extend(names.iter().find_map(|path| wanted(path, pipeline?)));
    }
    let shown = shorten(&visible(&asked.to_string_lossy()), environment);
    let text = if arguments.format.is_json() {
        super::json_text(&document(&found))
    } else {
        describe(&shown, &found, environment, printer)
    };
    printer.result(&text)?;
    let is_clean = |found: &Found| found.state().is_none_or(|(state, _)| state == "clean");
    Ok(if !found.is_empty() && found.iter().all(is_clean) { SUCCESS } else { FINDINGS })
}

/// The names by which targets above the path may know it: as it was given, and without links above it.
fn names_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut names = vec![path.to_owned()];
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name())
        && let Some(folder) = found(folder, fs_err::canonicalize(folder))?
        && folder.join(name) != path
    {
        names.push(folder.join(name));
    }
    Ok(names)
}

/// Whose a file is cannot be told while a ledger cannot be read.
fn unseen(error: impl Into<PlanError>) -> Failure {
    Failure::trouble(visible(&error.into().to_string())).help("make it readable, then ask again")
}

/// The nearest target above whose ledger knows the path.
fn recorded(path: &Path, problems: &mut Problems) -> Result<Option<(PathBuf, Maker)>, PlanError> {
    for target in path.ancestors().skip(1) {
        let Some(inside) = path.strip_prefix(target).ok().and_then(Path::to_str) else { continue };
        if let Some(maker) = maker_of(target, inside, problems)? {
            return Ok(Some((target.to_owned(), maker)));
        }
    }
    Ok(None)
}

/// The hub to ask: the one that was named, the one that is remembered to have written there, or the usual one.
fn hub_of(
    target: Option<&Path>,
    global: &Global,
    environment: &Environment,
) -> Result<Option<PathBuf>, Failure> {
    if global.hub.is_some() {
        return locate::hub(global.hub.as_deref(), environment).map(Some);
    }
    let remembered = target.and_then(|target| Memory::of(environment).at(target)).map(|known| known.hub);
    let remembered = remembered.filter(|hub| fs_err::symlink_metadata(hub.join(FILE_NAME)).is_ok());
    Ok(remembered.or_else(|| locate::hub(None, environment).ok()))
}

/// What the manifest says about something that the ledger knows.
fn explain(target: PathBuf, maker: Maker, pipeline: Option<&Pipeline<'_>>) -> io::Result<Found> {
    let mut found = Found { target, maker, row: None, place: None };
    let (Some(pipeline), Some(launcher)) = (pipeline, &found.maker.launcher) else { return Ok(found) };
    let Some(recipe) = pipeline.launcher(launcher).ok().filter(|_| pipeline.opens(launcher, &found.target))
    else {
        found.row = left_by(pipeline, &found.target, &|_| true)?;
        return Ok(found);
    };
    let prepared = pipeline.prepare(recipe, &[]);
    found.place = place_of(&prepared, &found.maker.path);
    if let Some(Ok(plan)) = prepared.plan(&pipeline.plan_options(false, false), &mut Problems::new()) {
        found.row = Some(row(pipeline, &prepared, plan));
    }
    Ok(found)
}

/// The launcher that would write to a path that no ledger knows.
fn wanted(path: &Path, pipeline: &Pipeline<'_>) -> Option<Found> {
    pipeline.manifest.launchers().find_map(|recipe| {
        let prepared = pipeline.prepare(recipe, &[]);
        let declared = &prepared.composition.target.as_ref()?.path;
        let target = path.ancestors().skip(1).find(|folder| same_folder(folder, declared))?;
        let inside = path.strip_prefix(target).ok()?.to_str()?;
        let place = place_of(&prepared, inside)?;
        let plan = prepared.plan(&pipeline.plan_options(false, false), &mut Problems::new())?.ok()?;
        let launcher = Some(plan.launcher.clone());
        let maker = Maker { path: inside.to_owned(), launcher, owner: None, relation: None };
        let target = target.to_owned();
        Some(Found { target, maker, row: Some(row(pipeline, &prepared, plan)), place: Some(place) })
    })
}

/// Where an artifact is asked for; ignore lines and folders are the launcher's as a whole.
fn place_of(prepared: &Prepared, path: &str) -> Option<Place> {
    let artifact = prepared.projection.artifacts.iter().find(|artifact| artifact.path == path);
    // A file that several work trees share is named as a whole.
    let is_file = if prepared.projection.excludes {
        path == ".git/info/exclude" || path.starts_with('/')
    } else {
        path == ".gitignore"
    };
    let is_lines = is_file && !prepared.projection.ignores.is_empty();
    let launcher = || is_lines.then(|| prepared.composition.launcher.place.clone());
    artifact.map(|artifact| artifact.place.clone()).or_else(launcher)
}

impl Found {
    fn change(&self) -> Option<(&Row, &Change)> {
        let row = self.row.as_ref()?;
        let change = row.changes.iter().find(|change| change.path == self.maker.path)?;
        Some((row, change))
    }

    fn state(&self) -> Option<(&'static str, String)> {
        self.change().map(|(row, change)| row.state(change))
    }
}

fn describe(asked: &str, found: &[Found], environment: &Environment, printer: &Printer) -> String {
    let mut text = format!("{}\n", printer.paint().bold(asked));
    if found.is_empty() {
        text.push_str("  not ours: no ledger of a folder above it knows it, and no launcher declares it\n");
    }
    for found in found {
        describe_one(found, environment, &mut text);
    }
    text
}

fn describe_one(found: &Found, environment: &Environment, text: &mut String) {
    let Maker { path, launcher, owner, relation } = &found.maker;
    if let Some(relation) = relation {
        // Of a file that targets share, it is the target that tells.
        let what = if path.ends_with("info/exclude") { &*found.target.to_string_lossy() } else { path };
        _ = writeln!(text, "  {relation}: {}", shorten(&visible(what), environment));
    }
    match (launcher, owner, found.state()) {
        (Some(launcher), _, Some(("unmanaged" | "inactive", _))) => {
            _ = writeln!(text, "  launcher {} would write it", visible(launcher));
        }
        (Some(launcher), ..) => _ = writeln!(text, "  made by launcher {}", visible(launcher)),
        (None, Some(owner), _) => {
            _ = writeln!(text, "  installed by {owner}: `assembly skill uninstall` takes it back");
        }
        (None, None, _) => {}
    }
    if let Some(place) = &found.place {
        let (line, _) = place.line_and_column();
        let file = shorten(&visible(&place.file.path().to_string_lossy()), environment);
        let node = place.text().lines().next().unwrap_or_default();
        _ = writeln!(text, "  {file}:{line}: {}", visible(node));
    }
    if let Some((state, cause)) = found.state() {
        _ = writeln!(text, "  {state}: {cause}");
    }
}

fn document(found: &[Found]) -> Value {
    let targets: Vec<Value> = found
        .iter()
        .map(|found| {
            let (state, cause) = found.state().unzip();
            let place = found.place.as_ref().map(|place| {
                let (line, column) = place.line_and_column();
                json!({ "file": place.file.path().to_string_lossy(), "line": line, "column": column })
            });
            json!({
                "launcher": found.maker.launcher,
                "target": found.target.to_string_lossy(),
                "artifacts": [{ "path": found.maker.path, "state": state, "cause": cause, "declared": place }],
            })
        })
        .collect();
    json!({ "format": "assembly.status/1", "targets": targets })
}
