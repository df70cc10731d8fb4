//! Everything that a command can see, below one folder that can be as it was at any time.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::scenario::Scenario;
use crate::tree::tree_of;

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_assembly");

/// A hub, a target and a home.
pub(crate) struct World {
    _root: TempDir,
    pub(crate) root: PathBuf,
    /// How it was at the start.
    start: PathBuf,
}

impl World {
    /// The world in which a scenario begins.
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let folder = folder();
        let real = folder.path().canonicalize().unwrap();
        let world = Self { _root: folder, root: real.join("world"), start: real.join("start") };
        for folder in ["hub/hooks", "target", "home"] {
            std::fs::create_dir_all(world.at(folder)).unwrap();
        }
        world.write("hub/hooks/prompt.sh", "#!/bin/sh\ncat >/dev/null\n");
        std::fs::set_permissions(world.at("hub/hooks/prompt.sh"), PermissionsExt::from_mode(0o755)).unwrap();
        world.write("hub/modules/one.md", "# One\n").write("hub/modules/two.md", "# Two\n");
        world.write("hub/modules/other.md", "# Other\n");
        for skill in ["review", "release-notes"] {
            let text = format!("---\nname: {skill}\ndescription: What {skill} does.\n---\n\nDo it.\n");
            world.write(&format!("hub/skills/{skill}/SKILL.md"), &text);
        }
        world.write("hub/skills/review/notes/more.md", "More.\n");
        world.launcher(
            "modules \"one.md\" \"two.md\"; skills \"*\"; hooks { UserPromptSubmit \"prompt.sh\"; }",
        );
        (scenario.prepare)(&world);
        copy(&world.root, &world.start);
        world
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, path: &str, text: &str) -> &Self {
        std::fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        std::fs::write(self.at(path), text).unwrap();
        self
    }

    /// What the launcher `app-claude` has.
    pub(crate) fn launcher(&self, nodes: &str) -> &Self {
        let text = format!(
            "launcher \"app-claude\" {{ target \"../target\"; cli \"sh\" harness=\"claude\"; {nodes}; }}\n"
        );
        self.write("hub/launchers.kdl", &text)
    }

    /// What can be seen: no git, which would be asked things in processes of its own.
    pub(crate) fn surround(&self, command: &mut Command) {
        command.env_clear().env("PATH", "/nowhere").env("HOME", self.at("home"));
        command.current_dir(&self.root).stdin(Stdio::null());
    }

    /// Runs a command. One that waits for a lock that nobody holds would wait for ever.
    pub(crate) fn assembly(&self, words: &[&str]) -> Output {
        let mut command = Command::new(program("timeout"));
        command.arg("60").arg(BINARY).args(words);
        self.surround(&mut command);
        command.output().unwrap()
    }

    /// Runs a command that must succeed.
    pub(crate) fn done(&self, words: &[&str]) -> &Self {
        let output = self.assembly(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {output:?}");
        self
    }

    /// Everything in it.
    pub(crate) fn tree(&self) -> Vec<String> {
        tree_of(&self.root)
    }

    /// Makes everything as it was at the start.
    pub(crate) fn reset(&self) {
        std::fs::remove_dir_all(&self.root).unwrap();
        copy(&self.start, &self.root);
    }
}

/// In memory where there is such a folder: what takes the time on a disk is that backups are synced.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.or_else(|_| tempfile::tempdir()).unwrap()
}

/// Where a program is that the tests need; the commands themselves find none.
pub(crate) fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| {
        panic!("`{name}` is missing: install it, for example with `apt-get install {name}`")
    })
}

/// Copies a folder with links and modes.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().unwrap();
        if kind.is_symlink() {
            symlink(std::fs::read_link(&from).unwrap(), &to).unwrap();
        } else if kind.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(&from, &to).unwrap();
        }
    }
    std::fs::set_permissions(to, std::fs::metadata(from).unwrap().permissions()).unwrap();
}
