//! A small world for one test: everything the binary can see lies below one temporary folder.

mod agent;
mod fixture;
mod snapshot;

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use agent::Session;
pub(crate) use snapshot::Snapshot;
use tempfile::TempDir;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_assembly");

/// A hub, a target, a home and a folder of programs.
pub(crate) struct World {
    _root: TempDir,
    root: PathBuf,
}

impl World {
    /// An empty hub and an empty target.
    pub(crate) fn new() -> Self {
        Self::named("world")
    }

    /// Like [`World::new`], below a folder of this name, which may hold anything that a path may hold.
    pub(crate) fn named(name: &str) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("a real path").join(name);
        let world = Self { _root: folder, root };
        for folder in ["hub/modules", "hub/hooks", "hub/skills", "target", "home", "bin", "runtime", "record"]
        {
            std::fs::create_dir_all(world.path(folder)).expect("a folder");
        }
        std::fs::set_permissions(world.path("runtime"), std::fs::Permissions::from_mode(0o700))
            .expect("a mode");
        agent::install(&world.path("bin/agent"));
        world
    }

    /// A path of the world.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path in the target.
    pub(crate) fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.path("target").join(relative)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, relative: impl AsRef<Path>, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(relative);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
        self
    }

    /// Sets the mode of a file.
    pub(crate) fn mode(&self, relative: impl AsRef<Path>, mode: u32) -> &Self {
        let path = self.path(relative);
        if mode & 0o111 != 0 && path.is_file() {
            agent::make_executable(&path, mode);
        } else {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
        }
        self
    }

    /// Makes a symbolic link.
    pub(crate) fn link(&self, relative: impl AsRef<Path>, destination: impl AsRef<Path>) -> &Self {
        let path = self.path(relative);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::os::unix::fs::symlink(destination, path).expect("a link");
        self
    }

    /// Writes the manifest.
    pub(crate) fn manifest(&self, text: &str) -> &Self {
        self.write("hub/launchers.kdl", text)
    }

    /// A launcher `app-mac-agent` on the target, with the stand-in agent and these nodes.
    pub(crate) fn launcher(&self, nodes: &str) -> &Self {
        self.manifest(&format!(
            "launcher \"app-mac-agent\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n{nodes}\n}}\n"
        ))
    }

    /// A module.
    pub(crate) fn module(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        self.write(Path::new("hub/modules").join(name), text)
    }

    /// An executable hook.
    pub(crate) fn hook(&self, name: &str) -> &Self {
        let path = Path::new("hub/hooks").join(name);
        self.write(&path, "#!/bin/sh\ncat >/dev/null\n").mode(&path, 0o755)
    }

    /// A valid skill.
    pub(crate) fn skill(&self, name: &str) -> &Self {
        let text = format!("---\nname: {name}\ndescription: What {name} does.\n---\n\nDo it.\n");
        self.write(Path::new("hub/skills").join(name).join("SKILL.md"), text)
    }

    /// A hub with two of everything, all of it selected by the launcher.
    pub(crate) fn full() -> Self {
        let world = Self::new();
        world.module("one.md", "# One\n").module("two.md", "# Two\n\nSee `{{ASSEMBLY_DIR}}`.\n");
        world.hook("prompt.sh").hook("guard.py").skill("review").skill("release-notes");
        world.launcher(
            "    modules \"one.md\" \"two.md\"\n    skills \"review\" \"release-notes\"\n    hooks {\n        \
             UserPromptSubmit \"prompt.sh\"\n        PreToolUse \"guard.py\" matcher=\"Bash\" timeout=5\n    }\n    \
             flags \"--permission-mode\" \"plan\"\n    env GREETING=\"hello\"",
        );
        world
    }

    /// Makes the target a git repository.
    pub(crate) fn git_init(&self) -> &Self {
        self.git(["init", "-q"]);
        self
    }

    /// Runs git in the target and gives what it prints.
    pub(crate) fn git<const N: usize>(&self, arguments: [&str; N]) -> String {
        let output = self
            .command("git", arguments)
            .current_dir(self.target(""))
            .output()
            .expect("git must be installed to run these tests");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// `git status` of the target, a line per entry.
    pub(crate) fn git_status(&self) -> String {
        self.git(["status", "--porcelain", "--untracked-files=all"])
    }

    /// Everything in the target with kind, mode and content.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::of(&self.target(""))
    }

    /// What the stand-in agent recorded.
    pub(crate) fn session(&self) -> Session {
        Session::read(&self.path("record"))
    }

    /// A command in this world's environment.
    pub(crate) fn command(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = vec![self.path("bin")];
        folders.extend(std::env::split_paths(&path));
        command
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::join_paths(folders).expect("a PATH"))
            .env("HOME", self.path("home"))
            .env("XDG_RUNTIME_DIR", self.path("runtime"))
            .env("TMPDIR", self.path("runtime"))
            .env("RECORD", self.path("record"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", self.path(""))
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.path("hub"))
            .stdin(Stdio::null());
        command
    }

    /// The binary under test with these arguments, started in the hub.
    pub(crate) fn assembly(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Invocation<'_> {
        Invocation { world: self, command: self.command(BINARY, arguments) }
    }

    /// The same, where these system calls about one path fail, as on a disk that is broken there. Of calls behind a `?`, a
    /// machine need not have any.
    #[cfg(target_os = "linux")]
    pub(crate) fn assembly_without(
        &self,
        calls: &str,
        path: impl AsRef<Path>,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Invocation<'_> {
        let mut command = self.command("strace", ["-f", "-qq", "-o", "/dev/null", "-e"]);
        let error = if calls.contains(":error=") { "" } else { ":error=EIO" };
        command.arg(format!("inject={calls}{error}")).arg("-P").arg(self.path(path));
        command.arg(BINARY).args(arguments);
        Invocation { world: self, command }
    }

    /// `run app-mac-agent --no-launch`, which must succeed.
    pub(crate) fn run(&self) -> Ran {
        self.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds()
    }
}

