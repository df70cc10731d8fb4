//! A tmux server of the test's own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use assembly::Environment;
use assembly::launch::{LaunchError, Session, Window, open_window};
use tempfile::TempDir;

use crate::stand_in;

/// Two sessions, `first` and `second`; the second was used last. Dropped, also by a panic, the server ends.
pub(crate) struct Server {
    folder: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        let server = Self { folder: tempfile::tempdir().unwrap() };
        fs_err::create_dir(server.runtime()).unwrap();
        for name in ["first", "second"] {
            server.tmux(&["new-session", "-d", "-s", name, "-x", "200", "-y", "50", "--", "sleep", "600"]);
        }
        server
    }

    /// What a tmux command of this server prints.
    pub(crate) fn tmux(&self, words: &[&str]) -> String {
        let mut command = self.command();
        let output =
            command.args(words).output().expect("install tmux: the launch room is tested with a real server");
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim_end_matches('\n').to_owned()
    }

    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", "launch-room", "-f", "/dev/null"]);
        command
            .env_clear()
            .envs([("PATH", "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"), ("STALE", "of the server")]);
        command.env("TMUX_TMPDIR", self.folder.path()).current_dir(self.folder.path());
        command
    }

    /// What `$XDG_RUNTIME_DIR` names.
    pub(crate) fn runtime(&self) -> PathBuf {
        self.folder.path().join("run time")
    }

    /// The environment of a process in the pane of session `first`, without `without`.
    pub(crate) fn caller(&self, without: &[&str]) -> Environment {
        let tmux = self.tmux(&[
            "display-message",
            "-p",
            "-t",
            "first:",
            "#{socket_path},#{pid},#{s/\\$//:session_id}",
        ]);
        let pane = self.tmux(&["display-message", "-p", "-t", "first:", "#{pane_id}"]);
        let variables = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin".into()),
            ("XDG_RUNTIME_DIR", self.runtime().into_os_string()),
            ("TMPDIR", self.folder.path().into()),
            ("TMUX", tmux.into()),
            ("TMUX_PANE", OsString::from(pane)),
        ];
        let kept = variables.into_iter().filter(|(name, _)| !without.contains(name));
        Environment::new(kept.map(|(name, value)| (name.into(), value)), "/")
    }

    pub(crate) fn open(&self, session: &Session, name: &str) -> Window {
        self.open_as(session, name, &self.caller(&[])).unwrap()
    }

    pub(crate) fn open_as(
        &self,
        session: &Session,
        name: &str,
        caller: &Environment,
    ) -> Result<Window, LaunchError> {
        open_window(session, name, &stand_in::assembly(self.folder.path()), caller)
    }

    /// A format of one window.
    pub(crate) fn of(&self, window: &Window, format: &str) -> String {
        self.tmux(&["display-message", "-p", "-t", &window.id, format])
    }

    /// Files in the server's folders that a command in a format would have made.
    pub(crate) fn assert_nothing_ran(&self, also: &[&Path]) {
        let runtime = self.runtime();
        for folder in [self.folder.path(), &runtime, Path::new(".")].iter().chain(also) {
            assert!(!folder.join("pwned").exists(), "a command ran in {}", folder.display());
        }
    }

    /// Names of launch files and of their folders that are still there.
    pub(crate) fn launch_files(&self) -> Vec<PathBuf> {
        let entries = |folder: &Path| fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let all = entries(&self.runtime()).chain(entries(self.folder.path()));
        all.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("assembly-launch-"))
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended_already = self.command().arg("kill-server").output();
    }
}
