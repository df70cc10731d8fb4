//! Opens the tmux window.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use super::escape::{command_word, format_literal, plain_name};
use super::exec::check_directory;
use super::file::LaunchFile;
use super::find::{check_program, find_program};
use super::record::Record;
use super::{LaunchError, Session};
use crate::Environment;

/// The hidden command that a new window runs: `assembly __launch FILE`, see [`super::run_launch_file`].
pub const LAUNCH_COMMAND: &str = "__launch";

/// Names the pane a process runs in.
pub(super) const PANE_VARIABLE: &str = "TMUX_PANE";

/// `SOCKET,SERVER-PID,SESSION` of the tmux a process runs in.
const SERVER_VARIABLE: &str = "TMUX";

/// A window that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// tmux's own name for it, `@7`: unique, and accepted as a target by its commands.
    pub id: String,
    /// What the status line shows.
    pub name: String,
}

/// Whether the caller sits in tmux. An empty `$TMUX` means outside: scripts empty it to say so.
pub fn in_tmux(environment: &Environment) -> bool {
    environment.get_os(SERVER_VARIABLE).is_some_and(|value| !value.is_empty())
}

/// The name for a session's window: the declared one, else the last component of the target.
pub fn window_name(declared: Option<&str>, target: &Path) -> String {
    match declared.filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => target.file_name().unwrap_or(target.as_os_str()).to_string_lossy().into_owned(),
    }
}

/// Opens a window for `session` in the tmux session the caller sits in, and selects it.
///
/// `assembly` is the path of this very program, which the window runs with [`LAUNCH_COMMAND`]. `environment` is the
/// caller's: it says which server, pane, `tmux` and folder for the launch file to use. In `name`, characters that
/// tmux cannot refer to become `_`.
///
/// # Errors
///
/// The launch file is gone after any error. When [`LaunchError::can_start_in_place`], only the window is the problem.
pub fn open_window(
    session: &Session,
    name: &str,
    assembly: &Path,
    environment: &Environment,
) -> Result<Window, LaunchError> {
    // tmux would start elsewhere without a word, or open a window that vanishes at once.
    check_directory(&session.directory)?;
    check_program(session.program.clone())?;
    if !assembly.is_file() {
        return Err(LaunchError::NoStarter { path: assembly.into() });
    }
    let mut tmux = tmux(environment)?;
    let file = LaunchFile::write(record(session, environment), environment)
        .map_err(|source| LaunchError::NotHandedOver { source })?;
    let name = plain_name(name);
    tmux.args(["new-window", "-P", "-F", "#{window_id}"]);
    tmux.args(target_session(environment).iter().flat_map(|target| [OsStr::new("-t"), target]));
    tmux.arg("-n").arg(command_word(&format_literal(name.as_ref())));
    tmux.arg("-c").arg(command_word(&format_literal(session.directory.as_os_str())));
    // Several words, so that tmux execs them; a single one it would hand to a shell.
    tmux.arg("--").arg(command_word(assembly.as_os_str())).arg(LAUNCH_COMMAND);
    tmux.arg(command_word(file.path().as_os_str()));

    let output = tmux.output().map_err(|error| LaunchError::NoWindow { said: error.to_string() })?;
    let id = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || !id.starts_with('@') {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let said = if said.is_empty() { output.status.to_string() } else { said };
        return Err(LaunchError::NoWindow { said });
    }
    file.hand_over().map_err(|source| LaunchError::NotHandedOver { source })?;
    Ok(Window { id, name })
}

/// A call of the caller's own `tmux`, in the caller's environment and without a terminal: the pane is told to tmux by
/// `$TMUX_PANE`, which a terminal would take precedence over.
pub(super) fn tmux(environment: &Environment) -> Result<Command, LaunchError> {
    let directory = environment.current_dir();
    let program =
        find_program("tmux", environment.get_os("PATH"), directory).map_err(|_| LaunchError::NoTmux)?;
    let mut command = Command::new(program);
    command.env_clear().envs(environment.variables().iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null());
    Ok(command)
}

