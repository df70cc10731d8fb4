//! What was decided while composing, and what that takes from each source.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// One source, and what a launcher takes from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceReport {
    /// Its id; `hub` for the hub.
    pub id: String,
    /// The folder, absolute, links kept; empty when it is not known on this machine.
    pub root: PathBuf,
    /// Whether nothing can be composed without it.
    pub required: bool,
    /// Whether it is there.
    pub found: bool,
    /// How many modules are selected from it.
    pub modules: usize,
    /// How many files of `hooks/`.
    pub hooks: usize,
    /// How many skills.
    pub skills: usize,
    /// Bytes of the selected modules, of the person's invariant and of the `SKILL.md` of the selected skills, with LF line
    /// ends and placeholders as they are written: the same wherever the source is checked out.
    pub bytes: usize,
}

impl SourceReport {
    /// What the bytes come to for a model: about a token for every four bytes.
    pub fn tokens(&self) -> usize {
        self.bytes.div_ceil(4)
    }
}

/// One decision of composing, written while it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The item's name.
    pub subject: String,
    /// `module`, `hook`, `skill`, `person`, `role`, `seat`, `personality`, `invariant`, `source`, `flags`, `env`, `settings`,
    /// `var`, `target`, `cli`.
    pub kind: &'static str,
    /// The source the item comes from; the hub is `hub`.
    pub source: String,
    /// What was decided.
    pub outcome: Outcome,
    /// A plain sentence. Of a thing of a source, or a source, it names neither the launcher nor an absolute path: it
    /// is the same for every launcher, and on every machine, that decides the same.
    pub reason: String,
}

impl std::fmt::Display for Decision {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { subject, kind, source, outcome, reason } = self;
        formatter.write_str(&sentence(*outcome, kind, subject, source, reason))
    }
}

/// A decision in words, here and in a bundle.
pub(crate) fn sentence(outcome: Outcome, kind: &str, subject: &str, source: &str, reason: &str) -> String {
    let outcome = outcome.name();
    match kind {
        "source" => format!("{outcome} {kind} `{subject}`: {reason}"),
        _ => format!("{outcome} {kind} `{subject}` of {source}: {reason}"),
    }
}

/// What was decided about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is part of the session.
    Selected,
    /// It was taken out, replaced or left out.
    Excluded,
    /// An earlier source gives the same.
    Shadowed,
    /// It was handed over in the way that the reason says.
    Delivered,
}

impl Outcome {
    /// The word that documents and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Selected => "selected",
            Self::Excluded => "excluded",
            Self::Shadowed => "shadowed",
            Self::Delivered => "delivered",
        }
    }
}
