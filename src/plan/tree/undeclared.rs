//! A copied folder that nobody declares any more: the last rows of the ledger's table.

use super::found::Found;
use super::node::Node;
use super::pass::{Edits, Pass};
use super::report::sentence;
use crate::diagnostic::listed_few;
use crate::plan::PlanError;
use crate::plan::change::{Action, Change, Kind};
use crate::plan::declared::EDITED;
use crate::plan::draft::Draft;
use crate::plan::drift::{Drift, DriftState, GONE};
use crate::plan::entry::Entry;
use crate::plan::fingerprint::{FileFingerprint, Fingerprint, fingerprint_of};
use crate::plan::standing::State;
use crate::plan::step::{NewFile, Step};
use crate::plan::undeclared::Return;
use crate::plan::written::{CopiedFile, Original};

/// How a folder is let go.
pub(in crate::plan) struct Leaving {
    /// What is said first.
    pub(in crate::plan) why: String,
    /// What comes back in its place.
    pub(in crate::plan) returns: Return,
    pub(in crate::plan) edits: Edits,
}

impl Draft<'_> {
    /// The files in a folder that takes nothing with it when it goes: all are as the ledger says, and alone.
    pub(in crate::plan) fn ours_in(
        &mut self,
        path: &str,
        entry: &Entry,
    ) -> Result<Option<Vec<CopiedFile>>, PlanError> {
        let node = Node::recorded(entry.written.files());
        Ok(match self.found(path, &node)? {
            Found::Folder(inside) => inside.ours(&node),
            Found::Absent | Found::Item(_) | Found::Special(_) => None,
        })
    }

    /// Lets a folder go in which `entry` has files. Returns what was edited and stays, within the folder.
    pub(in crate::plan) fn let_tree_go(
        &mut self,
        entry: &Entry,
        leaving: Leaving,
    ) -> Result<Vec<String>, PlanError> {
        let Leaving { why, returns, edits } = leaving;
        let path = entry.path.as_str();
        let nothing = Vec::new();
        let restored: &[NewFile] = if let Return::Tree(files) = &returns { files } else { &nothing };
        let node = Node::restored(restored, entry.written.files());
        let found = self.found(path, &node)?;
        let ours = if let Found::Folder(inside) = &found { inside.ours(&node) } else { None };
        let mut pass = Pass::new(self, path, edits);
        let stays = pass.visit(path, &node, &found)?;
        let Pass { mut steps, mut report, written, .. } = pass;
        let mut parts = vec![why];
        for (names, said) in [
            (&report.edited, EDITED),
            (&report.kept, "edited since it was written, so it stays"),
            (&report.others, "not ours, so it stays"),
        ] {
            if !names.is_empty() {
                parts.push(format!("{said}: {}", listed_few(names.iter())));
            }
        }
        let before = match &found {
            Found::Item(item) => fingerprint_of(&item.state()),
            Found::Folder(_) => Some(report.fingerprint()),
            Found::Absent | Found::Special(_) => None,
        };
        let mut after = None;
        // From the backups, where it is not any more: what is in it was never ours.
        let had_folder = matches!(entry.original, Some(Original::Folder { .. }));
        let came_back = had_folder && matches!(returns, Return::Nothing { lost: true });
        match (returns, ours) {
            (Return::Tree(_), _) => {
                after = Some(Fingerprint::Tree(written.iter().map(FileFingerprint::recorded).collect()));
                parts.push("what stood there before comes back".to_owned());
            }
            (Return::Nothing { lost }, _) => {
                if lost {
                    parts.push("the backup of what stood there is gone".to_owned());
                }
                if !stays {
                    self.emptied.insert(path.to_owned());
                }
            }
            (Return::Item(item), Some(ours)) => {
                after = fingerprint_of(&item.state());
                parts.push("what stood there before comes back".to_owned());
                let aside = self.free_aside(path)?;
                steps = vec![Step::SetAside { path: path.to_owned(), after: item, aside, ours: Some(ours) }];
            }
            (Return::Folder { aside }, Some(ours)) => {
                parts.push("what stood there before comes back".to_owned());
                let before = State::Folder {};
                steps = vec![Step::PutBack { path: path.to_owned(), before, aside, ours: Some(ours) }];
            }
            (Return::Item(_) | Return::Folder { .. }, None) => {
                let kept = entry.original.as_ref().map(Original::shown);
                parts.extend(kept.map(|shown| format!("what stood there before is {shown}")));
            }
        }
        let drift = match &found {
            Found::Absent => Drift::new(DriftState::Missing, self.with_why(GONE, &parts[0])),
            _ if report.edited.is_empty() && report.kept.is_empty() => Drift::stale(sentence(&parts)),
            _ => Drift::edited(self.with_why(&sentence(&parts[1..]), &parts[0])),
        };
        let action = match found {
            Found::Absent => Action::Drop,
            _ if steps.is_empty() && stays => Action::Keep,
            _ if stays => Action::Update,
            _ => Action::Remove,
        };
        if !came_back {
            self.edited.extend(report.kept.iter().map(|inner| format!("{path}/{inner}")));
        }
        self.removals.extend(steps);
        self.leaving.push(Change {
            path: path.to_owned(),
            kind: Kind::Tree,
            action,
            reason: sentence(&parts),
            drift,
            before,
            after,
            diff: (!report.diff.is_empty()).then_some(report.diff),
            place: None,
            backups: report.backups,
        });
        Ok(report.kept)
    }
}
