//! The targets of a hub's launchers, and what they have to do with one another.

use std::path::{Path, PathBuf};

use super::prepared::Prepared;
use crate::diagnostic::{Place, Spanned};
use crate::disk::{Identity, real};
use crate::harness::Layout;

/// A target as one launcher opens it.
pub(super) struct Opened {
    pub(super) launcher: Spanned<String>,
    pub(super) layout: &'static Layout,
    /// As declared; absolute.
    pub(super) target: PathBuf,
    /// The node that says so, of the launcher or of a preset.
    pub(super) declared: Place,
    /// The paths of what the launcher wants there.
    pub(super) artifacts: Vec<String>,
    /// The target, and then every folder above it.
    line: Vec<Spot>,
}

/// A folder, or the path where there will be one.
#[derive(PartialEq)]
enum Spot {
    Folder(Identity),
    Nothing(PathBuf),
}

impl Spot {
    fn of(path: &Path) -> Self {
        Identity::of(path).map_or_else(|| Self::Nothing(path.to_owned()), Self::Folder)
    }
}

impl Opened {
    /// `None` of a launcher without a target.
    pub(super) fn by(prepared: &Prepared) -> Option<Self> {
        let target = prepared.composition.target.as_ref()?;
        // What lies above is what lies above the folder itself, not above a link to it.
        let real = real(&target.path);
        Some(Self {
            launcher: prepared.composition.launcher.clone(),
            layout: prepared.harness.layout,
            target: target.path.clone(),
            declared: target.declared.place.clone(),
            artifacts: prepared.projection.artifacts.iter().map(|artifact| artifact.path.clone()).collect(),
            line: real.ancestors().map(Spot::of).collect(),
        })
    }

    /// Whether both lay out the same target in the same way, so that one replaces what the other wrote.
    pub(super) fn shares_with(&self, other: &Self) -> bool {
        self.layout.name == other.layout.name && self.line.first() == other.line.first()
    }

    /// How many folders the target lies beneath that of another launcher; `None` when it does not.
    pub(super) fn depth_in(&self, other: &Self) -> Option<usize> {
        let top = other.line.first()?;
        self.line.iter().position(|spot| spot == top).filter(|depth| *depth > 0)
    }

    /// Whether the target is a folder, or lies in it.
    pub(super) fn is_in(&self, folder: &Path) -> bool {
        Identity::of(folder).is_some_and(|folder| self.line.contains(&Spot::Folder(folder)))
    }

    /// Whether the target is this very folder.
    pub(super) fn is(&self, folder: &Path) -> bool {
        Identity::of(folder).is_some_and(|folder| self.line.first() == Some(&Spot::Folder(folder)))
    }
}
