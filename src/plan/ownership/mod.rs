//! Copies that someone installs by hand: whose they are decides what may happen to them.
//!
//! A folder of installed skills has the same `.assembly` as a target, with owners in its ledger instead of harnesses. What
//! a target's ledger governs is nobody's to install into.

mod error;
mod install;
mod surroundings;
mod uninstall;

pub use error::OwnershipError;
pub use install::Install;
pub use uninstall::Uninstall;

pub(crate) use surroundings::{check_surroundings, read_state};

use super::change::Change;
use super::draft::Draft;
use super::ledger::Ledger;
use super::step::{Save, Step};

/// What is to be done in a folder of installed skills.
#[derive(Debug)]
pub(crate) struct OwnershipPlan {
    /// None when there is nothing to say.
    pub(crate) change: Option<Change>,
    pub(crate) saves: Vec<Save>,
    pub(crate) steps: Vec<Step>,
    pub(crate) ledger: Ledger,
    is_unchanged: bool,
}

impl OwnershipPlan {
    fn new(mut draft: Draft<'_>, change: Option<Change>, before: &Ledger, journal: bool) -> Self {
        draft.remember_saves();
        let steps: Vec<Step> = draft.steps.into_iter().chain(draft.removals).collect();
        let is_unchanged = !journal && steps.is_empty() && draft.saves.is_empty() && draft.ledger == *before;
        Self { change, saves: draft.saves, steps, ledger: draft.ledger, is_unchanged }
    }

    /// Whether there is nothing at all to write, the ledger included.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.is_unchanged
    }
}
