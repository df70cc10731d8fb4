//! A stand-in for the machine that runs a job: a repository with this repository's hub in it, a pull request against it by
//! somebody who means harm, a checkout as `actions/checkout` makes it, and the variables of GitHub.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::{BINARY, repository};

/// The branch of the pull request. Git allows no space in it, and much else.
const BRANCH: &str = "x\";touch${IFS}pwned;\"$(touch${IFS}pwned)`touch${IFS}pwned`";

/// Its title, and that of its commit.
const TITLE: &str = "\"; touch pwned; $(touch pwned) `touch pwned`\n\n::error::title\n##[error]title";

/// Where the hub lies in the repository.
pub(crate) const HUB: &str = "team/our hub";

pub(crate) struct Runner {
    _root: TempDir,
    root: PathBuf,
}

impl Runner {
    /// A repository whose branch `main` has a file, and no hub.
    pub(crate) fn new() -> Self {
        let root = TempDir::new().unwrap();
        let path = root.path().canonicalize().unwrap();
        let runner = Self { _root: root, root: path };
        for folder in ["seed", "home", "bin", "temporary", "workspace"] {
            std::fs::create_dir(runner.path(folder)).unwrap();
        }
        runner.git("seed", &["init", "--quiet", "--initial-branch=main"]);
        runner.write("README.md", "# A team\n");
        runner.commit("begin");
        runner
    }

    /// The same with this repository's hub in it.
    pub(crate) fn with_hub() -> Self {
        let runner = Self::new();
        runner.add_hub();
        runner.commit("a hub");
        runner
    }

