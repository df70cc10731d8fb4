//! The stand-in agent: records its arguments, environment and folder, and exits as `EXIT` says.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = r#"#!/bin/sh
: > "$RECORD/argv"
for word in "$@"; do printf '%s\0' "$word" >> "$RECORD/argv"; done
env -0 > "$RECORD/env"
pwd > "$RECORD/cwd"
echo "agent here"
: > "$RECORD/done"
exit "${EXIT:-0}"
"#;

/// Writes the script.
pub(crate) fn install(path: &Path) {
    std::fs::write(path, SCRIPT).expect("a file");
    make_executable(path, 0o755);
}

/// Gives a file that this process wrote an executable mode. The file is copied by another process first: a test that
/// starts a program at this moment could still hold ours open for writing, and then nobody may execute it.
pub(crate) fn make_executable(path: &Path, mode: u32) {
    let copy = path.with_extension("copy");
    let status = Command::new("cp").arg(path).arg(&copy).status().expect("cp");
    assert!(status.success());
    std::fs::rename(&copy, path).expect("a rename");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
}

/// What the agent was started with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) argv: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) cwd: String,
}

impl Session {
    /// Reads the record; panics when no agent ran.
    pub(crate) fn read(folder: &Path) -> Self {
        let read = |name: &str| {
            let bytes = std::fs::read(folder.join(name))
                .unwrap_or_else(|error| panic!("no agent ran: {name}: {error}"));
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let split = |text: String| -> Vec<String> {
            text.strip_suffix('\0')
                .map(|text| text.split('\0').map(str::to_owned).collect())
                .unwrap_or_default()
        };
        let env = split(read("env"))
            .into_iter()
            .filter_map(|pair| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        Self { argv: split(read("argv")), env, cwd: read("cwd").trim_end_matches('\n').to_owned() }
    }

    /// The value of a variable.
    pub(crate) fn env(&self, name: &str) -> Option<&str> {
        self.env.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
