//! `run`: plan, apply, launch.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::arguments::{ConflictChoice, RunArguments};
use super::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use super::pipeline::{Pipeline, Prepared, severity_in_run};
use super::plan_text::{Detail, describe};
use super::printer::Printer;
use super::{plural, shorten};
use crate::Environment;
use crate::apply::{self, Applied, ApplyError, Conflict, Event};
use crate::diagnostic::{Class, Problems, Severity, visible};
use crate::launch::{self, LaunchError, Session, Window};
use crate::manifest::{Recipe, Tmux};
use crate::plan::{self, Action, PlanError};

/// Writes what the launcher declares and starts its agent. Returns only when nothing is started in place.
pub(super) fn run(
    arguments: &RunArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let launcher = match &arguments.name {
        Some(name) => pipeline.launcher(name)?,
        None => launcher_of_this_folder(&pipeline)?,
    };
    let prepared = pipeline.prepare(launcher, &arguments.words);
    if report(&pipeline, &prepared, arguments.strict, printer) {
        printer.summary("nothing was written, nothing was started");
        return Ok(FINDINGS);
    }
    // Without a CLI, a target or a folder behind it, a problem of class stop was reported above.
    let Some(target) = prepared.composition.target.as_ref().map(|target| target.path.clone()) else {
        return Ok(FINDINGS);
    };
    if arguments.dry_run {
        return dry_run(&pipeline, &prepared, hub, arguments, printer);
    }
    let program = if arguments.no_launch { None } else { Some(find_cli(&prepared, environment)?) };
    let applied = write(&pipeline, &prepared, &target, arguments, printer)?;
    summarize(&applied, &prepared, hub, environment, printer);
    let Some(program) = program else {
        announce(&prepared, printer)?;
        return Ok(SUCCESS);
    };
    start(&prepared, program, &target, arguments, environment, printer)
}

/// The launcher whose target contains the current folder, the deepest one.
fn launcher_of_this_folder<'a>(pipeline: &'a Pipeline<'_>) -> Result<&'a Recipe, Failure> {
    let here = pipeline.environment.current_dir();
    let physical = fs_err::canonicalize(here).unwrap_or_else(|_| here.to_owned());
    let mut deepest: Vec<(usize, &Recipe)> = Vec::new();
    for launcher in pipeline.manifest.launchers() {
        let Some(target) = pipeline.prepare(launcher, &[]).composition.target else { continue };
        let contains = here.starts_with(&target.path)
            || fs_err::canonicalize(&target.path).is_ok_and(|target| physical.starts_with(target));
        if contains {
            deepest.push((target.path.components().count(), launcher));
        }
    }
    let most = deepest.iter().map(|(depth, _)| *depth).max();
    deepest.retain(|(depth, _)| Some(*depth) == most);
    let names: Vec<&str> = deepest.iter().map(|(_, launcher)| launcher.name.value.as_str()).collect();
    match deepest.as_slice() {
        [(_, launcher)] => Ok(launcher),
        [] if pipeline.manifest.launchers().next().is_none() => {
            Err(Failure::trouble("the hub has no launchers").help("add a `launcher` node to `launchers.kdl`"))
        }
        [] => {
            let all: Vec<&str> =
                pipeline.manifest.launchers().map(|launcher| launcher.name.value.as_str()).collect();
            Err(Failure::trouble(format!("no launcher has a target that contains `{}`", here.display()))
                .help(format!("name one: {}", all.join(", "))))
        }
        _ => Err(Failure::trouble(format!("several launchers open this folder: {}", names.join(", ")))
            .help(format!("name one: `assembly run {}`", names.first().copied().unwrap_or_default()))),
    }
}

/// Says what is wrong with the launcher; whether that stops it.
fn report(pipeline: &Pipeline<'_>, prepared: &Prepared, strict: bool, printer: &Printer) -> bool {
    let mut found = Problems::new();
    found.extend(pipeline.concerning(prepared).filter(|problem| problem.class != Class::Note).cloned());
    found.extend(prepared.target_problem());
    let found = found.into_sorted();
    for problem in &found {
        printer.diagnostic(problem, severity_in_run(problem, strict));
    }
    found.iter().any(|problem| severity_in_run(problem, strict) == Severity::Error)
}

