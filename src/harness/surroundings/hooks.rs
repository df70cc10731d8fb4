//! Settings files beside the generated one whose hooks the CLI runs too.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::disk::{WorkTree, read_regular};
use crate::harness::layout::Layout;

/// The hooks of one settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::harness) struct ForeignHooks {
    /// The file, absolute.
    pub(in crate::harness) file: PathBuf,
    /// Why the CLI reads it.
    pub(in crate::harness) whose: Whose,
    /// In the order of the file.
    pub(in crate::harness) hooks: Vec<ForeignHook>,
}

/// Why a settings file is read beside the generated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::harness) enum Whose {
    /// It is the project's own, in the target.
    Project,
    /// It lies in the main checkout of the target's repository, at its top.
    Repository,
}

/// A hook, as far as it matters whether another one is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::harness) struct ForeignHook {
    pub(in crate::harness) event: String,
    pub(in crate::harness) matcher: Option<String>,
    /// What it does: the command with its arguments, or whatever else says that.
    pub(in crate::harness) action: String,
}

/// What runs beside the hooks of the generated file when a session is started in `target`, a path without links.
pub(super) fn foreign_hooks(layout: &Layout, target: &Path) -> Vec<ForeignHooks> {
    let work_tree = WorkTree::around(target).ok().flatten();
    let repository = work_tree.as_ref().and_then(WorkTree::main).filter(|top| *top != target);
    let files = [
        Some((target.join(layout.shared_settings_file), Whose::Project)),
        repository.map(|top| (top.join(layout.settings_file), Whose::Repository)),
    ];
    let read = |(file, whose): (PathBuf, Whose)| {
        let settings = settings(&file)?;
        if settings["disableAllHooks"] == true {
            return None;
        }
        let hooks = hooks(&settings["hooks"]);
        (!hooks.is_empty()).then_some(ForeignHooks { file, whose, hooks })
    };
    files.into_iter().flatten().filter_map(read).collect()
}

/// A settings file; nothing when there is none that the CLI would take.
fn settings(path: &Path) -> Option<Json> {
    const LARGEST: u64 = 2 << 20;
    serde_json::from_slice(&read_regular(path, LARGEST).ok()?).ok()
}

/// The handlers of the value of `hooks`, also of that of a generated file.
pub(in crate::harness) fn hooks(events: &Json) -> Vec<ForeignHook> {
    let mut found = Vec::new();
    for (event, groups) in events.as_object().into_iter().flatten() {
        for group in groups.as_array().into_iter().flatten() {
            let matcher = group["matcher"].as_str().map(str::to_owned);
            for handler in group["hooks"].as_array().into_iter().flatten() {
                let (event, matcher) = (event.clone(), matcher.clone());
                found.push(ForeignHook { event, matcher, action: action(handler) });
            }
        }
    }
    found
}

/// What a handler does, without its timeout and the like.
fn action(handler: &Json) -> String {
    let parts = ["command", "args", "url", "prompt", "server", "tool"];
    let parts = parts.iter().filter_map(|part| match &handler[part] {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    });
    parts.collect::<Vec<_>>().join(" ")
}
