//! Skills: each by itself, never the folder.

use crate::compose::Skill;
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::layout::Layout;
use crate::harness::{Artifact, Content, codes};
use crate::manifest::SkillMode;

pub(super) fn skills(layout: &Layout, selected: &[Skill], problems: &mut Problems) -> Vec<Artifact> {
    selected
        .iter()
        .map(|skill| {
            if skill.mode == SkillMode::Copy {
                problems.push(not_copied(skill));
            }
            Artifact {
                path: format!("{}/{}", layout.skills_folder, skill.name),
                content: Content::Link {
                    destination: skill.directory.clone(),
                    skills_root: skill.root.clone(),
                },
                place: skill.listed.clone(),
                remark: None,
            }
        })
        .collect()
}

fn not_copied(skill: &Skill) -> Diagnostic {
    Diagnostic::new(
        &codes::NOT_YET,
        format!("skill `{}` is linked, because this version does not copy skills yet", skill.name),
    )
    .label(&skill.listed, "declared with `mode=\"copy\"`")
    .help("remove `mode`")
    .scope(&skill.by)
}
