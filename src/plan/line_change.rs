//! What a plan says about the lines of an ignore file, and what it does about them.

use super::change::{Action, Change, Kind, diff_of};
use super::draft::Draft;
use super::drift::{Drift, DriftState};
use super::fingerprint::fingerprint_of;
use super::gitignore::GITIGNORE;
use super::ignore::{Decision, IgnoreFile, LineEdit};
use super::standing::{Item, Standing};
use super::step::Step;
use crate::diagnostic::{listed, listed_few};

impl Draft<'_> {
    /// Has the lines of a file changed as was decided.
    pub(super) fn change_lines(
        &mut self,
        file: &IgnoreFile,
        standing: &Standing,
        decision: Decision,
        is_wanted: bool,
    ) {
        let (found, mode) = match standing {
            Standing::Item(Item::File { bytes, mode }) => (Some(&bytes.0), *mode),
            _ => (None, super::Mode::NEW),
        };
        let after = decision.bytes.map(|bytes| Item::File { bytes: super::Bytes(bytes), mode });
        let before = standing.item();
        let action = match (found, &after) {
            _ if before == after.as_ref() && is_wanted => Action::Unchanged,
            _ if before == after.as_ref() => Action::Drop,
            (None, _) => Action::Create,
            (_, None) => Action::Remove,
            _ if !is_wanted => Action::Remove,
            _ => Action::Update,
        };
        let drift = drift_of(file, &decision.edit, action);
        let path = GITIGNORE.to_owned();
        let state = standing.state();
        self.changes.push(Change {
            path: path.clone(),
            kind: Kind::Lines,
            action,
            reason: sentence(&decision.edit.add, &decision.edit.remove),
            drift,
            before: fingerprint_of(&state),
            after: after.as_ref().and_then(|item| fingerprint_of(&item.state())),
            diff: self.diffs.then(|| diff_of(&path, before, after.as_ref())).flatten(),
            place: None,
            backups: Vec::new(),
        });
        if before != after.as_ref() {
            self.steps.push(Step::EditLines { path, before: state, edit: decision.edit });
        }
    }
}

/// How the lines stand: taken out by hand, or other ones than are wanted now.
fn drift_of(file: &IgnoreFile, edit: &LineEdit, action: Action) -> Drift {
    let taken_out: Vec<String> = edit.add.iter().filter(|line| file.is_recorded(line)).cloned().collect();
    match action {
        Action::Unchanged => Drift::none(),
        _ if !taken_out.is_empty() => {
            Drift::edited(format!("taken out since: {}", listed_few(taken_out.iter())))
        }
        Action::Create if edit.remove.is_empty() && !file.is_known() => Drift::missing(false),
        Action::Drop => Drift::stale("no line is wanted any more"),
        _ if !file.is_known() => Drift::new(DriftState::Missing, sentence(&edit.add, &edit.remove)),
        _ => Drift::stale(sentence(&edit.add, &edit.remove)),
    }
}

/// Which lines come and which go.
fn sentence(added: &[String], removed: &[String]) -> String {
    let list =
        |verb: &str, lines: &[String]| (!lines.is_empty()).then(|| format!("{verb} {}", listed(lines)));
    let parts: Vec<String> =
        [list("adds", added), list("takes out", removed)].into_iter().flatten().collect();
    parts.join("; ")
}