/// Says what the same command would do without `--dry-run`, its refusals included.
fn dry_run(
    pipeline: &Pipeline<'_>,
    prepared: &Prepared,
    hub: &Path,
    arguments: &RunArguments,
    printer: &Printer,
) -> Outcome {
    let environment = pipeline.environment;
    printer.progress(format!("hub {}", shorten(&visible(&hub.to_string_lossy()), environment)));
    find_cli(prepared, environment)?;
    let mut problems = Problems::new();
    let plan = match prepared.plan(&pipeline.plan_options(false, true), &mut problems) {
        Some(Ok(plan)) => plan,
        Some(Err(PlanError::Io(error))) => return Err(Failure::trouble(visible(&error.to_string()))),
        Some(Err(_)) => {
            say(&problems, arguments.strict, printer);
            return Ok(FINDINGS);
        }
        None => return Ok(FINDINGS),
    };
    let strict = arguments.strict;
    say(&problems, strict, printer);
    let conflicts: Vec<String> =
        plan.conflicts().iter().map(|change| format!("`{}`", visible(&change.path))).collect();
    if arguments.conflict == ConflictChoice::Refuse && !conflicts.is_empty() {
        return Err(Failure::refusal(format!("{} would be set aside", conflicts.join(", "))));
    }
    let text = if arguments.json {
        let launcher = super::plan_document::launcher(prepared, &plan, None);
        super::json_text(&serde_json::json!({ "format": "assembly.plan/1", "launchers": [launcher] }))
    } else {
        let detail = Detail { diffs: true, unchanged: true };
        describe(prepared, &plan, detail, environment, printer.paint())
    };
    printer.result(&text)?;
    let is_refused = problems.iter().any(|problem| severity_in_run(problem, strict) == Severity::Error);
    Ok(if is_refused { FINDINGS } else { SUCCESS })
}

/// What was found about the target; a note is for `check`.
fn say(problems: &Problems, strict: bool, printer: &Printer) {
    for problem in problems.iter().filter(|problem| problem.class != Class::Note) {
        printer.diagnostic(problem, severity_in_run(problem, strict));
    }
}

/// Looked up before anything is written, so that a missing agent leaves the target as it was.
fn find_cli(prepared: &Prepared, environment: &Environment) -> Result<PathBuf, Failure> {
    match prepared.find_cli(environment) {
        Some(Ok(program)) => {
            launch::check_interpreter(&program)?;
            Ok(program)
        }
        Some(Err(error)) => Err(error.into()),
        None => Err(Failure::refusal("the launcher declares no `cli`")),
    }
}

fn write(
    pipeline: &Pipeline<'_>,
    prepared: &Prepared,
    target: &Path,
    arguments: &RunArguments,
    printer: &Printer,
) -> Result<Applied, Failure> {
    let conflict = match arguments.conflict {
        ConflictChoice::Backup => Conflict::Backup,
        ConflictChoice::Refuse => Conflict::Refuse,
    };
    let shown = shorten(&visible(&target.to_string_lossy()), pipeline.environment);
    let mut observe = |event: Event| tell(&event, &shown, printer);
    let options = plan::Options { strict: arguments.strict, ..pipeline.plan_options(false, false) };
    apply::apply(target, &prepared.projection, &options, conflict, &mut observe).map_err(|error| {
        let text = visible(&error.to_string()).into_owned();
        let failure = match error {
            ApplyError::Blocked(_) | ApplyError::Conflict(_) => {
                Failure::refusal(format!("nothing was written: {text}"))
            }
            _ if error.is_refusal() => Failure::refusal(text),
            _ => Failure::trouble(text),
        };
        let failure = match error.help() {
            Some(help) => failure.help(help),
            None => failure,
        };
        for problem in error.into_problems() {
            printer.diagnostic(&problem, severity_in_run(&problem, arguments.strict));
        }
        failure
    })
}

/// What people want to know at once.
pub(super) fn tell(event: &Event, target: &str, printer: &Printer) {
    match event {
        Event::Waiting { holder } => {
            printer.warning(format!("waiting for {}, which writes to this target", visible(holder)));
        }
        Event::FinishedJournal => printer.progress("finished what an interrupted run had begun"),
        Event::LeftUndone { path, reason } => printer.warning(format!(
            "what an interrupted run had begun was not finished: {target}/{} stayed as it was: {}",
            visible(path),
            visible(reason)
        )),
        Event::JournalSetAside { backup } => printer.warning(format!(
            "the journal of an interrupted run could not be read and was saved as {target}/{}",
            visible(backup)
        )),
        Event::BackedUp { path, backup } => {
            let (path, backup) = (visible(path), visible(backup));
            printer.warning(format!("saved what stood at {target}/{path} as {target}/{backup}"));
        }
    }
}

