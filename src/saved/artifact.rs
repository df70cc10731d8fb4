//! The diff between what two plans would put at one path.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::created::created;
use super::saved_plan::path_of;
use crate::Digest;
use crate::plan::diff_of_texts;

/// One file that would be there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Made {
    /// What identifies it.
    hash: String,
    /// Of a file in a copied folder.
    mode: Option<String>,
    /// None when the plan does not hold it.
    text: Option<String>,
}

/// From the older content to the newer. Where a plan does not hold its content, since something stands there already or
/// it is too large, the newer diff; of links nothing.
pub(super) fn difference_of(old: Option<&Value>, new: Option<&Value>) -> Option<String> {
    let newer = || new.and_then(|new| new["diff"].as_str()).map(str::to_owned);
    let (Some(before), Some(after)) = (made(old), made(new)) else { return newer() };
    let mut text = String::new();
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for path in paths {
        let (old, new) = (before.get(path), after.get(path));
        if old == new {
            continue;
        }
        let is_known = |made: Option<&Made>| made.is_none_or(|made| made.text.is_some());
        if !is_known(old) || !is_known(new) {
            _ = writeln!(text, "--- a/{path}\n+++ b/{path}\nthe text is not in the plans");
            continue;
        }
        let content = |made: Option<&'_ Made>| made.and_then(|made| made.text.clone());
        let (old_text, new_text) = (content(old), content(new));
        if old_text != new_text {
            text.push_str(&diff_of_texts(path, old_text.as_deref(), new_text.as_deref()));
        }
        if let (Some(Some(old)), Some(Some(new))) = (old.map(|made| &made.mode), new.map(|made| &made.mode))
            && old != new
        {
            _ = writeln!(text, "--- a/{path}\n+++ b/{path}\nmode {old}, then {new}");
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The files that a change makes where nothing stood. A link makes none, and neither does no change. Nothing when that
/// cannot be told from the document.
fn made(change: Option<&Value>) -> Option<BTreeMap<String, Made>> {
    let mut files = BTreeMap::new();
    let Some(change) = change.filter(|change| change["kind"] != "link") else { return Some(files) };
    if !change["before"].is_null() {
        return None;
    }
    let mut texts = created(change["diff"].as_str()?)?;
    let root = path_of(change);
    let mut add = |path: String, hash: &str, mode: Option<&str>| {
        // An empty file has no diff.
        let text = texts.remove(path.as_str()).unwrap_or_else(|| Some(String::new()));
        let text = text.filter(|text| format!("sha256:{}", Digest::of(text.as_bytes())) == hash);
        files.insert(path, Made { hash: hash.to_owned(), mode: mode.map(str::to_owned), text });
    };
    match &change["after"] {
        Value::String(hash) => add(root.to_owned(), hash, None),
        Value::Array(listed) => {
            for file in listed {
                add(format!("{root}/{}", path_of(file)), file["hash"].as_str()?, file["mode"].as_str());
            }
        }
        _ => return None,
    }
    Some(files)
}
