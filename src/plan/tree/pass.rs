//! Goes through a copied folder and decides about each name in it.

use super::found::{Found, Inside};
use super::node::{Node, Wanted};
use super::report::Report;
use crate::plan::PlanError;
use crate::plan::change::diff_or_sizes;
use crate::plan::digest::Digest;
use crate::plan::draft::Draft;
use crate::plan::fingerprint::FileFingerprint;
use crate::plan::standing::{Item, State};
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::{NewFile, Save, Step};
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
    root: &'pass str,
    edits: Edits,
    pub(super) steps: Vec<Step>,
    /// The wanted files, as they will be.
    pub(super) written: Vec<CopiedFile>,
    pub(super) report: Report,
    /// What can be neither read nor replaced, relative to the target.
    pub(super) specials: Vec<(String, &'static str)>,
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
                let after = node.item(wanted, None);
                self.record(path, &after);
                self.put(path, None, after);
            }
            Found::Item(item) => {
                let after = node.item(wanted, Some(item));
                self.record(path, &after);
                if item.same_content(&after) {
                    self.set_mode(path, item, &after);
                } else if node.is_as_written(item) || self.give_way(path, item, true) {
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
            Found::Special(what) => self.specials.push((path.to_owned(), what)),
        }
        Ok(())
    }

    fn visit_folder(&mut self, path: &str, node: &Node<'_>, found: &Found) -> Result<(), PlanError> {
        match found {
            Found::Absent => self.make(path, node, None),
            Found::Item(item) => {
                if node.is_as_written(item) || self.give_way(path, item, true) {
                    self.difference(path, Some(item), None);
                    self.make(path, node, Some(item));
                }
            }
            Found::Folder(inside) => {
                self.visit_inside(path, node, inside)?;
            }
            Found::Special(what) => self.specials.push((path.to_owned(), what)),
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

    /// Has a folder made with all that is wanted in it.
    pub(super) fn make(&mut self, path: &str, node: &Node<'_>, before: Option<&Item>) {
        let mut files = Vec::new();
        self.collect(path, node, "", &mut files);
        let before = before.map_or(State::Absent {}, Item::state);
        self.steps.push(Step::MakeTree { path: path.to_owned(), before, files });
    }

    fn collect(&mut self, path: &str, node: &Node<'_>, prefix: &str, files: &mut Vec<NewFile>) {
        for (name, child) in &node.children {
            let path = format!("{path}/{name}");
            let inner = format!("{prefix}{name}");
            match child.wanted.map(|wanted| child.item(wanted, None)) {
                Some(item) => {
                    self.record(&path, &item);
                    self.difference(&path, None, Some(&item));
                    if let Item::File { bytes, mode } = item {
                        files.push(NewFile { path: inner, bytes, mode });
                    }
                }
                None => self.collect(&path, child, &format!("{inner}/"), files),
            }
        }
    }

    /// Whether something that others wrote can go from its path; then it is saved.
    fn give_way(&mut self, path: &str, item: &Item, is_wanted: bool) -> bool {
        let inner = self.inner(path).to_owned();
        let stays = match self.edits {
            Edits::Keep => true,
            Edits::Replace => !is_wanted,
            Edits::Remove => false,
        };
        if stays {
            self.report.kept.push(inner);
            return false;
        }
        self.report.edited.push(inner);
        self.save(path, item);
        true
    }

    /// Has a copy made of what stands at a path, and says so.
    pub(super) fn save(&mut self, path: &str, item: &Item) {
        self.report.backups.push((path.to_owned(), format!("{BACKUPS}/{}", item.backup_name())));
        self.draft.saves.push(Save { path: path.to_owned(), item: item.clone(), told: true });
    }

    fn put(&mut self, path: &str, found: Option<&Item>, after: Item) {
        self.difference(path, found, Some(&after));
        let before = found.map_or(State::Absent {}, Item::state);
        self.steps.push(Step::Put { path: path.to_owned(), before, after });
    }

    fn set_mode(&mut self, path: &str, found: &Item, after: &Item) {
        if let (Item::File { mode: is, .. }, Item::File { mode: should, .. }) = (found, after)
            && is != should
        {
            self.report.modes.push(format!("`{}` has mode {is} and gets {should}", self.inner(path)));
            self.steps.push(Step::SetMode { path: path.to_owned(), mode: *should });
        }
    }

    fn record(&mut self, path: &str, item: &Item) {
        if let Item::File { bytes, mode } = item {
            let path = self.inner(path).to_owned();
            self.written.push(CopiedFile { path, sha256: Digest::of(&bytes.0), mode: *mode });
        }
    }

    fn difference(&mut self, path: &str, before: Option<&Item>, after: Option<&Item>) {
        if self.draft.diffs
            && let Some(diff) = diff_or_sizes(path, before, after)
        {
            self.report.diff.push_str(&diff);
        }
    }

    /// The path within the folder; of the folder itself its own.
    fn inner<'path>(&self, path: &'path str) -> &'path str {
        path.strip_prefix(self.root).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
    }
}
