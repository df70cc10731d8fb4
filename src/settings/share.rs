//! What is ours in a settings file, as the ledger remembers it.

use serde::{Deserialize, Serialize};

use super::document::{Body, Document, Node};
use super::{Fault, form};

/// What is ours in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Our entries, in one object.
    pub(super) ours: Document,
    /// What our entries, and the objects and arrays that they are in, took the place of.
    pub(super) under: Vec<Under>,
}

/// What stood at one place before something of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Under {
    /// The keys that lead there; none to the file itself.
    pub at: Vec<String>,
    /// The text of the value; nothing when there was none, and an object or array of ours goes once it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Share {
    /// The same share always has the same order.
    pub(super) fn new(ours: Document, mut under: Vec<Under>) -> Self {
        under.sort_unstable_by(|one, other| one.at.cmp(&other.at));
        Self { ours, under }
    }

    /// Nothing is ours.
    pub fn none() -> Self {
        Self { ours: Document::empty(), under: Vec::new() }
    }

    /// All of a file is ours.
    pub fn whole(document: &Document) -> Self {
        let mut under = Vec::new();
        containers(&document.root, &mut Vec::new(), &mut under);
        Self::new(document.clone(), under)
    }

    /// What the ledger remembers.
    pub fn recorded(ours: &str, under: &[Under]) -> Result<Self, Fault> {
        Ok(Self { ours: Document::parse(ours)?, under: under.to_vec() })
    }

    /// Our entries on one line, for the ledger.
    pub fn ours(&self) -> String {
        form::compact(&self.ours, &self.ours.root)
    }

    /// What stood where something of ours is, for the ledger.
    pub fn under(&self) -> &[Under] {
        &self.under
    }

    /// What is remembered of a place.
    pub(super) fn at(&self, path: &[String]) -> Option<&Under> {
        self.under.iter().find(|under| under.at == path)
    }
}

/// Notes that an object or array, and all in it that is reached by keys, was made by us.
pub(super) fn containers(node: &Node, path: &mut Vec<String>, under: &mut Vec<Under>) {
    if !node.is_container() {
        return;
    }
    under.push(Under { at: path.clone(), text: None });
    let Body::Object(members) = &node.body else { return };
    for member in members {
        path.extend(member.key.clone());
        if member.key.is_some() {
            containers(&member.value, path, under);
            path.pop();
        }
    }
}
