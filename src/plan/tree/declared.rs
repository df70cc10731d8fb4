//! A copied folder that is declared: the first eight rows of the ledger's table.

use super::found::Found;
use super::node::Node;
use super::pass::{Edits, Pass};
use super::report::Report;
use super::verdict::{Verdict, merges, original_of};
use crate::harness::TreeFile;
use crate::plan::PlanError;
use crate::plan::change::{Action, Change, Kind};
use crate::plan::draft::Draft;
use crate::plan::drift::Drift;
use crate::plan::entry::Entry;
use crate::plan::fingerprint::{FileFingerprint, Fingerprint, fingerprint_of};
use crate::plan::written::Written;

/// A folder that is to be copied to a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct TreeRequest<'a> {
    /// Relative to the target.
    pub(in crate::plan) path: &'a str,
    /// Sorted by path.
    pub(in crate::plan) files: &'a [TreeFile],
    /// A link into any of these folders counts as ours.
    pub(in crate::plan) skills_roots: &'a [String],
    pub(in crate::plan) foreign: Foreign,
}

/// What becomes of a folder that the ledger does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) enum Foreign {
    /// It is set aside whole, and comes back.
    SetAside,
    /// Ours are put into it; what differs is set aside.
    Merge,
}

/// What becomes of a folder that is wanted.
pub(in crate::plan) enum Declared {
    Change(Box<Change>),
    /// It cannot be written while these are there.
    InTheWay(Vec<Special>),
}

/// A FIFO, socket or device, which can be neither read nor replaced.
#[derive(Debug)]
pub(in crate::plan) struct Special {
    /// Relative to the target.
    pub(in crate::plan) path: String,
    pub(in crate::plan) what: &'static str,
}

impl Draft<'_> {
    /// Has a folder copied, given the ledger's entry for its path.
    pub(in crate::plan) fn declare_tree(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
    ) -> Result<Declared, PlanError> {
        let TreeRequest { path, files, .. } = *request;
        let recorded = entry.map_or(&[][..], |entry| entry.written.files());
        let node = Node::copied(files, recorded);
        let found = self.found(path, &node)?;
        let mut pass = Pass::new(self, path, Edits::Replace);
        let verdict = match &found {
            Found::Special(what) => {
                return Ok(Declared::InTheWay(vec![Special { path: path.to_owned(), what }]));
            }
            Found::Absent => {
                pass.make(path, &node, None);
                let reason = if entry.is_some() { "it is gone" } else { "" };
                Verdict::new(Action::Create, reason, original_of(entry))
            }
            Found::Item(item) => pass.instead_of_item(request, entry, &node, item),
            Found::Folder(inside) if merges(request, entry) => {
                pass.within_folder(request, entry, &node, inside)?
            }
            Found::Folder(inside) if inside.is_as_wanted(&node) => {
                pass.adopt(request, entry, &node, inside)?
            }
            Found::Folder(_) => pass.instead_of_folder(request, entry, &node)?,
        };
        let Pass { steps, mut written, mut report, specials, .. } = pass;
        let drift = drift_of(&verdict, &found, entry, &report);
        if !specials.is_empty() {
            return Ok(Declared::InTheWay(specials));
        }
        written.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        let after = Fingerprint::Tree(written.iter().map(FileFingerprint::recorded).collect());
        let before = match &found {
            Found::Item(item) => fingerprint_of(&item.state()),
            Found::Folder(_) if verdict.action != Action::Replace => Some(report.fingerprint()),
            Found::Absent | Found::Folder(_) | Found::Special(_) => None,
        };
        if !steps.is_empty() {
            self.make_folders_above(path, true);
        }
        self.steps.extend(steps);
        self.record(path, Written::Tree { files: written }, verdict.original);
        Ok(Declared::Change(Box::new(Change {
            path: path.to_owned(),
            kind: Kind::Tree,
            action: verdict.action,
            reason: verdict.reason,
            drift,
            before,
            after: Some(after),
            diff: (!report.diff.is_empty()).then_some(report.diff),
            place: None,
            backups: report.backups,
        })))
    }

    /// What stands at a path and below it, as far as `node` knows the names.
    pub(super) fn found(&mut self, path: &str, node: &Node<'_>) -> Result<Found, PlanError> {
        self.parents.of(path)?;
        if self.parents.missing_above(path).next().is_some() {
            return Ok(Found::Absent);
        }
        Found::read(&self.target.join(path), node)
    }
}

/// How what stands there relates to what was written and what is wanted.
fn drift_of(verdict: &Verdict, found: &Found, entry: Option<&Entry>, report: &Report) -> Drift {
    match (verdict.action, found, entry) {
        (Action::Create, ..) => Drift::missing(entry.is_some()),
        (Action::Unchanged, ..) => Drift::none(),
        (_, Found::Folder(_), Some(entry)) if matches!(entry.written, Written::Tree { .. }) => report.drift(),
        // What was written stands there, and another kind is wanted.
        (_, _, Some(_)) if verdict.reason.is_empty() => {
            Drift::stale("the manifest changed: it is a copy now")
        }
        (_, _, Some(_)) => Drift::edited(verdict.reason.clone()),
        (_, _, None) => Drift::unmanaged(verdict.reason.clone()),
    }
}
