//! The stand-in agent: records its arguments, environment and folder, and exits as `EXIT` says.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

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
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
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
