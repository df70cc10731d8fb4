//! Where an example is run: a home with a hub and a project, a stand-in for the agent, and nothing else.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::page::Block;

/// What a setup that fails ends with.
pub(crate) const SETUP_FAILED: i32 = 97;

/// What `sh` runs when a section has no command of the program.
const DEFAULT: &str = "assembly check";

/// `~` with an empty hub `~/hub`, in which commands start, and an empty project `~/code/app`.
pub(crate) struct Sandbox {
    root: TempDir,
    home: PathBuf,
    /// The command of the program that was run last: a section without one repeats it.
    last: String,
    /// Whose rights the commands have, unless they have ours.
    user: Option<u32>,
}

/// What the commands of a section printed.
pub(crate) struct Ran {
    pub(crate) output: String,
    /// The exit code of the last command.
    pub(crate) exit: Option<i32>,
}

impl Ran {
    /// The codes of the problems that were told, each with its severity.
    pub(crate) fn told(&self) -> BTreeSet<(&str, &str)> {
        self.output.lines().filter_map(told).filter(|(code, _)| code.starts_with("assembly::")).collect()
    }
}

/// The code and the severity of a line like `error assembly::module::missing: there is no module`.
fn told(line: &str) -> Option<(&str, &str)> {
    let (severity, rest) = line.split_once(' ')?;
    let is_problem = ["error", "warning", "note"].contains(&severity);
    Some((rest.split_once(": ")?.0, severity)).filter(|_| is_problem)
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let root = TempDir::new().unwrap();
        let home = root.path().canonicalize().unwrap().join("sam");
        for folder in ["hub", "code/app"] {
            std::fs::create_dir_all(home.join(folder)).unwrap();
        }
        std::fs::write(home.join("hub/launchers.kdl"), "").unwrap();
        let programs = root.path().join("programs");
        std::fs::create_dir_all(&programs).unwrap();
        let stand_in = ["/usr/bin/true", "/bin/true"].map(Path::new).into_iter().find(|path| path.exists());
        symlink(stand_in.unwrap(), programs.join("claude")).unwrap();
        Self { root, home, last: DEFAULT.to_owned(), user: None }
    }

    /// Has the commands run by a user without rights of its own; only root can.
    pub(crate) fn belongs_to_nobody(&mut self) {
        const NOBODY: u32 = 65534;
        let programs = self.root.path().join("programs");
        // The folder that the program was built in may be closed to others.
        std::fs::copy(env!("CARGO_BIN_EXE_assembly"), programs.join("assembly")).unwrap();
        let owned = Command::new("chown").arg("-R").arg(NOBODY.to_string()).arg(self.root.path()).status();
        assert!(owned.unwrap().success());
        self.user = Some(NOBODY);
    }

    /// Writes the files of a section and runs its commands, in their order.
    pub(crate) fn run(&mut self, blocks: &[Block<'_>]) -> Ran {
        let mut script = String::from("exec 2>&1\n");
        for block in blocks {
            if let Some(path) = block.path() {
                // By the shell, so that this process has no file open that another thread's child would inherit.
                let path = path.replace("~/", "../");
                let folder = Path::new(&path).parent().unwrap().display();
                _ = writeln!(
                    script,
                    "mkdir -p './{folder}'; cat > '{path}' <<'=====' || exit {SETUP_FAILED}"
                );
                _ = writeln!(script, "{}{}=====", block.text, if block.text.is_empty() { "" } else { "\n" });
            }
            for line in block.commands() {
                let otherwise =
                    if is_ours(line) { String::new() } else { format!(" || exit {SETUP_FAILED}") };
                _ = writeln!(script, "{line}{otherwise}");
            }
        }
        match blocks.iter().flat_map(Block::commands).filter(|line| is_ours(line)).last() {
            Some(command) => command.clone_into(&mut self.last),
            None => script.push_str(&self.last),
        }
        let program = Path::new(env!("CARGO_BIN_EXE_assembly")).parent().unwrap();
        let programs = self.root.path().join("programs");
        let mut shell = Command::new("/bin/sh");
        if let Some(user) = self.user {
            shell.uid(user).gid(user);
        }
        let output = shell
            .args(["-c", &script])
            .env_clear()
            .env(
                "PATH",
                format!(
                    "{1}:{0}:/usr/local/bin:/usr/bin:/bin:/sbin:/opt/homebrew/bin",
                    program.display(),
                    programs.display()
                ),
            )
            .env("HOME", &self.home)
            .env("TMPDIR", self.root.path())
            .env("LC_ALL", "C.UTF-8")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", self.root.path())
            .current_dir(self.home.join("hub"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
        let exit = output.status.code();
        Ran { output: output_text, exit }
    }
}

/// Whether a command is one of the program, not of the setup.
fn is_ours(line: &str) -> bool {
    line.split_whitespace().any(|word| word == "assembly")
}
