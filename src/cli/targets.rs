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
use crate::disk::{is_absent, real};
use crate::plan::plan_removal;
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
    match fs_err::metadata(target) {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(error),
    }
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
    if let Some(target) = target.as_ref().filter(|target| !writers(target).is_empty()) {
        return Ok(vec![target.clone()]);
    }
    let hub_path = hub.as_ref().ok().map(|hub| real(hub));
    let mut found: Vec<PathBuf> = Vec::new();
    for known in Memory::of(environment).all() {
        let is_of_hub = hub_path.as_ref().is_none_or(|hub| *hub == known.hub);
        if is_of_hub && writers(&known.target).iter().any(|writer| writer == name) {
            found.push(known.target);
        }
    }
    match (found.is_empty(), target, declared, hub) {
        (false, ..) => Ok(found),
        (true, Some(target), ..) => Ok(vec![target]),
        (true, None, Some(Err(failure)), _) | (true, None, None, Err(failure)) => Err(failure),
        (true, None, ..) => Err(Failure::trouble(format!(
            "the manifest cannot be read, and nothing is remembered of `{}`",
            visible(name)
        ))
        .help("name the target: `--target DIR`")),
    }
}

/// The nearest folder upwards that has something of ours in it.
fn of_this_folder(environment: &Environment) -> Result<PathBuf, Failure> {
    let here = environment.current_dir();
    let is_target = |folder: &&Path| fs_err::symlink_metadata(folder.join(crate::plan::STATE_FOLDER)).is_ok();
    here.ancestors().find(is_target).map(Path::to_owned).ok_or_else(|| {
        Failure::trouble(format!("neither `{}` nor a folder above it is a target", here.display()))
            .help("name a launcher, or `--target DIR`")
    })
}

/// The launchers that have something in a target, as far as its ledger can be read.
pub(super) fn writers(target: &Path) -> Vec<String> {
    plan_removal(target, false, &|_| true, &mut Problems::new())
        .map(|removal| removal.launchers)
        .unwrap_or_default()
}

/// All launchers that have something in a remembered target, and that target.
pub(super) fn left_behind(environment: &Environment) -> Vec<(String, PathBuf)> {
    let known = Memory::of(environment).all().into_iter();
    known
        .flat_map(|known| {
            let target = known.target;
            writers(&target).into_iter().map(move |writer| (writer, target.clone()))
        })
        .collect()
}

/// A path as a word for a shell.
pub(super) fn word(path: &Path) -> String {
    shell_word(&path.to_string_lossy())
}