/// A command that is about to be run.
#[must_use = "an invocation that is not run tests nothing"]
pub(crate) struct Invocation<'a> {
    world: &'a World,
    command: Command,
}

impl Invocation<'_> {
    /// Sets a variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Starts in another folder.
    pub(crate) fn at(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Gives the command itself, for what the builder has no word for.
    pub(crate) fn into_command(self) -> Command {
        self.command
    }

    /// Gives the command itself, with its streams left to a terminal.
    pub(crate) fn into_terminal_command(mut self) -> Command {
        self.command.stdin(Stdio::inherit());
        self.command
    }

    /// Runs it, and expects this exit code.
    #[track_caller]
    pub(crate) fn exits_with(mut self, code: i32) -> Ran {
        let output = self.command.output().expect("the binary starts");
        let ran = Ran::new(&output, self.world);
        assert_eq!(output.status.code(), Some(code), "{ran}");
        ran
    }

    /// Runs it, and expects success.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Ran {
        self.exits_with(0)
    }
}

/// What a command printed; the world's folder is written `[ROOT]`.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    /// Without the last line, if that is about `assembly explain`.
    pub(crate) stderr: String,
    /// That line.
    pub(crate) closing_help: Option<String>,
}

impl Ran {
    fn new(output: &Output, world: &World) -> Self {
        let text = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes)
                .replace(world.path("").to_string_lossy().trim_end_matches('/'), "[ROOT]")
        };
        let mut stderr = text(&output.stderr);
        let last = stderr.trim_end_matches('\n').rfind('\n').map_or(0, |newline| newline + 1);
        let is_closing = stderr[last..].starts_with("help: `assembly explain ");
        let closing_help = is_closing.then(|| stderr.split_off(last));
        Self { stdout: text(&output.stdout), stderr, closing_help }
    }

    /// Exactly this on stdout.
    #[track_caller]
    pub(crate) fn stdout(self, expected: &str) -> Self {
        assert_eq!(self.stdout, expected, "stdout of\n{self}");
        self
    }

    /// Exactly this on stderr.
    #[track_caller]
    pub(crate) fn stderr(self, expected: &str) -> Self {
        assert_eq!(self.stderr, expected, "stderr of\n{self}");
        self
    }

    /// All these words somewhere on stderr.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is not in\n{self}");
        }
        self
    }

    /// All these words somewhere on stdout.
    #[track_caller]
    pub(crate) fn prints(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stdout.contains(word), "`{word}` is not in\n{self}");
        }
        self
    }

    /// None of these words anywhere.
    #[track_caller]
    pub(crate) fn keeps_silent_about(self, words: &[&str]) -> Self {
        for word in words {
            assert!(!self.stdout.contains(word) && !self.stderr.contains(word), "`{word}` is in\n{self}");
        }
        self
    }

    /// Stdout as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{self}"))
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        let closing = self.closing_help.as_deref().unwrap_or_default();
        _ = write!(text, "--- stdout\n{}--- stderr\n{}{closing}---", self.stdout, self.stderr);
        formatter.write_str(&text)
    }
}
