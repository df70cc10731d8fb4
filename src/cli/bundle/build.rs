//! `bundle build`: a launcher's composition as a bundle.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueHint};
use clap_complete::ArgValueCompleter;
use serde_json::{Value, json};

use super::placed::{effect_name, fail, report};
use crate::Environment;
use crate::bundle::place::{Destination, Effect, PlaceError, Placed, Put, Store, Stored};
use crate::bundle::{Draft, Tree, TreeDigest};
use crate::cli::arguments::FormatArguments;
use crate::cli::completions::complete_launchers;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::json_text;
use crate::cli::pipeline::{Pipeline, severity_in_run};
use crate::cli::printer::Printer;
use crate::compose::{Composition, Form, compose};
use crate::diagnostic::{Class, Problems, Severity, visible};
use crate::disk::real;
use crate::harness::is_list_of_settings;
use crate::hub::Kind;
use crate::manifest;

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("place").required(true)))]
pub(in crate::cli) struct BuildArguments {
    /// The launcher
    #[arg(value_name = "NAME", add = ArgValueCompleter::new(complete_launchers))]
    name: String,
    /// Where the bundle goes: a path where nothing stands, or another bundle
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "place")]
    out: Option<PathBuf>,
    /// A folder of bundles, each under its digest; `current/NAME` leads to this one
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = "place")]
    store: Option<PathBuf>,
    /// Stop where something would be left out with a warning
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// Builds one bundle.
pub(super) fn run(
    arguments: &BuildArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let Some(tree) = tree(&pipeline, arguments, printer)? else {
        printer.summary("nothing was written");
        return Ok(FINDINGS);
    };
    let here = environment.current_dir();
    let fill = |folder: &Path| tree.write(folder).map_err(PlaceError::from);
    let put = Put::new(&fill, Some(tree.digest()));
    let built = match (&arguments.store, &arguments.out) {
        (Some(store), _) => in_store(&pipeline, &here.join(store), &put, &arguments.name),
        (None, Some(out)) => at(&pipeline, &here.join(out), &put),
        (None, None) => return Err(Failure::trouble("neither `--out` nor `--store` says where to build")),
    };
    match built {
        Ok(built) => tell(&built, arguments, environment, printer),
        Err(error) => fail(error, printer),
    }
}

/// What became of the bundle.
struct Built {
    digest: TreeDigest,
    path: PathBuf,
    effect: Effect,
    link: Option<(PathBuf, Effect)>,
    set_aside: Vec<PathBuf>,
}

fn at(pipeline: &Pipeline<'_>, path: &Path, put: &Put<'_>) -> Result<Built, PlaceError> {
    let destination = Destination::resolve(path)?;
    refuse_in_hub(pipeline, destination.parent(), &destination.path())?;
    let Placed { digest, effect, set_aside } = put.at(&destination)?;
    Ok(Built { digest, path: path.to_owned(), effect, link: None, set_aside })
}

fn in_store(
    pipeline: &Pipeline<'_>,
    path: &Path,
    put: &Put<'_>,
    launcher: &str,
) -> Result<Built, PlaceError> {
    refuse_in_hub(pipeline, path, path)?;
    let Stored { digest, path, link, tree, current, set_aside } = Store::open(path)?.put(put, launcher)?;
    Ok(Built { digest, path, effect: tree, link: Some((link, current)), set_aside })
}

/// What a bundle is made of would become part of the next one.
fn refuse_in_hub(pipeline: &Pipeline<'_>, folder: &Path, named: &Path) -> Result<(), PlaceError> {
    let real = real(folder);
    for source in pipeline.hub().sources() {
        let Ok(root) = fs_err::canonicalize(source.root()) else { continue };
        let inside = Kind::ALL.into_iter().find(|kind| real.starts_with(root.join(kind.folder())));
        if let Some(kind) = inside {
            let message = format!(
                "`{}` lies in `{}/` of {}, where it would be taken for a part of it",
                named.display(),
                kind.folder(),
                if source.is_hub() { "the hub".to_owned() } else { format!("source `{}`", source.id()) },
            );
            return Err(PlaceError::Unusable { message, help: "name a path outside of it".to_owned() });
        }
    }
    Ok(())
}

/// The files of the bundle; none when something is wrong that must not be left out, which is said.
fn tree(
    pipeline: &Pipeline<'_>,
    arguments: &BuildArguments,
    printer: &Printer,
) -> Result<Option<Tree>, Failure> {
    let launcher = pipeline.launcher(&arguments.name)?;
    let mut problems = Problems::new();
    let (manifest, hub) = (&pipeline.manifest, pipeline.hub());
    let composition = compose(
        manifest,
        hub,
        pipeline.environment,
        launcher,
        Form::Bundled,
        is_list_of_settings,
        &mut problems,
    );
    let draft = Draft::of(&composition, hub, &mut problems);
    if say(pipeline, &composition, problems, arguments.strict, printer) {
        return Ok(None);
    }
    match draft.tree() {
        Ok(tree) => Ok(Some(tree)),
        Err(findings) => {
            super::report::tell(&findings, printer);
            Ok(None)
        }
    }
}

/// Says what is wrong with what goes into the bundle; whether that stops it.
fn say(
    pipeline: &Pipeline<'_>,
    composition: &Composition,
    problems: Problems,
    strict: bool,
    printer: &Printer,
) -> bool {
    let mut found = Problems::new();
    found.extend(pipeline.concerning_lineage(&composition.lineage).cloned());
    found.extend(problems);
    let mut stops = false;
    for problem in found.into_sorted() {
        // A bundle has no hooks, so none is missing from it, and no CLI that its name could fit.
        let is_of_sessions = problem.code.name.starts_with("assembly::hook::")
            || problem.code.name == manifest::codes::OTHER_CLI.name;
        if problem.class == Class::Note || is_of_sessions {
            continue;
        }
        let severity = severity_in_run(&problem, strict);
        stops |= severity == Severity::Error;
        printer.diagnostic(&problem, severity);
    }
    stops
}

fn tell(built: &Built, arguments: &BuildArguments, environment: &Environment, printer: &Printer) -> Outcome {
    let digest = built.digest.to_string();
    report(built.effect, &built.path, &digest, &built.set_aside, environment, printer);
    if let Some((link, effect)) = &built.link {
        report(*effect, link, &arguments.name, &[], environment, printer);
    }
    if arguments.format.is_json() {
        printer.result(&json_text(&document(built, &arguments.name)))?;
    } else {
        printer.result(&format!("{}\n", visible(&built.path.to_string_lossy())))?;
    }
    Ok(SUCCESS)
}

fn document(built: &Built, launcher: &str) -> Value {
    json!({
        "format": "assembly.build/1",
        "launcher": launcher,
        "digest": built.digest.to_string(),
        "path": built.path.to_string_lossy(),
        "effect": effect_name(built.effect),
        "link": built.link.as_ref().map(|(link, _)| link.to_string_lossy()),
        "set_aside": built.set_aside.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
    })
}
