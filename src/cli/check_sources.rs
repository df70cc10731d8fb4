//! What only `check` looks at: presets that nobody uses, skills that nobody lists, persons that nobody names, all files
//! of skills that come from sources, and what shows only when everything is seen at once.

use super::pipeline::{Pipeline, harness_of};
use crate::compose::{Composition, check_persons, check_repeated, check_unreached, compose_unused};
use crate::diagnostic::{Class, Problems};
use crate::harness::is_list_of_settings;
use crate::hub::Kind;
use crate::skill::check_folder;

impl Pipeline<'_> {
    /// Reports what is wrong with presets that no launcher uses. Their hooks and settings are read as the CLI they name reads
    /// them.
    pub(super) fn check_unused(&self, problems: &mut Problems) -> Vec<Composition> {
        let unused =
            compose_unused(&self.manifest, &self.hub, self.environment, is_list_of_settings, problems);
        for composition in &unused {
            let harness = harness_of(composition);
            harness.check_hooks(composition, problems);
            harness.check_settings(composition, problems);
        }
        unused
    }

    /// Reports what shows only when everything is seen at once: text that stands in two modules, and files and presets
    /// that nothing leads to. What a manifest with errors leads to is not known.
    pub(super) fn check_whole(&self, compositions: &[Composition], problems: &mut Problems) {
        check_repeated(&self.hub, compositions, problems);
        if !problems.iter().any(|problem| problem.class == Class::Stop) {
            check_unreached(&self.manifest, &self.hub, compositions, problems);
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
            let folder = source.root().join(Kind::Skill.folder()).join(&skill.name);
            check_folder(&folder, &source.shown(Kind::Skill, &skill.name), &mut found);
            problems.extend(found.into_iter().map(|problem| problem.scope(&skill.by)));
        }
    }
}
