//! The real binary, in a folder of its own.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder in which commands are run.
pub(crate) struct Place {
    _root: TempDir,
    pub(crate) path: PathBuf,
}

impl Place {
    pub(crate) fn new() -> Self {
        let root = TempDir::new().unwrap();
        let path = root.path().canonicalize().unwrap().join("it's a $place");
        std::fs::create_dir(&path).unwrap();
        Self { _root: root, path }
    }

    pub(crate) fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path.join(path)
    }

    /// The command, which sees nothing of the world outside.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assembly"));
        command.args(words).env_clear().env("HOME", &self.path).current_dir(&self.path);
        command
    }

    /// Runs it, and gives what it says when the exit code is the expected one.
    #[track_caller]
    pub(crate) fn assembly(&self, words: &[&str], code: i32) -> String {
        said(&self.command(words).output().unwrap(), code)
    }

    /// Everything in the folder.
    pub(crate) fn tree(&self) -> Vec<(String, u32, Vec<u8>)> {
        tree_of(&self.path)
    }

    /// The names in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = std::fs::read_dir(&self.path).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// Every path below a folder with its mode and bytes; links and special files by their kind alone.
pub(crate) fn tree_of(root: &Path) -> Vec<(String, u32, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = std::fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            let bytes = if metadata.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
            found.push((name, metadata.permissions().mode(), bytes));
            if metadata.is_dir() {
                folders.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Stdout and stderr of a command that ended with the expected code.
#[track_caller]
pub(crate) fn said(output: &Output, code: i32) -> String {
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{text}");
    text
}
