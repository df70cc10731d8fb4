//! What happens to a copied folder that is wanted, from what stands at its path.

use super::declared::{Foreign, TreeRequest};
use super::found::{Found, Inside};
use super::node::Node;
use super::pass::Pass;
use super::report::sentence;
use crate::diagnostic::listed_few;
use crate::plan::PlanError;
use crate::plan::change::Action;
use crate::plan::declared::{EDITED, FOREIGN, IS_THERE, leads_into};
use crate::plan::entry::Entry;
use crate::plan::standing::Item;
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::Save;
use crate::plan::written::{Original, Written};

/// What was decided about a folder, and why.
pub(super) struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) original: Option<Original>,
}

impl Verdict {
    pub(super) fn new(action: Action, reason: impl Into<String>, original: Option<Original>) -> Self {
        Self { action, reason: reason.into(), original }
    }
}

impl Pass<'_, '_> {
    /// Takes the place of a file or link.
    pub(super) fn instead_of_item(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
        item: &Item,
    ) -> Verdict {
        let path = request.path;
        let is_source_link = leads_into(request.skills_roots, item);
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

    /// Compares file by file: the folder is ours, or is to become so.
    pub(super) fn within_folder(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
        inside: &Inside,
    ) -> Result<Verdict, PlanError> {
        self.visit_inside(request.path, node, inside)?;
        let about = |text: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!("{text}: {}", listed_few(names.iter())),
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
    pub(super) fn adopt(
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
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
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

    /// Takes the place of a folder that is not a copy.
    pub(super) fn instead_of_folder(
        &mut self,
        request: &TreeRequest<'_>,
        entry: Option<&Entry>,
        node: &Node<'_>,
    ) -> Result<Verdict, PlanError> {
        let path = request.path.to_owned();
        let aside = self.draft.free_aside(&path)?;
        self.report.backups.push((path.clone(), format!("{BACKUPS}/{aside}")));
        self.make_instead_of(&path, node, aside.clone());
        Ok(match entry {
            Some(_) => Verdict::new(Action::Update, EDITED, original_of(entry)),
            None => Verdict::new(Action::Replace, FOREIGN, Some(Original::Folder { backup: aside })),
        })
    }
}

pub(super) fn original_of(entry: Option<&Entry>) -> Option<Original> {
    entry.and_then(|entry| entry.original.clone())
}

/// Whether what is in a folder is compared file by file.
pub(super) fn merges(request: &TreeRequest<'_>, entry: Option<&Entry>) -> bool {
    let is_tree = |entry: &Entry| matches!(entry.written, Written::Tree { .. });
    entry.map_or(request.foreign == Foreign::Merge, is_tree)
}
