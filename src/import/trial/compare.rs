//! In what a script and its launcher differ.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use similar::TextDiff;

use super::found::Found;
use super::stand_in::Session;
use crate::diagnostic::visible;

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The file, or what of the start of the agent it is about.
    pub subject: String,
    /// Why it is meant, if it is.
    pub meant: Option<&'static str>,
    /// What the script and the launcher do, line by line; empty when it is meant.
    pub detail: String,
}

const SETTINGS: &str = ".claude/settings.local.json";
const INSTRUCTIONS: &str = "CLAUDE.local.md";

/// Variables that shells, and not scripts, set; and what `run` tells every session.
const OF_THE_SHELL: [&str; 6] = ["PWD", "OLDPWD", "SHLVL", "_", "ASSEMBLY_DIR", "ASSEMBLY_LAUNCHER"];

/// Compares what a script did with what its launcher does: the files in the target, and how the agent is started.
pub fn compare(
    script: (&BTreeMap<String, Found>, Option<&Session>),
    launcher: (&BTreeMap<String, Found>, Option<&Session>),
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let paths: BTreeSet<&String> = script.0.keys().chain(launcher.0.keys()).collect();
    for path in paths {
        differences.extend(compare_files(path, script.0.get(path), launcher.0.get(path)));
    }
    match (script.1, launcher.1) {
        (Some(before), Some(after)) => compare_sessions(before, after, &mut differences),
        (None, Some(_)) => {
            differences.push(difference("the start of the agent", "-", "the agent is started"));
        }
        (Some(_), None) => {
            differences.push(difference("the start of the agent", "the agent is started", "-"));
        }
        (None, None) => {}
    }
    differences
}

fn difference(subject: &str, before: &str, after: &str) -> Difference {
    let detail = format!("script:   {}\nlauncher: {}", visible(before), visible(after));
    Difference { subject: subject.to_owned(), meant: None, detail }
}

fn meant(subject: &str, why: &'static str) -> Difference {
    Difference { subject: subject.to_owned(), meant: Some(why), detail: String::new() }
}

fn compare_files(path: &str, before: Option<&Found>, after: Option<&Found>) -> Option<Difference> {
    if before == after {
        return None;
    }
    let (before, after) = match (before, after) {
        (Some(Found::Link(before)), Some(Found::Link(after))) => {
            let (before, after) = (before.to_string_lossy(), after.to_string_lossy());
            return Some(if before.replace("/.claude/skills/", "/skills/") == after {
                meant(path, "skills lie in `skills/` of the hub, not in `.claude/skills/`")
            } else {
                difference(path, &before, &after)
            });
        }
        (Some(Found::File(before)), Some(Found::File(after))) => {
            (String::from_utf8_lossy(before), String::from_utf8_lossy(after))
        }
        (before, after) => return Some(difference(path, &kind(before), &kind(after))),
    };
    if path == INSTRUCTIONS && after.starts_with('@') && after.ends_with(&format!("\n---\n\n{before}")) {
        return Some(meant(path, "imports `AGENTS.md`, which the agent would not read any more"));
    }
    if path == SETTINGS && same_hooks(&before, &after) {
        return Some(meant(path, "no `timeout` that nobody asked for, paths quoted where they need it"));
    }
    let diff = TextDiff::from_lines(before.as_ref(), after.as_ref());
    let diff = diff.unified_diff().context_radius(1).header("script", "launcher").to_string();
    Some(Difference { subject: path.to_owned(), meant: None, detail: first_lines(&diff) })
}

fn kind(found: Option<&Found>) -> String {
    match found {
        None => "nothing".to_owned(),
        Some(Found::File(_)) => "a file".to_owned(),
        Some(Found::Link(destination)) => format!("a link to {}", destination.display()),
    }
}

/// Whether both are the same hooks, apart from what assembly writes otherwise.
fn same_hooks(before: &str, after: &str) -> bool {
    let read = |text: &str| {
        let mut settings: Value = serde_json::from_str(text).ok()?;
        plain(&mut settings);
        Some(settings)
    };
    read(before).is_some_and(|before| read(after) == Some(before))
}

