//! A difference in words and lines.

use std::collections::HashSet;

use serde_json::Value;

use super::difference::{ArtifactDifference, LauncherDifference, Setting, State};
use crate::diagnostic::shell_word;

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// `CLAUDE.local.md`, `argv`.
    pub name: String,
    /// What became of it.
    pub state: State,
    /// Why, where a plan gives a reason.
    pub remark: String,
    /// A unified diff, or lines of which each begins with `-` or `+`; may be empty.
    pub lines: String,
}

impl LauncherDifference {
    /// Everything that differs: the launcher's own values, then artifacts, then files that are read where they stand. Of a
    /// launcher that is gone nothing is left to be looked at.
    pub fn parts(&self) -> Vec<Part> {
        if self.state == State::Removed {
            return Vec::new();
        }
        let settings = self.settings.iter().map(|setting| Part {
            name: setting.name.clone(),
            state: State::of(!setting.old.is_null(), !setting.new.is_null()),
            remark: String::new(),
            lines: setting_lines(setting),
        });
        let artifacts = self.artifacts.iter().map(|artifact| Part {
            name: artifact.path.clone(),
            state: artifact.state,
            remark: remark(artifact),
            lines: artifact.diff.clone().unwrap_or_else(|| destinations(artifact)),
        });
        let reads = self.reads.iter().map(|file| Part {
            name: file.path.clone(),
            state: file.state,
            remark: if file.state == State::Changed { "read where it stands" } else { "" }.to_owned(),
            lines: file_lines(&file.old, &file.new),
        });
        settings.chain(artifacts).chain(reads).collect()
    }
}

/// What is gone and what came, line by line.
fn setting_lines(setting: &Setting) -> String {
    let (old, new) = (lines_of(&setting.old), lines_of(&setting.new));
    let (before, after): (HashSet<&String>, HashSet<&String>) = (old.iter().collect(), new.iter().collect());
    let gone = old.iter().filter(|line| !after.contains(line)).map(|line| format!("- {line}\n"));
    let came = new.iter().filter(|line| !before.contains(line)).map(|line| format!("+ {line}\n"));
    let lines: String = gone.chain(came).collect();
    if lines.is_empty() && setting.old != setting.new { "the order differs\n".to_owned() } else { lines }
}

/// A value as lines: a command as words of a shell, variables one a line.
fn lines_of(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Null => Vec::new(),
        Value::Array(words) => {
            vec![words.iter().map(|word| shell_word(&text(word))).collect::<Vec<_>>().join(" ")]
        }
        Value::Object(variables) => {
            let line = |(name, value): (&String, &Value)| match value {
                Value::Null => format!("{name} is unset"),
                value => format!("{name}={}", shell_word(&text(value))),
            };
            variables.iter().map(line).collect()
        }
        value => vec![text(value)],
    }
}

/// The reason of the newer change, and the kinds where they differ.
fn remark(artifact: &ArtifactDifference) -> String {
    let text = |change: &Value, key: &str| change[key].as_str().unwrap_or_default().to_owned();
    let kinds = (text(&artifact.old, "kind"), text(&artifact.new, "kind"));
    if artifact.state == State::Changed && kinds.0 != kinds.1 {
        return format!("{}, then {}", called(&kinds.0), called(&kinds.1));
    }
    let actions = (text(&artifact.old, "action"), text(&artifact.new, "action"));
    if artifact.state == State::Changed && actions.0 != actions.1 {
        return format!("{}, then {}", actions.0, actions.1);
    }
    text(&artifact.new, "reason")
}

/// A kind in a sentence.
fn called(kind: &str) -> String {
    match kind {
        "entries" | "lines" => format!("{kind} in a file"),
        _ => format!("a {kind}"),
    }
}

/// Where a link points.
fn destinations(artifact: &ArtifactDifference) -> String {
    let line = |sign: &str, change: &Value| match (&change["kind"], &change["after"]) {
        (Value::String(kind), Value::String(destination)) if kind == "link" => {
            format!("{sign} {destination}\n")
        }
        _ => String::new(),
    };
    if artifact.old["after"] == artifact.new["after"] {
        return String::new();
    }
    line("-", &artifact.old) + &line("+", &artifact.new)
}

/// Mode and hash of a file, of which the hub has the text.
fn file_lines(old: &Value, new: &Value) -> String {
    let line = |sign: &str, file: &Value| match (file["mode"].as_str(), file["hash"].as_str()) {
        (Some(mode), Some(hash)) => format!("{sign} {mode} {hash}\n"),
        _ => String::new(),
    };
    line("-", old) + &line("+", new)
}
