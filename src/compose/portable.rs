//! A composition that reads the same on every machine.

use super::form::Form;
use super::model::Composition;
use crate::hub::{Hub, Kind};

/// Names hooks and skills from their sources, not from where these lie on this machine, and makes the target a text that
/// nobody looks at; of a portable one only.
pub(super) fn name_from_sources(composition: &mut Composition, hub: &Hub, form: Form) {
    if form != Form::Portable {
        return;
    }
    let scripts = composition.hooks.iter_mut().flatten().filter_map(|hook| hook.script.as_mut());
    for script in scripts {
        if let Some(source) = hub.source(&script.source) {
            script.path = format!("{}/{}", source.portable_folder(Kind::Hook), script.name);
        }
    }
    for skill in composition.skills.iter_mut().flatten() {
        if let Some(source) = hub.source(&skill.source) {
            skill.root = source.portable_folder(Kind::Skill);
            skill.directory = format!("{}/{}", skill.root, skill.name);
        }
    }
    let target = composition.target.take();
    composition.declared_target = target.map(|target| target.path.to_string_lossy().into_owned());
}