/// tmux finds the session by `$TMUX_PANE`. Without it, it would take the one used last, so the session is named.
fn target_session(environment: &Environment) -> Option<OsString> {
    if environment.get(PANE_VARIABLE).is_some() {
        return None;
    }
    let number = environment.get(SERVER_VARIABLE)?.rsplit(',').next()?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("${number}:").into())
}

/// The session as the window is to start it. Where it has the caller's own server and pane, or like the caller none, it
/// gets those of the window; a value that the launcher set, or took away, stays as the launcher wants it.
fn record(session: &Session, environment: &Environment) -> Record {
    let mut session = session.clone();
    let mut inherited = Vec::new();
    for own in [SERVER_VARIABLE, PANE_VARIABLE] {
        let position = session.environment.iter().position(|(name, _)| name == own);
        let value = position.map(|at| session.environment[at].1.as_os_str());
        if value == environment.get_os(own) {
            inherited.push(own.into());
            if let Some(at) = position {
                session.environment.remove(at);
            }
        }
    }
    Record { session, inherited, owns_folder: false }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;

    use super::{in_tmux, open_window, record, target_session, window_name};
    use crate::Environment;
    use crate::launch::{LaunchError, Session};

    fn caller(variables: &[(&str, &str)]) -> Environment {
        Environment::new(variables.iter().map(|(name, value)| (name.into(), value.into())), "/")
    }

    fn session(variables: &[(&str, &str)]) -> Session {
        Session {
            program: "/bin/sh".into(),
            argv0: "sh".into(),
            arguments: Vec::new(),
            directory: "/".into(),
            environment: caller(variables).variables().to_vec(),
            lock: None,
        }
    }

    #[test]
    fn an_empty_variable_means_outside() {
        assert!(in_tmux(&caller(&[("TMUX", "/tmp/tmux-0/default,1,0")])));
        assert!(!in_tmux(&caller(&[("TMUX", "")])));
        assert!(!in_tmux(&caller(&[])));
    }

    #[test]
    fn is_named_after_the_target() {
        assert_eq!(window_name(None, Path::new("/code/my.app/")), "my.app");
        assert_eq!(window_name(Some(""), Path::new("/code/app")), "app");
        assert_eq!(window_name(Some("work"), Path::new("/code/app")), "work");
        assert_eq!(window_name(None, Path::new("/")), "/");
    }

    #[test]
    fn the_window_gives_only_its_own_pane() {
        let environment = caller(&[("TMUX", "s,1,0"), ("TMUX_PANE", "%1"), ("A", "1")]);
        let same = record(&session(&[("TMUX", "s,1,0"), ("A", "1"), ("TMUX_PANE", "%1")]), &environment);
        assert_eq!(same.inherited, ["TMUX", "TMUX_PANE"].map(OsString::from));
        assert_eq!(same.session, session(&[("A", "1")]));
        let set = record(&session(&[("TMUX", "")]), &environment);
        assert_eq!((set.inherited.len(), set.session), (0, session(&[("TMUX", "")])));
    }

    #[test]
    fn names_the_session_when_no_pane_does() {
        assert_eq!(target_session(&caller(&[("TMUX", "/a,b,1,12")])), Some("$12:".into()));
        assert_eq!(target_session(&caller(&[("TMUX", "/a,1,12"), ("TMUX_PANE", "%3")])), None);
        assert_eq!(target_session(&caller(&[("TMUX", "junk")])), None);
    }

    #[test]
    fn a_missing_tmux_or_starter_leaves_the_session_startable_in_place() {
        let outside = caller(&[("TMUX", "s,1,0"), ("PATH", "/nowhere")]);
        let error = open_window(&session(&[]), "x", Path::new("/bin/sh"), &outside).unwrap_err();
        assert!(matches!(error, LaunchError::NoTmux) && error.can_start_in_place());
        let error = open_window(&session(&[]), "x", Path::new("/nowhere"), &outside).unwrap_err();
        assert!(matches!(error, LaunchError::NoStarter { .. }) && error.can_start_in_place());
        let mut gone = session(&[]);
        gone.directory = "/nowhere".into();
        let error = open_window(&gone, "x", Path::new("/bin/sh"), &outside).unwrap_err();
        assert!(matches!(error, LaunchError::Directory { .. }) && !error.can_start_in_place());
    }
}