/// Takes out timeouts, and the quotes of commands.
fn plain(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("timeout");
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::String(command) if name == "command" => command.retain(|quote| quote != '\''),
                    other => plain(other),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(plain),
        _ => {}
    }
}

fn compare_sessions(before: &Session, after: &Session, differences: &mut Vec<Difference>) {
    if before.arguments != after.arguments {
        let shown = |session: &Session| {
            let words: Vec<String> =
                session.arguments.iter().map(|word| crate::diagnostic::shell_word(word)).collect();
            words.join(" ")
        };
        differences.push(difference("the arguments", &shown(before), &shown(after)));
    }
    if before.folder != after.folder {
        differences.push(difference("the folder", &before.folder, &after.folder));
    }
    let names: BTreeSet<&String> = before.environment.keys().chain(after.environment.keys()).collect();
    for name in names.into_iter().filter(|name| !OF_THE_SHELL.contains(&name.as_str())) {
        let (before, after) = (before.environment.get(name), after.environment.get(name));
        if before != after {
            let shown = |value: Option<&String>| {
                value.map_or_else(|| "unset".to_owned(), |value| format!("`{value}`"))
            };
            differences.push(difference(&format!("the variable `{name}`"), &shown(before), &shown(after)));
        }
    }
}

fn first_lines(text: &str) -> String {
    const MOST: usize = 20;
    let mut lines: Vec<&str> = text.lines().take(MOST).collect();
    if text.lines().count() > MOST {
        lines.push("…");
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::{Found, Session, compare};

    fn said(path: &str, before: Found, after: Found) -> String {
        let files = |found| BTreeMap::from([(path.to_owned(), found)]);
        let differences = compare((&files(before), None), (&files(after), None));
        let said =
            differences.iter().map(|one| format!("{}: {}", one.subject, one.meant.unwrap_or(&one.detail)));
        said.collect::<Vec<_>>().join("\n")
    }

    fn file(text: &str) -> Found {
        Found::File(text.into())
    }

    #[test]
    fn what_is_meant_is_named() {
        let hooks = |command: &str, rest: &str| {
            file(&format!(
                r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"{command}"{rest}}}]}}]}}}}"#
            ))
        };
        let settings = ".claude/settings.local.json";
        assert!(
            said(settings, hooks("bash /a b.sh", ",\"timeout\":5000"), hooks("bash '/a b.sh'", ""))
                .contains("timeout")
        );
        assert!(said(settings, hooks("bash /a.sh", ""), hooks("bash /b.sh", "")).contains('+'));
        assert!(said("CLAUDE.local.md", file("x\n"), file("@AGENTS.md\n\n---\n\nx\n")).contains("imports"));
        let link = |path: &str| Found::Link(PathBuf::from(path));
        assert!(said("l", link("/h/.claude/skills/x"), link("/h/skills/x")).contains("lie in"));
        assert!(
            said("l", link("/h/.claude/skills/x"), link("/h/skills/y")).contains("launcher: /h/skills/y")
        );
    }

    #[test]
    fn every_other_difference_is_shown() {
        assert_eq!(said("a", file("1\n"), file("1\n")), "");
        assert_eq!(said("a", file("1\n"), file("2\n")), "a: --- script\n+++ launcher\n@@ -1 +1 @@\n-1\n+2");
        let mut before = Session { arguments: vec!["a b".to_owned()], ..Session::default() };
        before.environment.extend([("A".to_owned(), "1".to_owned()), ("PWD".to_owned(), "/x".to_owned())]);
        let after = Session { folder: "/t".to_owned(), ..Session::default() };
        let none = BTreeMap::new();
        let found = compare((&none, Some(&before)), (&none, Some(&after)));
        let said: Vec<&str> = found.iter().map(|one| one.detail.as_str()).collect();
        assert_eq!(
            said,
            ["script:   'a b'\nlauncher: ", "script:   \nlauncher: /t", "script:   `1`\nlauncher: unset"]
        );
        assert_eq!(compare((&none, None), (&none, Some(&after))).len(), 1);
    }
}
