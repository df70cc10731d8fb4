//! `trace.json` as a type. The order of the fields is their order in the file.

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::compose::sentence;

/// Why everything takes part that does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// `assembly.trace/1`.
    pub format: String,
    /// In the order in which they were made.
    pub decisions: Vec<Decision>,
    /// One for each source, in the order in which names are looked up.
    pub sources: Vec<SourceReport>,
}

/// One decision of composing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The item's name.
    pub subject: String,
    /// `module`, `skill`, …
    pub kind: String,
    /// The source that the item comes from.
    pub source: String,
    /// What was decided.
    pub outcome: Outcome,
    /// A plain sentence.
    pub reason: String,
}

impl std::fmt::Display for Decision {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { subject, kind, source, outcome, reason } = self;
        formatter.write_str(&sentence(*outcome, kind, subject, source, reason))
    }
}

/// What one source contributes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceReport {
    /// Its id; the hub is `hub`.
    pub source: String,
    /// Whether it has to be there.
    pub required: bool,
    /// Whether it was there.
    pub found: bool,
    /// How many modules.
    pub modules: u64,
    /// How many skills.
    pub skills: u64,
    /// The size in bytes of its modules and invariants as they are in the instructions, and of the `SKILL.md` of its
    /// skills.
    pub bytes: u64,
    /// `bytes` by four, rounded up.
    pub tokens: u64,
}

/// The tokens that so many bytes are, approximately.
pub fn tokens(bytes: u64) -> u64 {
    bytes.div_ceil(4)
}
