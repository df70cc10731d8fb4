//! The entrance: the whole projection of one composition.

use super::instructions::{instructions, switched_off};
use super::settings::settings;
use super::skills::skills;
use crate::compose::Composition;
use crate::diagnostic::Problems;
use crate::harness::layout::Layout;
use crate::harness::{Harness, Ignore, Projection, Surroundings};
use crate::manifest::{Delivery, Gitignore};

impl Harness {
    /// Everything the launcher wants in its target. A step runs only when the launcher has its node, or a person.
    pub fn projection(
        &self,
        composition: &Composition,
        surroundings: &Surroundings,
        problems: &mut Problems,
    ) -> Projection {
        let layout = self.layout;
        let mut artifacts = Vec::new();
        let document = composition.document();
        if let Some(document) = &document {
            artifacts.push(instructions(layout, composition, document, surroundings, problems));
        }
        artifacts.extend(settings(layout, composition, surroundings, problems));
        problems.extend(switched_off(layout, composition, document.as_deref(), surroundings));
        if composition.delivery == Delivery::Native
            && let Some(selected) = &composition.skills
        {
            artifacts.extend(skills(layout, composition, selected));
        }
        // Without a target there is no repository either whose exclude file could get lines.
        let excludes = composition.gitignore == Gitignore::Exclude && composition.target.is_some();
        let is_kept = excludes || composition.gitignore == Gitignore::InTarget;
        let ignores = if is_kept { ignores(layout, composition) } else { Vec::new() };
        Projection {
            launcher: composition.launcher.value.clone(),
            harness: layout.name,
            artifacts,
            ignores,
            excludes,
        }
    }
}

/// All lines, whatever else the launcher has: another launcher of the same target may have it.
fn ignores(layout: &Layout, composition: &Composition) -> Vec<Ignore> {
    let file = |path: &str| Ignore::Path { line: path.to_owned(), path: path.to_owned() };
    vec![
        file(layout.instructions.file),
        file(layout.settings_file),
        Ignore::Folder {
            line: format!("{}/", layout.skills_folder),
            path: layout.skills_folder.to_owned(),
            entries: composition.skills.iter().flatten().map(|skill| skill.name.clone()).collect(),
        },
    ]
}
