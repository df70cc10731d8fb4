//! From a composition to the draft of a bundle.

use std::sync::Arc;

use super::{Decision, Draft, DraftSkill, DraftSource, DraftText, PartKind, codes};
use crate::compose::{self, Composition};
use crate::diagnostic::{Diagnostic, Problems, visible};
use crate::hub::{Fault, Hub, SkillFile};

/// What a bundle holds, and what decides about that. Hooks, flags and variables are the session's, not the bundle's.
const KINDS: [&str; 8] = ["module", "skill", "person", "role", "seat", "personality", "invariant", "source"];

impl Draft {
    /// The draft of what a launcher selects, which was composed for any machine
    /// ([`Form::Bundled`](compose::Form::Bundled)). A skill whose files cannot be read is a problem of class
    /// *stop*: the bundle would lack what its trace selects.
    pub fn of(composition: &Composition, hub: &Hub, problems: &mut Problems) -> Self {
        let person = composition.person.as_ref();
        let invariant = person.and_then(|person| {
            Some(DraftText {
                kind: PartKind::Invariant,
                source: person.source.clone(),
                name: person.identity.person.clone(),
                text: person.invariant.as_ref()?.text.clone(),
            })
        });
        let modules = composition.modules.iter().flatten().map(|module| DraftText {
            kind: PartKind::Module,
            source: module.source.clone(),
            name: module.name.clone(),
            text: module.text.clone(),
        });
        let mut skills = Vec::new();
        for skill in composition.skills.iter().flatten() {
            match files(hub, &skill.source, &skill.name) {
                Ok(files) => skills.push(DraftSkill {
                    source: skill.source.clone(),
                    name: skill.name.clone(),
                    files: files.to_vec(),
                }),
                Err(fault) => problems.push(
                    Diagnostic::new(
                        &codes::SKILL_FILES,
                        format!("skill `{}` {}", visible(&skill.name), fault.describe()),
                    )
                    .label(skill.asked(), "a bundle holds all of its files")
                    .help("mend what is named, or take the skill out of the list")
                    .scope(&skill.by),
                ),
            }
        }
        Self {
            delivery: composition.delivery,
            identity: person.map(|person| (person.source.clone(), person.identity.clone())),
            texts: invariant.into_iter().chain(modules).collect(),
            skills,
            decisions: composition
                .trace
                .iter()
                .filter(|decision| KINDS.contains(&decision.kind))
                .map(Decision::of)
                .collect(),
            sources: composition
                .sources
                .iter()
                .map(|source| DraftSource {
                    name: source.id.clone(),
                    required: source.required,
                    found: source.found,
                })
                .collect(),
        }
    }
}

fn files(hub: &Hub, source: &str, name: &str) -> Result<Arc<Vec<SkillFile>>, Fault> {
    hub.source(source).ok_or(Fault::Missing)?.skill_files(name)
}

impl Decision {
    fn of(decision: &compose::Decision) -> Self {
        Self {
            subject: decision.subject.clone(),
            kind: decision.kind.to_owned(),
            source: decision.source.clone(),
            outcome: decision.outcome,
            reason: decision.reason.clone(),
        }
    }
}
