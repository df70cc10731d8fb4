//! A hub with two launchers on one target, and a user.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::doing::{Doing, PATHS, What};

const BINARY: &str = env!("CARGO_BIN_EXE_assembly");

/// Everything below one folder.
pub(crate) struct World {
    root: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self { root: folder() };
        std::fs::create_dir(world.at("target")).unwrap();
        for (path, text) in [
            ("hub/modules/one.md", "# One\n"),
            ("hub/modules/two.md", "# Two\n"),
            ("hub/skills/review/SKILL.md", "---\nname: review\ndescription: Reviews.\n---\n\nRead it.\n"),
            ("hub/skills/review/deep/file", "Deep.\n"),
            ("hub/skills/notes/SKILL.md", "---\nname: notes\ndescription: Notes.\n---\n\nWrite it.\n"),
        ] {
            world.write(path, text);
        }
        for folder in ["objects", "refs"] {
            std::fs::create_dir_all(world.target(".git").join(folder)).unwrap();
        }
        world.write("target/.git/HEAD", "ref: refs/heads/main\n");
        world.launchers(
            "modules \"one.md\"; skills \"*\"; hooks; settings { model \"opus\"; }",
            "modules \"two.md\"; skills \"review\" mode=\"copy\"; settings \"merge\" { model \"sonnet\"; }",
        );
        world
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(path)
    }

    /// A path in the target.
    pub(crate) fn target(&self, path: impl AsRef<Path>) -> PathBuf {
        self.at("target").join(path)
    }

    fn write(&self, path: &str, text: &str) {
        std::fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        std::fs::write(self.at(path), text).unwrap();
    }

    fn launchers(&self, one: &str, two: &str) {
        let launcher = |name: &str, nodes: &str| {
            format!(
                "launcher \"{name}\" {{ target \"../target\"; cli \"sh\" harness=\"claude\"; {nodes}; }}\n"
            )
        };
        self.write("hub/launchers.kdl", &(launcher("one-claude", one) + &launcher("two-claude", two)));
    }

    /// Changes what the hub says.
    pub(crate) fn edit_hub(&self, edit: usize) {
        match edit {
            0 => self.write("hub/modules/one.md", "# One, and more\n"),
            1 => self.write(
                "hub/skills/review/SKILL.md",
                "---\nname: review\ndescription: Better.\n---\n\nRead on.\n",
            ),
            2 => self.write("hub/skills/review/extra.md", "Extra.\n"),
            3 => self.launchers("skills \"*\" mode=\"copy\"; hooks", "modules \"one.md\""),
            4 => self.launchers("gitignore #false", "skills \"*\"; gitignore #false"),
            5 => self.launchers("modules \"one.md\" \"two.md\"; skills \"notes\"", "hooks"),
            6 => self.launchers(
                "modules \"one.md\"; gitignore \"exclude\"",
                "skills \"*\" mode=\"copy\"; gitignore \"exclude\"; settings \"merge\" { env { A \"1\"; }; }",
            ),
            7 => self.launchers(
                "settings \"merge\" { model \"sonnet\"; permissions { allow \"Read\"; }; }; gitignore \"exclude\"",
                "settings \"merge\" { model \"opus\"; permissions { allow \"Read\" \"Edit\"; }; }; hooks",
            ),
            _ => self.launchers(
                "modules \"two.md\"; skills \"review\"",
                "modules \"one.md\"; skills \"*\" mode=\"copy\"",
            ),
        }
    }

    fn surround<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env_clear().env("PATH", "/nowhere").env("HOME", self.root.path());
        command.current_dir(self.root.path()).stdin(Stdio::null())
    }

    pub(crate) fn assembly(&self, words: &[&str]) -> Output {
        self.surround(Command::new(BINARY).args(words)).output().unwrap()
    }

    /// Runs a command that is killed before the call, if it makes so many; whether it was.
    pub(crate) fn killed(&self, words: &[&str], call: &str, nth: usize) -> bool {
        if !cfg!(target_os = "linux") {
            return false;
        }
        let mut strace = Command::new(program("strace"));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e"]);
        strace.arg(format!("inject={call}:signal=SIGKILL:when={nth}")).arg(BINARY).args(words);
        let output = self.surround(&mut strace).output().unwrap();
        !output.status.success()
    }

    /// What a user does in the target. What is written has the number in it.
    pub(crate) fn act(&self, doing: &Doing, number: usize) {
        let (Doing::Write { path, .. } | Doing::Delete { path } | Doing::Mode { path }) = *doing else {
            return;
        };
        let name = PATHS[path];
        let path = self.target(name);
        if !self.is_free(name) {
            return;
        }
        let text = format!("<user {number}>");
        match doing {
            Doing::Delete { .. } => clear(&path),
            Doing::Mode { .. } if path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) => {
                std::fs::set_permissions(path, PermissionsExt::from_mode(0o640)).unwrap();
            }
            Doing::Write { what: What::Added, .. } => {
                let before = match path.symlink_metadata() {
                    Ok(metadata) if metadata.is_file() => std::fs::read(&path).unwrap(),
                    Ok(_) => return,
                    Err(_) => Vec::new(),
                };
                self.put(name, &[&before, text.as_bytes(), b"\n"].concat());
            }
            Doing::Write { what, .. } => {
                clear(&path);
                match what {
                    What::Ours => self.put(name, b"# One\n"),
                    What::Link => {
                        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                        symlink(text, path).unwrap();
                    }
                    What::Folder => self.put(&format!("{name}/inner"), text.as_bytes()),
                    _ => self.put(name, text.as_bytes()),
                }
                if matches!(what, What::Private) {
                    std::fs::set_permissions(self.target(name), PermissionsExt::from_mode(0o600)).unwrap();
                }
            }
            _ => {}
        }
    }

    /// What a session, or the user, does in a settings file that is one.
    pub(crate) fn act_in_settings(&self, doing: &Doing, number: usize) {
        const NAME: &str = ".claude/settings.local.json";
        if !self.is_free(NAME) {
            return;
        }
        let found = self.target(NAME).symlink_metadata();
        let before = match found {
            Ok(metadata) if metadata.is_file() => std::fs::read_to_string(self.target(NAME)).unwrap(),
            Ok(_) => return,
            Err(_) => "{}".to_owned(),
        };
        let text = format!("<user {number}>");
        let after = if let Doing::Change = doing {
            ["sonnet", "opus", "Read"].iter().fold(before, |after, ours| after.replace(ours, &text))
        } else {
            let Some(rest) = before.strip_prefix('{') else { return };
            let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
            format!("{{\"{text}\": 1.50{comma}{rest}")
        };
        self.put(NAME, after.as_bytes());
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::create_dir_all(self.target(name).parent().unwrap()).unwrap();
        std::fs::write(self.target(name), bytes).unwrap();
    }

    /// Whether the user can have something there: what is above are folders of the target.
    fn is_free(&self, path: &str) -> bool {
        path.match_indices('/').all(|(at, _)| {
            self.target(&path[..at]).symlink_metadata().map_or(true, |metadata| metadata.is_dir())
        })
    }
}

/// In memory where there is such a folder: what takes the time on a disk is that backups are synced.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.or_else(|_| tempfile::tempdir()).unwrap()
}

/// Where a program is that the test needs; the commands themselves find none.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| {
        panic!("`{name}` is missing: install it, for example with `apt-get install {name}`")
    })
}

fn clear(path: &Path) {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path).unwrap(),
        Ok(_) => std::fs::remove_file(path).unwrap(),
        Err(_) => {}
    }
}
