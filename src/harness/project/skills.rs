//! Skills: each by itself, never the folder.

use crate::compose::Skill;
use crate::harness::layout::Layout;
use crate::harness::{Artifact, Content, TreeFile};
use crate::hub::SkillFile;

pub(super) fn skills(layout: &Layout, selected: &[Skill]) -> Vec<Artifact> {
    selected
        .iter()
        .map(|skill| {
            let Skill { directory, root, .. } = skill;
            let content = match &skill.files {
                Some(files) => Content::Tree {
                    files: files.iter().map(tree_file).collect(),
                    source: directory.clone(),
                    skills_root: root.clone(),
                },
                None => Content::Link { destination: directory.clone(), skills_root: root.clone() },
            };
            Artifact {
                path: format!("{}/{}", layout.skills_folder, skill.name),
                content,
                place: skill.listed.clone(),
                sources: Vec::new(),
                loses: None,
                remark: None,
            }
        })
        .collect()
}

fn tree_file(file: &SkillFile) -> TreeFile {
    let SkillFile { path, bytes, executable } = file;
    TreeFile { path: path.clone(), bytes: bytes.clone(), executable: *executable }
}
