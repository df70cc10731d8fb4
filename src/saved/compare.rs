//! Holds two plans against each other, launcher by launcher.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::artifact::difference_of;
use super::difference::{ArtifactDifference, FileDifference, LauncherDifference, Setting, State};
use super::saved_plan::{Entry, SavedPlan, changes_of, name_of, path_of};

/// The launchers that differ: those of the newer plan in its order, then those that are gone.
pub fn compare(old: &SavedPlan, new: &SavedPlan) -> Vec<LauncherDifference> {
    let mut before: HashMap<&str, &Entry> =
        old.launchers.iter().map(|entry| (name_of(entry), entry)).collect();
    let mut found = Vec::new();
    for entry in &new.launchers {
        found.extend(compare_launcher(before.remove(name_of(entry)), Some(entry)));
    }
    for entry in &old.launchers {
        // What was not taken out is gone; of one that is there twice nothing more is said.
        if before.remove(name_of(entry)).is_some() {
            found.extend(compare_launcher(Some(entry), None));
        }
    }
    found
}

fn compare_launcher(old: Option<&Entry>, new: Option<&Entry>) -> Option<LauncherDifference> {
    let difference = LauncherDifference {
        launcher: name_of(new.or(old)?).to_owned(),
        state: State::of(old.is_some(), new.is_some()),
        settings: settings(old, new),
        artifacts: artifacts(old, new),
        reads: reads(old, new),
    };
    let is_same = difference.state == State::Changed
        && difference.settings.is_empty()
        && difference.artifacts.is_empty()
        && difference.reads.is_empty();
    (!is_same).then_some(difference)
}

/// Everything but the name, and what is compared by itself. The working directory is the target, and not said again.
fn settings(old: Option<&Entry>, new: Option<&Entry>) -> Vec<Setting> {
    const APART: [&str; 3] = ["launcher", "changes", "reads"];
    let value = |entry: Option<&Entry>, key: &str| {
        entry.and_then(|entry| entry.get(key)).cloned().unwrap_or_default()
    };
    let is_said = |key: &&String| {
        let is_target = |entry: Option<&Entry>| value(entry, "cwd") == value(entry, "target");
        let is_said_already = *key == "cwd" && is_target(old) && is_target(new);
        !is_said_already && !APART.contains(&key.as_str())
    };
    let mut keys: Vec<&String> = new.into_iter().chain(old).flat_map(Entry::keys).filter(is_said).collect();
    let mut seen = HashSet::new();
    keys.retain(|key| seen.insert(*key));
    let setting = |key: &String| Setting { name: key.clone(), old: value(old, key), new: value(new, key) };
    keys.into_iter().map(setting).filter(|setting| !says_same(&setting.old, &setting.new)).collect()
}

/// Whether two values are one; nothing is the same as an empty list.
fn says_same(old: &Value, new: &Value) -> bool {
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    old == new || is_nothing(old) && is_nothing(new)
}

/// Items of both lists by their paths: in the order of the newer, then what is gone.
fn paired<'a>(old: &'a [Value], new: &'a [Value]) -> Vec<(Option<&'a Value>, Option<&'a Value>)> {
    let by_path =
        |items: &'a [Value]| items.iter().map(|item| (path_of(item), item)).collect::<HashMap<_, _>>();
    let (before, after) = (by_path(old), by_path(new));
    let kept = new.iter().map(|item| (before.get(path_of(item)).copied(), Some(item)));
    let gone = old.iter().filter(|item| !after.contains_key(path_of(item))).map(|item| (Some(item), None));
    kept.chain(gone).collect()
}

fn artifacts(old: Option<&Entry>, new: Option<&Entry>) -> Vec<ArtifactDifference> {
    let changes = |entry: Option<&'_ Entry>| entry.map_or_else(Vec::new, |entry| changes_of(entry).to_vec());
    let (before, after) = (changes(old), changes(new));
    let mut found = Vec::new();
    for (old, new) in paired(&before, &after) {
        let said = |change: Option<&Value>| change.map_or(Value::Null, said_of);
        let (old_said, new_said) = (said(old), said(new));
        if old_said != new_said {
            found.push(ArtifactDifference {
                path: new.or(old).map(path_of).unwrap_or_default().to_owned(),
                state: State::of(old.is_some(), new.is_some()),
                diff: difference_of(old, new),
                old: old_said,
                new: new_said,
            });
        }
    }
    found
}

/// What a change says, without its path and its diff, which follows from the rest.
fn said_of(change: &Value) -> Value {
    const SAID: [&str; 5] = ["kind", "action", "reason", "before", "after"];
    SAID.into_iter().map(|key| (key.to_owned(), change[key].clone())).collect::<Entry>().into()
}

/// Files that are read; a plan that does not say which says nothing about them.
fn reads(old: Option<&Entry>, new: Option<&Entry>) -> Vec<FileDifference> {
    let listed = |entry: Option<&'_ Entry>| match entry {
        Some(entry) => entry.get("reads").and_then(Value::as_array).cloned(),
        None => Some(Vec::new()),
    };
    let (Some(before), Some(after)) = (listed(old), listed(new)) else { return Vec::new() };
    let mut found = Vec::new();
    for (old, new) in paired(&before, &after) {
        if old != new {
            let said = |file: Option<&Value>| {
                let mut file = file.cloned().unwrap_or_default();
                if let Value::Object(file) = &mut file {
                    file.shift_remove("path");
                }
                file
            };
            found.push(FileDifference {
                path: new.or(old).map(path_of).unwrap_or_default().to_owned(),
                state: State::of(old.is_some(), new.is_some()),
                old: said(old),
                new: said(new),
            });
        }
    }
    found
}
