//! How what was selected is handed over.

use super::codes;
use super::model::Skill;
use super::scribe::Scribe;
use super::trace::Outcome;
use crate::diagnostic::{Diagnostic, Place};
use crate::hub::Kind;
use crate::manifest::{Delivery, Full, Room};
use crate::skill::body;

/// Records how each skill gets to the agent. In compiled delivery they share the `room` of the other texts.
pub(super) fn deliver(delivery: Delivery, skills: &[Skill], room: &mut Room, scribe: &mut Scribe) {
    let reason = match delivery {
        Delivery::Native => "stays a folder that the CLI discovers",
        Delivery::Compiled => "its body is in the compiled document",
    };
    for Skill { name, source, file, .. } in skills {
        if delivery == Delivery::Compiled && room.take(body(file.text()).len()) == Err(Full::First) {
            scribe.problems.push(
                Diagnostic::new(
                    &codes::COMPILED_TOO_LONG,
                    "the compiled document of the launcher comes to over 64 MiB",
                )
                .label(&Place::new(file, 0..0), "there is no room for this one")
                .help("select fewer skills, or deliver them with `delivery \"native\"`"),
            );
        }
        scribe.record(Kind::Skill.word(), name, source, Outcome::Delivered, reason.to_owned());
    }
}
