//! What a plan says about the lines of an ignore file, and what it does about them.

use super::change::{Action, Change, Kind, diff_of};
use super::draft::Draft;
use super::drift::{Drift, DriftState};
use super::fingerprint::fingerprint_of;
use super::standing::{Item, Standing};
use super::written::Lines;
use crate::diagnostic::{listed, listed_few};

/// Ignore lines that stay when all that is ours goes, each with the path of the edited file that it hides.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) lines: Vec<String>,
    pub(super) paths: Vec<String>,
}

impl Left {
    /// Leaves only these lines.
    pub(super) fn retain(&mut self, is_left: impl Fn(&str) -> bool) {
        let both = std::mem::take(&mut self.lines).into_iter().zip(std::mem::take(&mut self.paths));
        (self.lines, self.paths) = both.filter(|(line, _)| is_left(line)).unzip();
    }
}

/// A file of lines before and after.
pub(super) struct LineChange<'a> {
    /// As people know the file.
    pub(super) path: &'a str,
    pub(super) standing: &'a Standing,
    /// `None` when there will be no file.
    pub(super) after: Option<Vec<u8>>,
    pub(super) added: &'a [String],
    pub(super) removed: &'a [String],
    pub(super) left: &'a Left,
    /// Our share as the ledger has it.
    pub(super) recorded: Option<&'a Lines>,
    /// Whether any line is wanted.
    pub(super) is_wanted: bool,
}

impl Draft<'_> {
    /// Says what becomes of a file of lines; whether it changes.
    pub(super) fn tell_lines(&mut self, change: &LineChange<'_>) -> bool {
        let LineChange { path, standing, is_wanted, .. } = *change;
        let mode = match standing {
            Standing::Item(Item::File { mode, .. }) => *mode,
            _ => super::Mode::NEW,
        };
        let after = change.after.clone().map(|bytes| Item::File { bytes: super::Bytes(bytes), mode });
        let before = standing.item();
        let action = match (before, &after) {
            _ if before == after.as_ref() && is_wanted => Action::Unchanged,
            _ if before == after.as_ref() => Action::Drop,
            (None, _) => Action::Create,
            (_, None) => Action::Remove,
            _ => Action::Update,
        };
        let state = standing.state();
        self.changes.push(Change {
            path: path.to_owned(),
            kind: Kind::Lines,
            action,
            reason: change.sentence(),
            drift: change.drift(action),
            before: fingerprint_of(&state),
            after: after.as_ref().and_then(|item| fingerprint_of(&item.state())),
            diff: self.diffs.then(|| diff_of(path.trim_start_matches('/'), before, after.as_ref())).flatten(),
            place: None,
            backups: Vec::new(),
        });
        before != after.as_ref()
    }
}

impl LineChange<'_> {
    /// How the lines stand: taken out by hand, or other ones than are wanted now.
    fn drift(&self, action: Action) -> Drift {
        let is_recorded = |line: &&String| self.recorded.is_some_and(|share| share.ours.contains(line));
        let taken_out: Vec<&String> = self.added.iter().filter(is_recorded).collect();
        let is_known = self.recorded.is_some();
        match action {
            Action::Unchanged => Drift::none(),
            _ if !taken_out.is_empty() => {
                Drift::edited(format!("taken out since: {}", listed_few(taken_out.iter())))
            }
            Action::Create if self.removed.is_empty() && !is_known => Drift::missing(false),
            Action::Drop => Drift::stale("no line is wanted any more"),
            _ if !is_known => Drift::new(DriftState::Missing, self.sentence()),
            _ => Drift::stale(self.sentence()),
        }
    }

    /// Which lines come, go and stay behind.
    fn sentence(&self) -> String {
        let list = |verb: &str, lines: &[String], end: &str| {
            (!lines.is_empty()).then(|| format!("{verb} {}{end}", listed(lines)))
        };
        let is_new = |line: &&String| !self.left.lines.contains(line);
        let added: Vec<String> = self.added.iter().filter(is_new).cloned().collect();
        let parts = [
            list("adds", &added, ""),
            list("takes out", self.removed, ""),
            list("leaves", &self.left.lines, " for what was edited"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}
