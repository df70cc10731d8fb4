//! The entrance: a look around the target of one composition.

use std::path::{Path, PathBuf};

use super::eclipsed::{Eclipsed, eclipsed};
use super::hooks::{ForeignHooks, foreign_hooks};
use crate::Environment;
use crate::compose::Composition;
use crate::disk::real;
use crate::harness::Harness;

/// What lies around a target, outside the hub.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    eclipsed: Eclipsed,
    hooks: Vec<ForeignHooks>,
}

impl Surroundings {
    /// As if there was nothing around the target.
    pub fn none() -> Self {
        Self::default()
    }

    /// The file in the target that a generated file has to import, by its path there.
    pub(in crate::harness) fn eclipsed_here(&self) -> Option<&'static str> {
        match self.eclipsed {
            Eclipsed::Here(path) => Some(path),
            _ => None,
        }
    }

    /// The file in a parent of the target that is not read any more.
    pub(in crate::harness) fn eclipsed_above(&self) -> Option<&Path> {
        match &self.eclipsed {
            Eclipsed::Above(path) => Some(path),
            _ => None,
        }
    }

    /// The file in the target, by its path there, that is not read whatever we generate, and the file that is why.
    pub(in crate::harness) fn eclipsed_already(&self) -> Option<(&'static str, &Path)> {
        match &self.eclipsed {
            Eclipsed::Already(path, by) => Some((path, by)),
            _ => None,
        }
    }

    /// Hooks that run beside those of the launcher.
    pub(in crate::harness) fn hooks(&self) -> &[ForeignHooks] {
        &self.hooks
    }
}

impl Harness {
    /// Looks at what is outside the hub and matters for [`Harness::projection`].
    pub fn surroundings(&self, composition: &Composition, environment: &Environment) -> Surroundings {
        let Some(target) = &composition.target else { return Surroundings::none() };
        // The CLI starts from its working directory as the system reports it, without links.
        let path = real(&target.path);
        let config = self.config_folder(composition, environment);
        let eclipsed = match eclipsed(self.layout, &path, config.as_deref()) {
            Eclipsed::Here(_) | Eclipsed::Above(_) if !composition.has_document() => Eclipsed::Nothing,
            found => found,
        };
        let has_hooks = composition.hooks.as_ref().is_some_and(|hooks| !hooks.is_empty());
        let hooks = if has_hooks && self.known { foreign_hooks(self.layout, &path) } else { Vec::new() };
        Surroundings { eclipsed, hooks }
    }

    fn config_folder(&self, composition: &Composition, environment: &Environment) -> Option<PathBuf> {
        let variable = |name: &str| match composition.env.iter().rfind(|env| env.name.value == name) {
            Some(env) => env.value.as_deref().filter(|value| !value.is_empty()),
            None => environment.get(name),
        };
        let config = &self.layout.config;
        let in_home = || Some(Path::new(variable("HOME")?).join(config.in_home));
        variable(config.variable).map(PathBuf::from).or_else(in_home)
    }
}
