//! What a composition hands over as text, the same for every agent CLI.

use super::compiled::compiled;
use super::model::Composition;
use crate::manifest::Delivery;
use crate::skill::body;

/// What stands between two parts of the instructions. A part's own final newline comes before it.
pub const SEPARATOR: &str = "\n---\n\n";

impl Composition {
    /// Whether there is a [`document`](Self::document).
    pub fn has_document(&self) -> bool {
        let skills = self.skills.as_deref().unwrap_or_default();
        let compiles = self.delivery == Delivery::Compiled && !skills.is_empty();
        self.has_instructions() || compiles
    }

    fn has_instructions(&self) -> bool {
        self.person.is_some() || self.modules.is_some()
    }

    /// The identity, the invariant and the modules, in this order. None when the launcher has neither a person nor a
    /// node `modules`.
    pub fn instructions(&self) -> Option<String> {
        if !self.has_instructions() {
            return None;
        }
        let identity = self.person.as_ref().map(|person| person.identity.render());
        let invariant = self.person.as_ref().and_then(|person| person.invariant.as_ref());
        let modules = self.modules.iter().flatten().map(|module| module.text.as_str());
        let invariant = invariant.map(|invariant| invariant.text.as_str());
        let parts: Vec<&str> = identity.as_deref().into_iter().chain(invariant).chain(modules).collect();
        Some(parts.join(SEPARATOR))
    }

    /// The text that the agent has from the start: the instructions, and in compiled delivery the bodies of the skills
    /// behind them. None when there is nothing to make one of.
    pub fn document(&self) -> Option<String> {
        if self.delivery == Delivery::Native || !self.has_document() {
            return self.instructions();
        }
        let skills = self.skills.iter().flatten();
        let skills: Vec<_> = skills.map(|skill| (skill.name.as_str(), body(skill.file.text()))).collect();
        Some(compiled(&self.instructions().unwrap_or_default(), &skills))
    }
}
