//! The other end of a launch file: what runs in the new window.

use std::path::Path;
use std::process::Stdio;

use super::file::take;
use super::window::{PANE_VARIABLE, in_tmux, tmux};
use super::{LaunchError, exec};
use crate::Environment;

/// Takes the session out of `file`, removes the file, and [becomes](exec) that session; returns only on failure.
///
/// `environment` is that of the window; it gives only what no one outside can know, the window's own `TMUX` and
/// `TMUX_PANE`. On failure tmux is asked to keep the pane: otherwise the window would vanish with the message in it.
pub fn run_launch_file(file: &Path, environment: &Environment) -> LaunchError {
    let error = match take(file) {
        Ok(record) => {
            let mut session = record.session;
            for name in record.inherited {
                let value = name.to_str().and_then(|known| environment.get_os(known)).map(ToOwned::to_owned);
                session.environment.extend(value.map(|value| (name, value)));
            }
            exec(&session)
        }
        Err(error) => error,
    };
    keep_pane(environment);
    error
}

/// Best effort: the message that follows matters more than why it could not be kept.
fn keep_pane(environment: &Environment) {
    let Some(pane) = environment.get(PANE_VARIABLE).filter(|_| in_tmux(environment)) else { return };
    if let Ok(mut tmux) = tmux(environment) {
        tmux.args(["set-option", "-p", "-t", pane, "remain-on-exit", "on"]);
        let _not_kept = tmux.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}
