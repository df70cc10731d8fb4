//! A temporary folder with a home of its own, so that nothing of the user's takes part.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder, removed when it is dropped.
pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
    path: OsString,
}

impl Sandbox {
    pub(crate) fn new() -> io::Result<Self> {
        let sandbox = Self { folder: tempfile::tempdir()?, path: search_path() };
        fs_err::create_dir_all(sandbox.at("home"))?;
        Ok(sandbox)
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    /// A command that sees only this folder's home: no `TMUX`, no hub of the user's.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", &self.path).env("HOME", self.at("home"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
        for (variable, folder) in [
            ("XDG_CONFIG_HOME", "home/.config"),
            ("XDG_DATA_HOME", "home/.local/share"),
            ("XDG_STATE_HOME", "home/.local/state"),
            ("XDG_CACHE_HOME", "home/.cache"),
        ] {
            command.env(variable, self.at(folder));
        }
        command
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }
}

/// Runs a command to its end, and makes an error of its failure.
pub(crate) fn run(command: &mut Command) -> io::Result<()> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{status}: {command:?}"))) }
}

/// The same with what the command said, for commands that are not measured.
pub(crate) fn run_and_explain(command: &mut Command) -> io::Result<()> {
    let output = command.stderr(Stdio::piped()).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{}: {command:?}\n{said}", output.status)))
    }
}

#[expect(clippy::disallowed_methods, reason = "git, bash and jq are found where the user has them")]
fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into())
}
