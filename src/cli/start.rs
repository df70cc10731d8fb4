//! The end of `run`: the hand-over to the agent.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::exit::{Failure, Outcome, SUCCESS};
use super::plural;
use super::prepared::Prepared;
use super::printer::Printer;
use super::run_arguments::RunArguments;
use crate::Environment;
use crate::diagnostic::visible;
use crate::launch::{self, LaunchError, Session, Window};
use crate::manifest::Tmux;
use crate::plan::session_file;

/// The line that the shell launchers printed; only where stdout is not the agent's.
pub(super) fn announce(prepared: &Prepared, printer: &Printer) -> Result<(), Failure> {
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

/// Becomes the agent, or opens a window in which it starts.
pub(super) fn start(
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
        lock: Some(session_file(target, prepared.harness.layout.name, launcher)),
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