    pub(crate) fn add_hub(&self) {
        let hub = self.path("seed").join(HUB);
        std::fs::create_dir_all(&hub).unwrap();
        for name in ["launchers.kdl", "modules", "hooks", "skills", "persons"] {
            let copied =
                Command::new("cp").arg("-R").arg(repository().join(name)).arg(&hub).status().unwrap();
            assert!(copied.success());
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes a file of the repository that is being made.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path("seed").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Puts something else in the place of what stands once in a file of the hub.
    pub(crate) fn edit(&self, name: &str, before: &str, after: &str) {
        let path = self.path("seed").join(HUB).join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(before).count(), 1, "{before} in {name}");
        std::fs::write(path, text.replace(before, after)).unwrap();
    }

    /// Commits everything; the commit.
    pub(crate) fn commit(&self, title: &str) -> String {
        self.git("seed", &["add", "--all"]);
        self.git("seed", &["commit", "--quiet", "--allow-empty", "--message", title]);
        self.git("seed", &["rev-parse", "HEAD"])
    }

    /// Makes a pull request of what `change` does, against a `main` on which `meanwhile` happens, and checks its merge out.
    /// Returns the commit on which both were built.
    pub(crate) fn pull_request(&self, change: impl Fn(&Self), meanwhile: impl Fn(&Self)) -> String {
        let begun = self.git("seed", &["rev-parse", "HEAD"]);
        self.git("seed", &["switch", "--quiet", "--create", BRANCH]);
        change(self);
        self.commit(TITLE);
        self.git("seed", &["switch", "--quiet", "main"]);
        meanwhile(self);
        self.commit("meanwhile");
        self.git("seed", &["switch", "--quiet", "--detach"]);
        self.git("seed", &["merge", "--quiet", "--no-ff", "--message", "Merge", BRANCH]);
        self.check_out();
        begun
    }

    /// Checks out what the repository is at, without its history, as `actions/checkout` does.
    pub(crate) fn check_out(&self) {
        self.git("seed", &["update-ref", "refs/pull/7/merge", "HEAD"]);
        self.git("seed", &["config", "uploadpack.allowAnySHA1InWant", "true"]);
        let origin = format!("file://{}", self.path("seed").display());
        self.git("workspace", &["init", "--quiet"]);
        self.git("workspace", &["remote", "add", "origin", &origin]);
        self.git("workspace", &["fetch", "--quiet", "--depth=1", "origin", "refs/pull/7/merge"]);
        self.git("workspace", &["checkout", "--quiet", "--detach", "FETCH_HEAD"]);
    }

    fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let output = self.command("git", folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn command(&self, program: impl AsRef<OsStr>, folder: &str) -> Command {
        let mut command = Command::new(program);
        let path = std::env::var("PATH").unwrap();
        command
            .env_clear()
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("HOME", self.path("home"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "sam")
            .env("GIT_AUTHOR_EMAIL", "sam@example.org")
            .env("GIT_COMMITTER_NAME", "sam")
            .env("GIT_COMMITTER_EMAIL", "sam@example.org")
            .current_dir(self.path(folder));
        command
    }

    /// A script of the action, as a step of a job for the pull request would run it.
    pub(crate) fn script(&self, name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
        let event = self.path("event.json");
        let document = serde_json::json!({ "pull_request": { "title": TITLE, "head": { "ref": BRANCH } } });
        std::fs::write(&event, document.to_string()).unwrap();
        let mut command = self.command("bash", "workspace");
        command
            .arg(repository().join("action").join(name))
            .args(arguments)
            .env("CI", "true")
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_EVENT_NAME", "pull_request")
            .env("GITHUB_EVENT_PATH", event)
            .env("GITHUB_HEAD_REF", BRANCH)
            .env("GITHUB_BASE_REF", "main")
            .env("GITHUB_REF", "refs/pull/7/merge")
            .env("GITHUB_REPOSITORY", "team/repository")
            .env("GITHUB_ACTION_PATH", repository())
            .env("GITHUB_WORKSPACE", self.path("workspace"))
            .env("GITHUB_STEP_SUMMARY", self.path("summary"))
            .env("GITHUB_OUTPUT", self.path("output"))
            .env("RUNNER_TEMP", self.path("temporary"))
            .env("PROGRAM", BINARY)
            .env("INPUT_HUB", HUB);
        for (name, value) in variables {
            command.env(name, value);
        }
        for leftover in ["summary", "output"] {
            _ = std::fs::remove_file(self.path(leftover));
        }
        Ran::new(&command.output().unwrap(), self)
    }

    /// A file that a step wrote, or nothing.
    fn written(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Whether anything of the branch's name, the title or an input was run.
    fn is_harmed(&self) -> bool {
        let folders = ["", "seed", "home", "bin", "temporary", "workspace"];
        folders.iter().any(|folder| Path::new(&self.path(folder)).join("pwned").exists())
    }
}

/// What a step did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    /// The commands to the runner, as it would understand them.
    pub(crate) commands: Vec<String>,
    pub(crate) summary: String,
    /// The outputs of the step, a line each.
    pub(crate) output: String,
    /// All that was said.
    pub(crate) log: String,
}

impl Ran {
    fn new(output: &Output, runner: &Runner) -> Self {
        let log = [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
        let ran = Self {
            code: output.status.code().unwrap(),
            commands: commands(&log),
            summary: runner.written("summary"),
            output: runner.written("output"),
            log,
        };
        assert!(!runner.is_harmed(), "{ran:?}");
        ran
    }

    /// The commands of a kind.
    pub(crate) fn of_kind<'a>(&'a self, kind: &str) -> impl Iterator<Item = &'a String> {
        let start = format!("::{kind} ");
        self.commands.iter().filter(move |command| command.starts_with(&start))
    }
}

/// Reads a log as the runner does: `::command` at the beginning of a line, or `##[command]` anywhere in it, unless commands
/// are stopped.
fn commands(log: &str) -> Vec<String> {
    let (mut found, mut stopped) = (Vec::new(), None);
    for line in log.lines().map(str::trim_start) {
        if let Some(word) = &stopped {
            if line == format!("::{word}::") {
                stopped = None;
            }
        } else if let Some(word) = line.strip_prefix("::stop-commands::") {
            stopped = Some(word.to_owned());
        } else if line.starts_with("::") || line.contains("##[") {
            found.push(line.to_owned());
        }
    }
    assert_eq!(stopped, None, "commands stay stopped\n{log}");
    found
}