/// What was done, on stderr: stdout belongs to the agent.
fn summarize(
    applied: &Applied,
    prepared: &Prepared,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) {
    say(&applied.problems, false, printer);
    let name = visible(&prepared.composition.launcher.value);
    let hub = shorten(&visible(&hub.to_string_lossy()), environment);
    if printer.verbose {
        for decision in &prepared.composition.trace {
            printer.progress(visible(&decision.to_string()));
        }
    }
    match applied.plan.changes.iter().filter(|change| change.action != Action::Unchanged).count() {
        0 => printer.progress(format!("{name} from {hub}: up to date")),
        changed => printer.progress(format!("{name} from {hub}: {} changed", plural(changed, "artifact"))),
    }
    for change in &applied.plan.changes {
        if change.action != Action::Unchanged || printer.verbose {
            let reason = if change.reason.is_empty() {
                String::new()
            } else {
                format!("  ({})", visible(&change.reason))
            };
            printer.progress(format!("  {:<9} {}{reason}", change.action.name(), visible(&change.path)));
        }
    }
}

/// The line that the shell launchers printed; only where stdout is not the agent's.
fn announce(prepared: &Prepared, printer: &Printer) -> Result<(), Failure> {
    let (Some(modules), Some(target)) = (&prepared.composition.modules, &prepared.composition.target) else {
        return Ok(());
    };
    if printer.quiet {
        return Ok(());
    }
    let file = target.path.join(prepared.harness.layout.instructions.file);
    let (count, file) = (plural(modules.len(), "module"), file.to_string_lossy().into_owned());
    printer.result(&format!("Assembled {count} → {}\n", visible(&file)))
}

fn start(
    prepared: &Prepared,
    program: PathBuf,
    target: &Path,
    arguments: &RunArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let composition = &prepared.composition;
    let set: Vec<(String, Option<String>)> =
        composition.env.iter().map(|env| (env.name.value.clone(), env.value.clone())).collect();
    let launcher = &composition.launcher.value;
    let session = Session {
        argv0: composition.cli.as_ref().map_or_else(OsString::new, |cli| cli.program.value.clone().into()),
        program,
        arguments: prepared.arguments.clone(),
        directory: target.to_owned(),
        environment: launch::session_environment(environment, &set, target, &composition.hub, launcher),
    };
    let wants_window = launch::in_tmux(environment) && !arguments.no_tmux && composition.tmux != Tmux::Never;
    if wants_window && stdin_is_fed() {
        printer.warning("a window cannot read what is piped in; starting in this terminal instead");
    } else if wants_window {
        let declared = match &composition.tmux {
            Tmux::Window(name) => Some(name.as_str()),
            Tmux::Never | Tmux::Default => None,
        };
        let name = launch::window_name(declared, target);
        match open_window(&session, &name, environment) {
            Ok(window) => {
                announce(prepared, printer)?;
                if !printer.quiet {
                    printer.result(&format!("tmux window {} {}\n", window.id, visible(&window.name)))?;
                }
                return Ok(SUCCESS);
            }
            Err(error) if error.can_start_in_place() => {
                printer.warning(format!("{error}; starting in this terminal instead"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(launch::exec(&session).into())
}

/// Whether stdin is a pipe, socket or file with something to read: only a process in place can have it.
fn stdin_is_fed() -> bool {
    rustix::fs::fstat(std::io::stdin()).is_ok_and(|status| {
        use rustix::fs::FileType;
        matches!(
            FileType::from_raw_mode(status.st_mode),
            FileType::Fifo | FileType::Socket | FileType::RegularFile
        )
    })
}

fn open_window(session: &Session, name: &str, environment: &Environment) -> Result<Window, LaunchError> {
    let assembly = std::env::current_exe().map_err(|source| LaunchError::NotHandedOver { source })?;
    launch::open_window(session, name, &assembly, environment)
}
