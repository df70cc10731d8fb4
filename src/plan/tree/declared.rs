//! A copied folder that is declared: the first eight rows of the ledger's table.

use super::found::{Found, Inside};
use super::node::Node;
use super::pass::{Edits, Pass};
use super::report::{named, sentence};
use crate::harness::TreeFile;
use crate::plan::PlanError;
use crate::plan::change::{Action, Change, Kind};
use crate::plan::declared::{EDITED, FOREIGN, IS_THERE, leads_into};
use crate::plan::draft::Draft;
use crate::plan::entry::Entry;
use crate::plan::fingerprint::{FileFingerprint, Fingerprint, fingerprint_of};
use crate::plan::standing::{Item, State};
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::{Save, Step};
use crate::plan::written::{Original, Written};

/// A folder that is to be copied to a path.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct TreeRequest<'a> {
    /// Relative to the target.
    pub(in crate::plan) path: &'a str,
    /// Sorted by path.
    pub(in crate::plan) files: &'a [TreeFile],
    /// A link into this folder counts as ours.
    pub(in crate::plan) skills_root: Option<&'a str>,
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

/// What was decided about a folder, and why.
struct Verdict {
    action: Action,
    reason: String,
    original: Option<Original>,
}

impl Verdict {
    fn new(action: Action, reason: impl Into<String>, original: Option<Original>) -> Self {
        Self { action, reason: reason.into(), original }
    }
}

impl Draft<'_> {
    /// Has a folder copied, given the ledger's entry for its path. Special files that are in the way are returned, with
    /// their paths: then there is no change.
    pub(in crate::plan) fn declare_tree(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
    ) -> Result<Result<Change, Vec<(String, &'static str)>>, PlanError> {
        let TreeRequest { path, files, .. } = *request;
        let recorded = entry.map_or(&[][..], |entry| entry.written.files());
        let node = Node::copied(files, recorded);
        let found = self.found(path, &node)?;
        let mut pass = Pass::new(self, path, Edits::Replace);
        let verdict = match &found {
            Found::Special(what) => return Ok(Err(vec![(path.to_owned(), what)])),
            Found::Absent => {
                pass.make(path, &node, None);
                let reason = if entry.is_some() { "it is gone" } else { "" };
                Verdict::new(Action::Create, reason, original_of(entry))
            }
            Found::Item(item) => pass.instead_of_item(request, entry, &node, item),
            Found::Folder(inside) if pass.merges(request, entry) => {
                pass.into_folder(request, entry, &node, inside)?
            }
            Found::Folder(inside) if inside.is_as_wanted(&node) => {
                pass.adopt(request, entry, &node, inside)?
            }
            Found::Folder(_) => pass.instead_of_folder(request, entry, &node)?,
        };
        let Pass { steps, mut written, mut report, specials, .. } = pass;
        if !specials.is_empty() {
            return Ok(Err(specials));
        }
        written.sort_by(|one, other| one.path.cmp(&other.path));
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
        Ok(Ok(Change {
            path: path.to_owned(),
            kind: Kind::Tree,
            action: verdict.action,
            reason: verdict.reason,
            before,
            after: Some(after),
            diff: (!report.diff.is_empty()).then_some(report.diff),
            place: None,
            backups: report.backups,
        }))
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

impl Pass<'_, '_> {
    /// Whether what is in the folder is compared file by file.
    fn merges(&self, request: &TreeRequest<'_>, entry: Option<&Entry>) -> bool {
        let is_tree = |entry: &Entry| matches!(entry.written, Written::Tree { .. });
        entry.map_or(request.foreign == Foreign::Merge, is_tree)
    }

    fn instead_of_item(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
        item: &Item,
    ) -> Verdict {
        let path = request.path;
        let is_source_link = request.skills_root.is_some_and(|root| leads_into(root, item));
        let is_ours = is_source_link || entry.is_some_and(|entry| entry.is_as_written(&item.state()));
        let verdict = match entry {
            Some(_) if is_ours => Verdict::new(Action::Update, "", original_of(entry)),
            Some(_) => Verdict::new(Action::Update, EDITED, original_of(entry)),
            None if is_ours => Verdict::new(Action::Update, "it is a link to a skill", None),
            None => {
                let is_original = request.foreign == Foreign::SetAside;
                Verdict::new(Action::Replace, FOREIGN, is_original.then(|| item.as_original()))
            }
        };
        if !is_ours {
            self.save(path, item);
        }
        self.make(path, node, Some(item));
        verdict
    }

    fn into_folder(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
        inside: &Inside,
    ) -> Result<Verdict, PlanError> {
        self.visit_inside(request.path, node, inside)?;
        let about = |text: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!("{text}: {}", named(names)),
        };
        let report = &self.report;
        let edited = about(if entry.is_some() { EDITED } else { FOREIGN }, &report.edited);
        let kept = about("edited and no longer in the source, so it stays", &report.kept);
        let reason = sentence(&[edited, kept, report.modes.join(", ")]);
        let is_silent = self.steps.is_empty() && report.kept.is_empty();
        Ok(match entry {
            Some(_) if is_silent => Verdict::new(Action::Unchanged, "", original_of(entry)),
            Some(_) => Verdict::new(Action::Update, reason, original_of(entry)),
            None if is_silent => Verdict::new(Action::Adopt, IS_THERE, None),
            None if report.backups.is_empty() => Verdict::new(Action::Update, reason, None),
            None => Verdict::new(Action::Replace, reason, None),
        })
    }

    /// Keeps what is there; as the original, if nobody knows of it.
    fn adopt(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
        inside: &Inside,
    ) -> Result<Verdict, PlanError> {
        self.visit_inside(request.path, node, inside)?;
        if entry.is_some() {
            return Ok(Verdict::new(Action::Unchanged, "", original_of(entry)));
        }
        self.save_quietly(request.path, node, inside);
        let mut files = self.written.clone();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Verdict::new(Action::Adopt, IS_THERE, Some(Original::Tree { files })))
    }

    fn save_quietly(&mut self, path: &str, node: &Node<'_>, inside: &Inside) {
        for (name, child) in &node.children {
            let path = format!("{path}/{name}");
            match inside.at(name) {
                Found::Item(item) => {
                    self.draft.saves.push(Save { path, item: item.clone(), told: false });
                }
                Found::Folder(inside) => self.save_quietly(&path, child, inside),
                Found::Absent | Found::Special(_) => {}
            }
        }
    }

    fn instead_of_folder(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
    ) -> Result<Verdict, PlanError> {
        let path = request.path.to_owned();
        let aside = self.draft.free_aside(&path)?;
        self.report.backups.push((path.clone(), format!("{BACKUPS}/{aside}")));
        self.steps.push(Step::MoveAside { path: path.clone(), aside: aside.clone() });
        self.make(&path, node, None);
        Ok(match entry {
            Some(_) => Verdict::new(Action::Update, EDITED, original_of(entry)),
            None => Verdict::new(Action::Replace, FOREIGN, Some(Original::Folder { backup: aside })),
        })
    }
}

fn original_of(entry: Option<&Entry>) -> Option<Original> {
    entry.and_then(|entry| entry.original.clone())
}

impl crate::plan::written::CopiedFile {
    /// Whether what stands there is what we wrote. The mode is another matter.
    pub(super) fn is_as_written(&self, found: &Item) -> bool {
        found.state() == State::File { sha256: self.sha256 }
    }
}
