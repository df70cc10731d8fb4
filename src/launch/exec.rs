//! Becomes the agent.

use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::fs::Access;
use rustix::io::Errno;

use super::hold::hold;
use super::{LaunchError, Session};

/// Replaces this process by the session; returns only when that failed.
///
/// The agent keeps the process id, the terminal and its process group, so its exit code, Ctrl-C and job control are
/// its own, and it gets the default signal dispositions. An executable file that the system cannot load because it
/// has no `#!` line is run by `/bin/sh`, as every shell and `execvp` do.
pub fn exec(session: &Session) -> LaunchError {
    let _held = session.lock.as_deref().and_then(hold);
    let mut failure = replace(session, Command::new(&session.program).arg0(&session.argv0));
    if is(&failure, Errno::NOEXEC) {
        // Most C libraries do this in `execvp`; musl does not.
        failure = replace(session, Command::new("/bin/sh").arg(&session.program));
    }
    explain(session, failure)
}

fn replace(session: &Session, command: &mut Command) -> io::Error {
    command
        .args(&session.arguments)
        .env_clear()
        .envs(session.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&session.directory)
        .exec()
}

/// Fails unless the directory exists and this user may enter it.
pub(super) fn check_directory(directory: &Path) -> Result<(), LaunchError> {
    let explain = |source| LaunchError::Directory { path: directory.into(), source };
    // The trailing slash makes the lookup fail for anything but a directory.
    rustix::fs::access(directory.join(""), Access::EXEC_OK).map_err(|errno| explain(errno.into()))
}

/// The system has one answer for a missing directory, program and interpreter.
fn explain(session: &Session, source: io::Error) -> LaunchError {
    if let Err(error) = check_directory(&session.directory) {
        return error;
    }
    let path = session.program.clone();
    if is(&source, Errno::TOOBIG) {
        return LaunchError::TooLong { path };
    }
    if source.kind() != io::ErrorKind::NotFound {
        return LaunchError::NotStarted { path, source };
    }
    match first_line(&path) {
        Err(_) => {
            LaunchError::ProgramNotFound { program: path.to_string_lossy().into_owned(), tried: vec![path] }
        }
        Ok(line) => match interpreter(&line) {
            Some(interpreter) => LaunchError::InterpreterNotFound { path, interpreter },
            None => LaunchError::NotStarted { path, source },
        },
    }
}

/// Fails when `program` is a script whose first line names an interpreter that is not there: what the system would say
/// of it only after everything else was done.
pub fn check_interpreter(program: &Path) -> Result<(), LaunchError> {
    let named = first_line(program).ok().and_then(|line| interpreter(&line));
    match named {
        Some(interpreter) if !Path::new(&interpreter).exists() => {
            Err(LaunchError::InterpreterNotFound { path: program.into(), interpreter })
        }
        _ => Ok(()),
    }
}

fn is(error: &io::Error, errno: Errno) -> bool {
    error.raw_os_error() == Some(errno.raw_os_error())
}

/// Linux reads 256 bytes of a script for its `#!` line.
const LONGEST_FIRST_LINE: u64 = 256;

fn first_line(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    fs_err::File::open(path)?.take(LONGEST_FIRST_LINE).read_to_end(&mut start)?;
    start.truncate(start.iter().position(|byte| *byte == b'\n').unwrap_or(start.len()));
    Ok(start)
}

/// The path after `#!`. A carriage return belongs to it, as it does for the system: that is often the mistake.
fn interpreter(line: &[u8]) -> Option<String> {
    let rest = line.strip_prefix(b"#!")?;
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = rest.iter().position(|byte| !blank(byte))?;
    let word = rest[start..].split(blank).next()?;
    Some(std::ffi::OsStr::from_bytes(word).to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::{exec, interpreter};
    use crate::launch::{LaunchError, Session};

    /// Only sessions that cannot start: a successful `exec` would replace the test itself.
    fn failing(program: &Path, directory: &Path) -> LaunchError {
        exec(&Session {
            program: program.into(),
            argv0: "agent".into(),
            arguments: vec!["word".into()],
            directory: directory.into(),
            environment: Vec::new(),
            lock: None,
        })
    }

    fn script(folder: &Path, text: &str, mode: u32) -> PathBuf {
        let (draft, path) = (folder.join("draft"), folder.join("agent"));
        fs_err::write(&draft, text).unwrap();
        // By a child: a file that is open for writing while another test forks cannot be started.
        let install =
            Command::new("install").arg("-m").arg(format!("{mode:o}")).args([&draft, &path]).status();
        assert!(install.unwrap().success());
        path
    }

    #[test]
    fn tells_what_is_missing() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        let gone = folder.join("gone");
        assert!(matches!(failing(&gone, folder), LaunchError::ProgramNotFound { .. }));
        let error = failing(Path::new("/bin/sh"), &gone);
        assert!(matches!(&error, LaunchError::Directory { path, .. } if *path == gone), "{error:?}");
        assert_eq!(error.exit_code(), 1);
        let file = script(folder, "", 0o644);
        assert!(matches!(failing(Path::new("/bin/sh"), &file), LaunchError::Directory { .. }));
        let error = failing(&file, folder);
        assert!(matches!(error, LaunchError::NotStarted { .. }), "{error:?}");
        assert_eq!(error.exit_code(), 126);
    }

    #[test]
    fn names_a_missing_interpreter() {
        let root = tempfile::tempdir().unwrap();
        let error = failing(&script(root.path(), "#! /nowhere/python -u\n", 0o755), root.path());
        assert!(error.to_string().ends_with("is run by `/nowhere/python`, which was not found"), "{error}");
        assert_eq!(error.exit_code(), 126);
        let error = failing(&script(root.path(), "#!/bin/sh\r\n", 0o755), root.path());
        assert!(error.help().unwrap().contains("CRLF"), "{error:?}");
    }

    #[test]
    fn a_word_that_no_process_can_take_is_an_error() {
        let session = |word: String| Session {
            program: "/bin/sh".into(),
            argv0: "sh".into(),
            arguments: vec![word.into()],
            directory: "/".into(),
            environment: Vec::new(),
            lock: None,
        };
        assert!(matches!(exec(&session("a\0b".to_owned())), LaunchError::NotStarted { .. }));
        let error = exec(&session("x".repeat(64 << 20)));
        assert!(matches!(error, LaunchError::TooLong { .. }), "{error:?}");
    }

    #[test]
    fn reads_first_lines() {
        assert_eq!(interpreter(b"#!\t/usr/bin/env\tnode").as_deref(), Some("/usr/bin/env"));
        assert_eq!(interpreter(b"\x7fELF"), None);
        assert_eq!(interpreter(b"#!  "), None);
    }
}
