//! The hub as `compose` asks for it.

use std::path::Path;
use std::sync::Arc;

use super::catalog::Catalog;
use super::shelf::{Holds, Shelf};
use super::text::text;
use super::{Fault, HookFile, SkillFile, SkillFolder, skill_files};
use crate::diagnostic::SourceFile;

/// The folder that holds `modules/`, `hooks/` and `skills/`. Everything in it is read at most once.
#[derive(Debug)]
pub struct Hub {
    modules: Catalog<SourceFile>,
    hooks: Catalog<HookFile>,
    skills: Catalog<SkillFolder>,
    copies: Catalog<Vec<SkillFile>>,
}

/// The largest module in bytes. Far beyond what an agent reads; a limit all the same, so that a name that leads to
/// a disk image is a finding instead of an exhausted memory.
const LARGEST_MODULE: u64 = 64 << 20;

impl Hub {
    /// The hub at `root`, absolute, links kept. Looks at nothing yet.
    pub fn open(root: &Path) -> Self {
        Self {
            modules: Catalog::new(root.join("modules"), Holds::Files),
            hooks: Catalog::new(root.join("hooks"), Holds::Files),
            skills: Catalog::new(root.join("skills"), Holds::Anything),
            copies: Catalog::new(root.join("skills"), Holds::Anything),
        }
    }

    /// The names in `modules/`.
    pub fn modules(&self) -> &Shelf {
        self.modules.shelf()
    }

    /// The names in `hooks/`.
    pub fn hooks(&self) -> &Shelf {
        self.hooks.shelf()
    }

    /// The names in `skills/`.
    pub fn skills(&self) -> &Shelf {
        self.skills.shelf()
    }

    /// The text of a module, byte for byte: a BOM and CRLF are kept.
    pub fn module(&self, name: &str) -> Result<Arc<SourceFile>, Fault> {
        self.modules.get(name, |path| text(path, &format!("modules/{name}"), LARGEST_MODULE))
    }

    /// A hook.
    pub fn hook(&self, name: &str) -> Result<Arc<HookFile>, Fault> {
        self.hooks.get(name, |path| HookFile::read(path, name))
    }

    /// A skill.
    pub fn skill(&self, name: &str) -> Result<Arc<SkillFolder>, Fault> {
        self.skills.get(name, |path| SkillFolder::read(path, self.skills.folder(), name))
    }

    /// The files of a skill, sorted by path; read only for one that is copied.
    pub fn skill_files(&self, name: &str) -> Result<Arc<Vec<SkillFile>>, Fault> {
        self.copies.get(name, |path| skill_files(path).map(Arc::new))
    }
}
