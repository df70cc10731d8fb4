//! Everything that goes into a bundle, before it is one.

use super::{Decision, PartKind};
use crate::hub::SkillFile;
use crate::manifest::Delivery;
use crate::person::Identity;

/// What a bundle is made of. `Draft::tree` makes the files.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// How the content is handed over.
    pub delivery: Delivery,
    /// Who the agent is, with the source that has the person.
    pub identity: Option<(String, Identity)>,
    /// Invariants and modules, in order.
    pub texts: Vec<DraftText>,
    /// The selected skills, in order.
    pub skills: Vec<DraftSkill>,
    /// In the order in which they were made.
    pub decisions: Vec<Decision>,
    /// In the order in which names are looked up.
    pub sources: Vec<DraftSource>,
}

/// A text of the instructions.
#[derive(Clone, Debug)]
pub struct DraftText {
    /// An invariant or a module.
    pub kind: PartKind,
    /// The source it comes from.
    pub source: String,
    /// The person's name, or the module's.
    pub name: String,
    /// With built-in placeholders as they are, and all others replaced.
    pub text: String,
}

/// A selected skill.
#[derive(Clone, Debug)]
pub struct DraftSkill {
    /// The source it comes from.
    pub source: String,
    /// Its name.
    pub name: String,
    /// All its files.
    pub files: Vec<SkillFile>,
}

/// A source of the hub.
#[derive(Clone, Debug)]
pub struct DraftSource {
    /// Its id; the hub is `hub`.
    pub name: String,
    /// Whether it has to be there.
    pub required: bool,
    /// Whether it was there.
    pub found: bool,
}
