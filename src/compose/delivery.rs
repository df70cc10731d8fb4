//! How what was selected is handed over.

use super::model::Skill;
use super::scribe::Scribe;
use super::trace::Outcome;
use crate::hub::Kind;
use crate::manifest::Delivery;

/// Records how each skill gets to the agent. In compiled delivery no skill is handed over by itself.
pub(super) fn deliver(delivery: Delivery, skills: &[Skill], scribe: &mut Scribe) {
    if delivery == Delivery::Native {
        for Skill { name, source, .. } in skills {
            let reason = "stays a folder that the CLI discovers".to_owned();
            scribe.record(Kind::Skill.word(), name, source, Outcome::Delivered, reason);
        }
    }
}
