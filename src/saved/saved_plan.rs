//! A document `assembly.plan/1`, read back.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::codes;
use crate::diagnostic::{Diagnostic, Place, SourceFile, offset_of, place_of_key, visible};
use crate::plan::is_newer;

/// The format of plans as documents.
pub const FORMAT: &str = "assembly.plan/1";

/// One launcher of a plan, as the document has it.
pub type Entry = Map<String, Value>;

/// The launchers of a plan. Each has a name, and a list of changes that have paths; the rest is taken as it is.
#[derive(Clone, Debug, Default)]
pub struct SavedPlan {
    /// In the order of the document.
    pub launchers: Vec<Entry>,
}

impl SavedPlan {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// What it is instead of a plan, with the place.
    pub fn parse(file: &Arc<SourceFile>) -> Result<Self, Diagnostic> {
        let document: Value = serde_json::from_str(file.text()).map_err(|error| broken(file, &error))?;
        check_format(file, &document)?;
        let launchers = document.get("launchers").and_then(Value::as_array);
        let launchers = launchers.map(|all| all.iter().map(|value| value.as_object().cloned()).collect());
        let launchers: Option<Option<Vec<Entry>>> = launchers;
        let launchers = launchers.flatten().filter(|launchers| launchers.iter().all(is_entry));
        let launchers = launchers.ok_or_else(|| {
            let place = place_of_key(file, &["launchers"]).unwrap_or_else(|| beginning(file));
            not_a_plan(file, &place, "does not list launchers with the paths of their artifacts")
        })?;
        Ok(Self { launchers })
    }

    /// That of a document of our own.
    pub fn of(document: &Value) -> Self {
        let launchers = document["launchers"].as_array().into_iter().flatten();
        Self { launchers: launchers.filter_map(|entry| entry.as_object().cloned()).collect() }
    }

    /// The names of its launchers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.launchers.iter().map(name_of)
    }

    /// Forgets all launchers but those with such a name.
    pub fn retain(&mut self, is_kept: &dyn Fn(&str) -> bool) {
        self.launchers.retain(|entry| is_kept(name_of(entry)));
    }

    /// Whether every launcher was planned without a look at its target; of none that cannot be told.
    pub fn is_portable(&self) -> Option<bool> {
        let first = self.launchers.first()?;
        Some(first.contains_key("reads"))
    }
}

/// The name of an entry.
pub(super) fn name_of(entry: &Entry) -> &str {
    entry.get("launcher").and_then(Value::as_str).unwrap_or_default()
}

/// The changes of an entry.
pub(super) fn changes_of(entry: &Entry) -> &[Value] {
    entry.get("changes").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The path of a change, or of a file that is read.
pub(super) fn path_of(item: &Value) -> &str {
    item["path"].as_str().unwrap_or_default()
}

fn is_entry(entry: &Entry) -> bool {
    let has_path = |change: &Value| change["path"].is_string();
    let lists_paths = |key: &str| match entry.get(key) {
        Some(Value::Array(items)) => items.iter().all(has_path),
        other => other.is_none() && key == "reads",
    };
    entry.get("launcher").is_some_and(Value::is_string) && lists_paths("changes") && lists_paths("reads")
}

fn check_format(file: &Arc<SourceFile>, document: &Value) -> Result<(), Diagnostic> {
    // A document can be long, and nearly all are what they should be.
    let place = || place_of_key(file, &["format"]).unwrap_or_else(|| beginning(file));
    match document["format"].as_str() {
        Some(FORMAT) => Ok(()),
        Some(format) if is_newer(format, FORMAT) => {
            let message = format!(
                "`{}` has the format `{}` of a newer assembly",
                visible(file.name()),
                visible(format)
            );
            Err(Diagnostic::new(&codes::NEWER, message)
                .label(&place(), format!("this version knows `{FORMAT}`"))
                .help("update assembly"))
        }
        Some(format) => Err(not_a_plan(file, &place(), &format!("says that it is `{}`", visible(format)))),
        None => Err(not_a_plan(file, &place(), "does not say its format")),
    }
}

fn not_a_plan(file: &SourceFile, place: &Place, fact: &str) -> Diagnostic {
    Diagnostic::new(&codes::NOT_A_PLAN, format!("`{}` is no saved plan", visible(file.name())))
        .label(place, fact)
        .help("save one with `assembly plan --portable --save FILE`")
}

fn broken(file: &Arc<SourceFile>, error: &serde_json::Error) -> Diagnostic {
    let at = offset_of(file.text(), error.line(), error.column());
    // The words of the error end with the place, which the label says.
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or(&words).to_owned();
    let end =
        file.text()[floor(file.text(), at)..].find('\n').map_or(file.text().len(), |length| at + length);
    Diagnostic::new(&codes::SYNTAX, format!("`{}` is no JSON document", visible(file.name())))
        .label(&Place::new(file, at..end), words)
        .help("save the plan anew with `assembly plan --portable --save FILE`")
}

/// The nearest border of two characters before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The first line of a file.
pub(super) fn beginning(file: &Arc<SourceFile>) -> Place {
    let line = file.text().lines().next().map_or(0, str::len);
    Place::new(file, 0..line)
}
