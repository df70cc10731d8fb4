//! Which targets `clean` and `backups` work on: by the manifest where it can be read, else by what is remembered.

use std::io;
use std::path::{Path, PathBuf};

use super::arguments::Global;
use super::exit::Failure;
use super::locate;
use super::pipeline::Pipeline;
use super::target_arguments::TargetArguments;
use crate::Environment;
use crate::compose::absolute;
use crate::diagnostic::{Problems, shell_word, visible};
use crate::disk::{found, if_there, real};
use crate::plan::{PlanError, STATE_FOLDER, plan_removal};
use crate::remembered::Memory;

/// The folders that were asked about; at least one.
pub(super) fn asked_for(
    which: &TargetArguments,
    global: &Global,
    environment: &Environment,
) -> Result<Vec<PathBuf>, Failure> {
    match (&which.target, &which.name) {
        (Some(folder), _) => Ok(vec![absolute(environment.current_dir(), folder)]),
        (None, Some(name)) => of_launcher(name, global, environment),
        (None, None) => Ok(vec![of_this_folder(environment)?]),
    }
}

/// One target, for commands that work on no more.
pub(super) fn one_asked_for(
    which: &TargetArguments,
    global: &Global,
    environment: &Environment,
) -> Result<PathBuf, Failure> {
    let mut targets = asked_for(which, global, environment)?;
    match (targets.len(), targets.pop()) {
        (1, Some(target)) => Ok(target),
        (_, last) => {
            let all: Vec<String> =
                targets.iter().chain(&last).map(|target| format!("`--target {}`", word(target))).collect();
            Err(Failure::trouble("it wrote to several targets").help(format!("name one: {}", all.join(", "))))
        }
    }
}

/// What was asked about is not there.
pub(super) fn no_folder(shown: &str) -> Failure {
    Failure::trouble(format!("there is no folder `{shown}`"))
        .help("name the folder that was written to; `assembly status` lists those it knows")
}

/// Whether a target is a folder. One that cannot be looked at is not gone.
pub(super) fn is_there(target: &Path) -> io::Result<bool> {
    Ok(found(target, fs_err::metadata(target))?.is_some_and(|metadata| metadata.is_dir()))
}

/// Where a launcher is declared to write, if anything of it is there; else where it is remembered to have written.
fn of_launcher(name: &str, global: &Global, environment: &Environment) -> Result<Vec<PathBuf>, Failure> {
    let hub = locate::hub(global.hub.as_deref(), environment);
    let pipeline = hub.as_ref().ok().map(|hub| Pipeline::open(hub, environment));
    let sound = pipeline.as_ref().filter(|pipeline| !pipeline.is_broken());
    let declared = sound.map(|pipeline| pipeline.launcher(name));
    let target = match (&declared, sound) {
        (Some(Ok(launcher)), Some(pipeline)) => {
            pipeline.prepare(launcher, &[]).composition.target.map(|target| target.path)
        }
        _ => None,
    };
    // One that cannot be read is the one that was meant, too; whoever works on it says why.
    let is_meant = |target: &&PathBuf| !writers(target).is_ok_and(|writers| writers.is_empty());
    if let Some(target) = target.as_ref().filter(is_meant) {
        return Ok(vec![target.clone()]);
    }
    let hub_path = hub.as_ref().ok().map(|hub| real(hub));
    let mut wrote: Vec<PathBuf> = Vec::new();
    for known in Memory::of(environment).all().map_err(|error| unknown(name, &error))? {
        if hub_path.as_ref().is_some_and(|hub| *hub != known.hub) {
            continue;
        }
        match writers(&known.target) {
            Ok(writers) if writers.iter().any(|writer| writer == name) => wrote.push(known.target),
            // What is wrong with a ledger is said by whoever works on it.
            Ok(_) | Err(PlanError::Blocked) => {}
            Err(PlanError::Io(error)) => return Err(unknown(name, &error)),
        }
    }
    match (wrote.is_empty(), target, declared, hub) {
        (false, ..) => Ok(wrote),
        (true, Some(target), ..) => Ok(vec![target]),
        (true, None, Some(Err(failure)), _) | (true, None, None, Err(failure)) => Err(failure),
        (true, None, ..) => Err(Failure::trouble(format!(
            "the manifest cannot be read, and nothing is remembered of `{}`",
            visible(name)
        ))
        .help("name the target: `--target DIR`")),
    }
}

/// Nobody knows where a launcher wrote.
fn unknown(name: &str, error: &io::Error) -> Failure {
    let error = error.to_string();
    Failure::trouble(format!("where `{}` wrote cannot be told: {}", visible(name), visible(&error)))
        .help("name the target: `--target DIR`")
}

/// The nearest folder upwards that has something of ours in it.
fn of_this_folder(environment: &Environment) -> Result<PathBuf, Failure> {
    let here = environment.current_dir();
    for folder in here.ancestors() {
        match if_there(fs_err::symlink_metadata(folder.join(STATE_FOLDER))) {
            Ok(Some(_)) => return Ok(folder.to_owned()),
            Ok(None) => {}
            // It may be the one that is meant; those above are not.
            Err(error) => {
                return Err(Failure::trouble(visible(&error.to_string()))
                    .help("make it readable, or name the target: `--target DIR`"));
            }
        }
    }
    Err(Failure::trouble(format!("neither `{}` nor a folder above it is a target", here.display()))
        .help("name a launcher, or `--target DIR`"))
}

/// The launchers that have something in a target.
fn writers(target: &Path) -> Result<Vec<String>, PlanError> {
    plan_removal(target, false, &|_| true, &mut Problems::new()).map(|removal| removal.launchers)
}

/// All launchers that have something in a remembered target, and that target; as far as they can be read, to be proposed.
pub(super) fn left_behind(environment: &Environment) -> Vec<(String, PathBuf)> {
    let known = Memory::of(environment).all().unwrap_or_default().into_iter();
    known
        .flat_map(|known| {
            let target = known.target;
            let writers = writers(&target).unwrap_or_default();
            writers.into_iter().map(move |writer| (writer, target.clone()))
        })
        .collect()
}

/// A path as a word for a shell.
pub(super) fn word(path: &Path) -> String {
    shell_word(&path.to_string_lossy())
}
