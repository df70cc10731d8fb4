//! Goes through a copied folder and decides about each name in it.

use super::declared::Special;
use super::found::{Found, Inside};
use super::node::{Node, Wanted};
use super::report::Report;
use crate::plan::PlanError;
use crate::plan::draft::Draft;
use crate::plan::fingerprint::FileFingerprint;
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::Step;
use crate::plan::written::CopiedFile;

/// What happens to a file that was edited and is not wanted as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) enum Edits {
    /// In place of one that is wanted, it is set aside; else it stays.
    Replace,
    /// It stays.
    Keep,
    /// It is set aside in any case.
    Remove,
}

/// One way through a folder, and what it comes to.
pub(super) struct Pass<'pass, 'target> {
    pub(super) draft: &'pass mut Draft<'target>,
    /// The folder, relative to the target.
    pub(super) root: &'pass str,
    pub(super) edits: Edits,
    pub(super) steps: Vec<Step>,
    /// The wanted files, as they will be.
    pub(super) written: Vec<CopiedFile>,
    pub(super) report: Report,
    /// What is in the way.
    pub(super) specials: Vec<Special>,
}

impl<'pass, 'target> Pass<'pass, 'target> {
    pub(super) fn new(draft: &'pass mut Draft<'target>, root: &'pass str, edits: Edits) -> Self {
        let (steps, written, specials) = (Vec::new(), Vec::new(), Vec::new());
        Self { draft, root, edits, steps, written, report: Report::default(), specials }
    }

    /// Decides about a path and all below it; whether something will stand there.
    pub(super) fn visit(&mut self, path: &str, node: &Node<'_>, found: &Found) -> Result<bool, PlanError> {
        if let Found::Item(item) = found
            && (node.wanted.is_some() || node.recorded.is_some())
        {
            self.report.before.push(FileFingerprint::of(self.inner(path), item));
        }
        match node.wanted {
            Some(wanted) => self.visit_file(path, node, wanted, found).map(|()| true),
            None if node.wants_folder() => self.visit_folder(path, node, found).map(|()| true),
            None => self.visit_unwanted(path, node, found),
        }
    }

    fn visit_file(
        &mut self,
        path: &str,
        node: &Node<'_>,
        wanted: Wanted<'_>,
        found: &Found,
    ) -> Result<(), PlanError> {
        match found {
            Found::Absent => {
                let inner = self.inner(path).to_owned();
                let is_gone = node.recorded.is_some();
                if is_gone { &mut self.report.gone } else { &mut self.report.stale }.push(inner);
                let after = node.item(wanted, None);
                self.record(path, &after);
                self.put(path, None, after);
            }
            Found::Item(item) => {
                let after = node.item(wanted, Some(item));
                self.record(path, &after);
                if item.same_content(&after) {
                    self.set_mode(path, item, &after);
                } else if node.is_as_written(item) {
                    self.report.stale.push(self.inner(path).to_owned());
                    self.put(path, Some(item), after);
                } else if self.give_way(path, item, true) {
                    self.put(path, Some(item), after);
                }
            }
            Found::Folder(inside) => {
                let after = node.item(wanted, None);
                self.record(path, &after);
                let ours = inside.ours(node);
                if ours.is_none() && self.edits == Edits::Keep {
                    self.report.kept.push(self.inner(path).to_owned());
                    return Ok(());
                }
                let aside = self.draft.free_aside(path)?;
                if ours.is_none() {
                    self.report.edited.push(self.inner(path).to_owned());
                    self.report.backups.push((path.to_owned(), format!("{BACKUPS}/{aside}")));
                }
                self.difference(path, None, Some(&after));
                self.steps.push(Step::SetAside { path: path.to_owned(), after, aside, ours });
            }
            Found::Special(what) => self.specials.push(Special { path: path.to_owned(), what }),
        }
        Ok(())
    }

    fn visit_folder(&mut self, path: &str, node: &Node<'_>, found: &Found) -> Result<(), PlanError> {
        match found {
            Found::Absent => {
                self.report.gone.push(self.inner(path).to_owned());
                self.make(path, node, None);
            }
            Found::Item(item) => {
                if node.is_as_written(item) || self.give_way(path, item, true) {
                    self.difference(path, Some(item), None);
                    self.make(path, node, Some(item));
                }
            }
            Found::Folder(inside) => {
                self.visit_inside(path, node, inside)?;
            }
            Found::Special(what) => self.specials.push(Special { path: path.to_owned(), what }),
        }
        Ok(())
    }

    fn visit_unwanted(&mut self, path: &str, node: &Node<'_>, found: &Found) -> Result<bool, PlanError> {
        let is_file = node.recorded.is_some();
        match found {
            Found::Absent => return Ok(false),
            Found::Item(item) if is_file || path == self.root => {
                if !node.is_as_written(item) && !self.give_way(path, item, false) {
                    return Ok(true);
                }
                if node.is_as_written(item) {
                    self.report.stale.push(self.inner(path).to_owned());
                }
                self.difference(path, Some(item), None);
                self.steps.push(Step::Remove { path: path.to_owned(), before: item.state() });
                return Ok(false);
            }
            Found::Folder(inside) if !is_file => {
                let stays = self.visit_inside(path, node, inside)?;
                if !stays {
                    self.steps.push(Step::RemoveFolder { path: path.to_owned() });
                }
                return Ok(stays);
            }
            // A folder in the place of a file of ours, or the other way round.
            Found::Item(_) | Found::Folder(_) | Found::Special(_) => {
                self.report.others.push(self.inner(path).to_owned());
            }
        }
        Ok(true)
    }

    /// Decides about all that is in a folder; whether anything will be.
    pub(super) fn visit_inside(
        &mut self,
        path: &str,
        node: &Node<'_>,
        inside: &Inside,
    ) -> Result<bool, PlanError> {
        let mut stays = !inside.others.is_empty();
        for (name, child) in &node.children {
            stays |= self.visit(&format!("{path}/{name}"), child, inside.at(name))?;
        }
        for name in &inside.others {
            let other = format!("{path}/{name}");
            self.report.others.push(self.inner(&other).to_owned());
        }
        Ok(stays)
    }

    /// The path within the folder; of the folder itself its own.
    pub(super) fn inner<'path>(&self, path: &'path str) -> &'path str {
        path.strip_prefix(self.root).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
    }
}
