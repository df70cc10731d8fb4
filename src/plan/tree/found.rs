//! What stands in a copied folder. Links are not followed, and folders of others not entered.

use std::collections::BTreeMap;
use std::path::Path;

use super::node::Node;
use crate::plan::PlanError;
use crate::plan::standing::{Item, Standing};
use crate::plan::survey::names_in;
use crate::plan::written::CopiedFile;

/// What stands at a path of a copied folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    Absent,
    Item(Item),
    Folder(Inside),
    Special(&'static str),
}

/// What is in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Inside {
    known: BTreeMap<String, Found>,
    /// Names that nobody but the user knows.
    pub(super) others: Vec<String>,
}

impl Found {
    /// Looks at a path and at all below it that `node` knows.
    pub(super) fn read(path: &Path, node: &Node<'_>) -> Result<Self, PlanError> {
        Ok(match Standing::read(path)? {
            Standing::Absent => Self::Absent,
            Standing::Item(item) => Self::Item(item),
            Standing::Special(what) => Self::Special(what),
            Standing::Folder => {
                let mut inside = Inside::default();
                for name in names_in(path)? {
                    match node.children.get(name.as_str()) {
                        Some(child) => {
                            let found = Self::read(&path.join(&name), child)?;
                            inside.known.insert(name, found);
                        }
                        None => inside.others.push(name),
                    }
                }
                Self::Folder(inside)
            }
        })
    }
}

impl Inside {
    pub(super) fn at(&self, name: &str) -> &Found {
        self.known.get(name).unwrap_or(&Found::Absent)
    }

    /// The files in it, if all are as they were written and nothing else is there.
    pub(super) fn ours(&self, node: &Node<'_>) -> Option<Vec<CopiedFile>> {
        let mut ours = Vec::new();
        self.collect(node, "", &mut ours).then_some(ours)
    }

    fn collect(&self, node: &Node<'_>, prefix: &str, ours: &mut Vec<CopiedFile>) -> bool {
        self.others.is_empty()
            && node.children.iter().all(|(name, child)| match (self.at(name), child.recorded) {
                (Found::Absent, _) => true,
                (Found::Item(item), Some(recorded)) if recorded.is_as_written(item) => {
                    ours.push(CopiedFile { path: format!("{prefix}{name}"), ..recorded.clone() });
                    true
                }
                (Found::Folder(inside), None) => inside.collect(child, &format!("{prefix}{name}/"), ours),
                (Found::Item(_) | Found::Folder(_) | Found::Special(_), _) => false,
            })
    }

    /// Whether it holds what is wanted and nothing else.
    pub(super) fn is_as_wanted(&self, node: &Node<'_>) -> bool {
        self.others.is_empty()
            && node.children.iter().all(|(name, child)| match (self.at(name), child.wanted) {
                (Found::Item(item), Some(wanted)) => child.item(wanted, Some(item)) == *item,
                (Found::Folder(inside), None) => child.wants_folder() && inside.is_as_wanted(child),
                (Found::Absent, wanted) => wanted.is_none() && !child.wants_folder(),
                _ => false,
            })
    }
}
