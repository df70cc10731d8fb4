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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::deliver;
    use crate::compose::content::LARGEST;
    use crate::compose::model::Skill;
    use crate::compose::scribe::Scribe;
    use crate::diagnostic::{Place, Problems, SourceFile};
    use crate::manifest::{Delivery, Room, SkillMode};

    #[test]
    fn a_compiled_document_has_its_limit_and_says_so_once() {
        let frontmatter = "---\nname: big\ndescription: d\n---\n";
        let text = format!("{frontmatter}{}", "x".repeat(8 << 20));
        let file = SourceFile::new("/hub/skills/big/SKILL.md", "skills/big/SKILL.md", text);
        let skill = Skill {
            name: "big".to_owned(),
            source: "hub".to_owned(),
            file: Arc::clone(&file),
            directory: "/hub/skills/big".to_owned(),
            root: "/hub/skills".to_owned(),
            mode: SkillMode::Link,
            files: None,
            listed: Place::new(&file, 0..0),
            through: None,
            by: "x-sh".to_owned(),
        };
        let said = |delivery, count| {
            let mut problems = Problems::new();
            let mut scribe = Scribe::new(&mut problems, Room::new(0));
            deliver(delivery, &vec![skill.clone(); count], &mut Room::new(LARGEST), &mut scribe);
            assert_eq!(scribe.trace.len(), count);
            problems.iter().map(|problem| problem.code.name).collect::<Vec<_>>()
        };
        assert!(said(Delivery::Compiled, 8).is_empty());
        assert_eq!(said(Delivery::Compiled, 10), ["assembly::skill::compiled-too-long"]);
        assert!(said(Delivery::Native, 10).is_empty());
    }
}
