//! What a pass has done about the names that it decides on.

use super::node::Node;
use super::pass::{Edits, Pass};
use crate::digest::Digest;
use crate::plan::change::diff_or_sizes;
use crate::plan::standing::{Item, State};
use crate::plan::state_folder::BACKUPS;
use crate::plan::step::{NewFile, Save, Step};
use crate::plan::written::CopiedFile;

impl Pass<'_, '_> {
    /// Has a folder made with all that is wanted in it.
    pub(super) fn make(&mut self, path: &str, node: &Node<'_>, before: Option<&Item>) {
        let before = before.map_or(State::Absent {}, Item::state);
        self.make_tree(path, node, before, None);
    }

    /// The same in the place of a folder of others.
    pub(super) fn make_instead_of(&mut self, path: &str, node: &Node<'_>, aside: String) {
        self.make_tree(path, node, State::Folder {}, Some(aside));
    }

    fn make_tree(&mut self, path: &str, node: &Node<'_>, before: State, aside: Option<String>) {
        let mut files = Vec::new();
        self.collect(path, node, "", &mut files);
        self.steps.push(Step::MakeTree { path: path.to_owned(), before, files, aside });
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
    pub(super) fn give_way(&mut self, path: &str, item: &Item, is_wanted: bool) -> bool {
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

    /// Has a file written.
    pub(super) fn put(&mut self, path: &str, found: Option<&Item>, after: Item) {
        self.difference(path, found, Some(&after));
        let before = found.map_or(State::Absent {}, Item::state);
        self.steps.push(Step::Put { path: path.to_owned(), before, after });
    }

    /// Has a mode set, if it is another.
    pub(super) fn set_mode(&mut self, path: &str, found: &Item, after: &Item) {
        if let (Item::File { mode: is, .. }, Item::File { mode: should, .. }) = (found, after)
            && is != should
        {
            self.report.modes.push(format!("`{}` has mode {is} and gets {should}", self.inner(path)));
            self.steps.push(Step::SetMode { path: path.to_owned(), mode: *should });
        }
    }

    /// Notes what will be the content of a file of ours.
    pub(super) fn record(&mut self, path: &str, item: &Item) {
        if let Item::File { bytes, mode } = item {
            let path = self.inner(path).to_owned();
            self.written.push(CopiedFile { path, sha256: Digest::of(&bytes.0), mode: *mode });
        }
    }

    /// Adds to the diff, if one is wanted.
    pub(super) fn difference(&mut self, path: &str, before: Option<&Item>, after: Option<&Item>) {
        if self.draft.diffs
            && let Some(diff) = diff_or_sizes(path, before, after)
        {
            self.report.diff.push_str(&diff);
        }
    }
}
