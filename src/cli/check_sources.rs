//! What only `check` looks at: presets that nobody uses, skills that nobody lists, persons that nobody names, and all files
//! of skills that come from sources.

use std::path::Path;

use super::pipeline::{Pipeline, harness_of};
use crate::compose::{Composition, check_persons, compose_unused};
use crate::diagnostic::Problems;
use crate::harness::is_list_of_settings;
use crate::hub::Kind;
use crate::skill::check_folder;

impl Pipeline<'_> {
    /// Reports what is wrong with presets that no launcher uses. Their hooks and settings are read as the CLI they name reads
    /// them.
    pub(super) fn check_unused(&self, problems: &mut Problems) {
        for composition in
            compose_unused(&self.manifest, &self.hub, self.environment, is_list_of_settings, problems)
        {
            let harness = harness_of(&composition);
            harness.check_hooks(&composition, problems);
            harness.check_settings(&composition, problems);
        }
    }

    /// Reports what is wrong with any skill of the hub, whether or not a launcher lists it.
    pub(super) fn check_skills(&self, problems: &mut Problems) {
        let own = self.hub.own();
        for name in own.shelf(Kind::Skill).names() {
            let folder = own.root().join(Kind::Skill.folder()).join(name);
            // A file beside the skills, such as a README, is nobody's concern; and what lies elsewhere is not the hub's.
            if own.keeps(Kind::Skill, name) && folder.is_dir() {
                check_folder(&folder, &own.shown(Kind::Skill, name), problems);
            }
        }
    }

    /// Reports what is wrong with any person of the hub.
    pub(super) fn check_persons(&self, problems: &mut Problems) {
        check_persons(&self.hub, problems);
    }

    /// Reports what is wrong with the skills that a launcher selects from sources. What else these hold is the concern of
    /// those who keep them.
    pub(super) fn check_selected(&self, composition: &Composition, problems: &mut Problems) {
        for skill in composition.skills.iter().flatten() {
            let Some(source) = self.hub.source(&skill.source).filter(|source| !source.is_hub()) else {
                continue;
            };
            let mut found = Problems::new();
            check_folder(Path::new(&skill.directory), &source.shown(Kind::Skill, &skill.name), &mut found);
            problems.extend(found.into_iter().map(|problem| problem.scope(&skill.by)));
        }
    }
}
