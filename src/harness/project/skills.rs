//! Skills: each by itself, never the folder.

use std::sync::Arc;

use crate::compose::{Composition, Skill};
use crate::harness::layout::Layout;
use crate::harness::{Artifact, Content, TreeFile};
use crate::hub::{Kind, SkillFile};

pub(super) fn skills(layout: &Layout, composition: &Composition, selected: &[Skill]) -> Vec<Artifact> {
    let skills_roots = skills_roots(composition);
    selected
        .iter()
        .map(|skill| {
            let (directory, skills_roots) = (&skill.directory, Arc::clone(&skills_roots));
            let content = match &skill.files {
                Some(files) => Content::Tree {
                    files: files.iter().map(tree_file).collect(),
                    source: directory.clone(),
                    skills_roots,
                },
                None => Content::Link { destination: directory.clone(), skills_roots },
            };
            Artifact {
                path: format!("{}/{}", layout.skills_folder, skill.name),
                content,
                place: skill.asked().clone(),
                sources: Vec::new(),
                settings: None,
                keys: Vec::new(),
                remark: None,
            }
        })
        .collect()
}

/// The folders that links to skills lead into. Of a source that is missing too: nobody wrote such a link by hand.
fn skills_roots(composition: &Composition) -> Arc<[String]> {
    let roots = composition.sources.iter().map(|source| &source.root).filter(|root| root.is_absolute());
    roots.filter_map(|root| root.join(Kind::Skill.folder()).into_os_string().into_string().ok()).collect()
}

fn tree_file(file: &SkillFile) -> TreeFile {
    let SkillFile { path, bytes, executable } = file;
    TreeFile { path: path.clone(), bytes: bytes.clone(), executable: *executable }
}
