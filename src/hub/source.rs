//! One source: the hub itself, or another folder with the same subfolders.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{Access, FileType};

use super::bounds::Bounds;
use super::catalog::Catalog;
use super::shelf::{Holds, Shelf};
use super::text::{bytes, text};
use super::{Fault, HookFile, Kind, SkillFile, SkillFolder, open, skill_files};
use crate::diagnostic::SourceFile;
use crate::manifest::{self, ASSEMBLY_DIR, HUB};

/// A root with `modules/`, `hooks/`, `skills/` and `persons/`. Everything in it is read at most once.
#[derive(Debug)]
pub struct Source {
    id: String,
    root: PathBuf,
    /// The same as it reads on every machine.
    portable_root: String,
    /// What stands before `modules/…` where reports name a file.
    prefix: String,
    required: bool,
    admits_hooks: bool,
    admits_persons: bool,
    state: OnceCell<Result<(), Fault>>,
    bounds: Arc<Bounds>,
    modules: Catalog<SourceFile>,
    hooks: Catalog<HookFile>,
    /// Hooks as a whole, for those that several sources have.
    programs: Catalog<Vec<u8>>,
    skills: Catalog<SkillFolder>,
    copies: Catalog<Vec<SkillFile>>,
    persons: Catalog<Option<Arc<SourceFile>>>,
    packages: Catalog<Vec<SkillFile>>,
}

/// The largest module or file of a person in bytes. Far beyond what an agent reads; a limit all the same, so that a name
/// that leads to a disk image is a finding instead of an exhausted memory.
const LARGEST_TEXT: u64 = 64 << 20;

impl Source {
    /// The hub, which is always there and gives everything.
    pub(super) fn hub(root: &Path) -> Self {
        let source = Self::at(HUB, root.to_owned(), String::new());
        Self {
            portable_root: ASSEMBLY_DIR.to_owned(),
            required: true,
            admits_hooks: true,
            admits_persons: true,
            state: Ok(()).into(),
            ..source
        }
    }

    /// A source that the manifest of the hub at `hub` names.
    pub(super) fn declared(hub: &Path, source: &manifest::Source) -> Self {
        let root = source.path.clone().unwrap_or_default();
        // As with any file: relative to the hub where it lies in it.
        let mut prefix = root.strip_prefix(hub).unwrap_or(&root).display().to_string();
        prefix.push('/');
        let state = if source.path.is_none() { Err(Fault::PathUnknown).into() } else { OnceCell::new() };
        Self {
            portable_root: source.portable.clone().unwrap_or_else(|| source.declared.value.clone()),
            required: source.required,
            admits_hooks: source.hooks,
            admits_persons: source.persons,
            state,
            ..Self::at(&source.id.value, root, prefix)
        }
    }

    fn at(id: &str, root: PathBuf, prefix: String) -> Self {
        let bounds = Arc::new(Bounds::new(id, &root));
        let folder = |kind: Kind| root.join(kind.folder());
        Self {
            id: id.to_owned(),
            portable_root: String::new(),
            prefix,
            required: true,
            admits_hooks: false,
            admits_persons: false,
            state: OnceCell::new(),
            modules: Catalog::new(folder(Kind::Module), Holds::Files, &bounds),
            hooks: Catalog::new(folder(Kind::Hook), Holds::Files, &bounds),
            programs: Catalog::new(folder(Kind::Hook), Holds::Files, &bounds),
            skills: Catalog::new(folder(Kind::Skill), Holds::Anything, &bounds),
            copies: Catalog::new(folder(Kind::Skill), Holds::Anything, &bounds),
            persons: Catalog::new(folder(Kind::Person), Holds::Anything, &bounds),
            packages: Catalog::new(folder(Kind::Person), Holds::Anything, &bounds),
            bounds,
            root,
        }
    }

    /// Its name in the manifest; `hub` for the hub.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether it is the hub.
    pub fn is_hub(&self) -> bool {
        self.id == HUB
    }

    /// The folder, absolute, links kept; empty when it is not known on this machine.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of a kind as it reads on every machine: `{{ASSEMBLY_DIR}}/hooks`, `~/team-hub/skills`.
    pub fn portable_folder(&self, kind: Kind) -> String {
        format!("{}/{}", self.portable_root.trim_end_matches('/'), kind.folder())
    }

    /// Whether nothing can be composed without it.
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Whether it is a folder that can be entered.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn state(&self) -> Result<(), &Fault> {
        let look = || match open::kind(&self.root)? {
            FileType::Directory => rustix::fs::access(&self.root, Access::EXEC_OK)
                .map_err(|errno| Fault::Unreadable(errno.to_string())),
            _ => Err(Fault::NotADirectory),
        };
        self.state.get_or_init(look).as_ref().copied()
    }

    /// Whether things of this kind are admitted from it. Everybody gives modules and skills; hooks are code that will
    /// run, and persons say who the agent is.
    pub fn admits(&self, kind: Kind) -> bool {
        match kind {
            Kind::Module | Kind::Skill => true,
            Kind::Hook => self.admits_hooks,
            Kind::Person => self.admits_persons,
        }
    }

    /// The names of a kind that it holds, admitted or not.
    pub fn shelf(&self, kind: Kind) -> &Shelf {
        match kind {
            Kind::Module => self.modules.shelf(),
            Kind::Hook => self.hooks.shelf(),
            Kind::Skill => self.skills.shelf(),
            Kind::Person => self.persons.shelf(),
        }
    }

    /// How reports call something in it: `skills/review`, `/home/sam/team-hub/skills/review`.
    pub fn shown(&self, kind: Kind, name: &str) -> String {
        format!("{}{}/{name}", self.prefix, kind.folder())
    }

    /// Whether the entry of that name leads nowhere out of the source.
    pub fn keeps(&self, kind: Kind, name: &str) -> bool {
        let folder = self.root.join(kind.folder());
        let leaves = |path: &Path| matches!(self.bounds.check(path), Err(Fault::LeavesSource { .. }));
        !leaves(&folder) && !leaves(&folder.join(name))
    }

    /// The text of a module, byte for byte: a BOM and CRLF are kept.
    pub fn module(&self, name: &str) -> Result<Arc<SourceFile>, Fault> {
        self.modules.get(name, |path| text(path, &self.shown(Kind::Module, name), LARGEST_TEXT))
    }

    /// A hook.
    pub fn hook(&self, name: &str) -> Result<Arc<HookFile>, Fault> {
        let whole = self.programs.known(name);
        self.hooks.get(name, |path| {
            HookFile::read(path, &self.shown(Kind::Hook, name), whole.as_ref().map(|whole| whole.as_slice()))
        })
    }

    /// A hook as a whole, to compare it with another source's, and to see what it names.
    pub fn program(&self, name: &str) -> Result<Arc<Vec<u8>>, Fault> {
        self.programs.get(name, |path| bytes(path, LARGEST_TEXT).map(Arc::new))
    }

    /// A skill.
    pub fn skill(&self, name: &str) -> Result<Arc<SkillFolder>, Fault> {
        let shown = self.shown(Kind::Skill, name);
        self.skills.get(name, |path| SkillFolder::read(path, self.skills.folder(), &shown, &self.bounds))
    }

    /// The files of a skill, sorted by path; read only for one that is copied, compared or bundled.
    pub fn skill_files(&self, name: &str) -> Result<Arc<Vec<SkillFile>>, Fault> {
        self.copies.get(name, |path| skill_files(path).map(Arc::new))
    }

    /// A file of a person; nothing when the person has no such file.
    pub fn person_file(&self, name: &str, file: &str) -> Result<Option<Arc<SourceFile>>, Fault> {
        let found = self.persons.get_as(&format!("{name}/{file}"), name, |person| {
            if open::kind(person)? != FileType::Directory {
                return Err(Fault::NotADirectory);
            }
            let path = person.join(file);
            let shown = format!("{}/{file}", self.shown(Kind::Person, name));
            match self.bounds.check(&path).and_then(|()| text(&path, &shown, LARGEST_TEXT)) {
                Ok(text) => Ok(Arc::new(Some(text))),
                Err(Fault::Missing) => Ok(Arc::new(None)),
                // It says itself which file that is.
                Err(fault @ Fault::NotUtf8 { .. }) => Err(fault),
                Err(fault) => Err(Fault::Inside { path: file.to_owned(), fault: Box::new(fault) }),
            }
        });
        found.map(|file| (*file).clone())
    }

    /// What lies in the folder of a person by a name that is almost `file`.
    pub fn beside_person(&self, name: &str, file: &str) -> Option<String> {
        let folder = self.root.join(Kind::Person.folder()).join(name);
        Shelf::list(&folder, Holds::Anything).nearest(file).map(str::to_owned)
    }

    /// All files of a person, to compare them with another source's.
    pub(super) fn package(&self, name: &str) -> Result<Arc<Vec<SkillFile>>, Fault> {
        self.packages.get(name, |path| skill_files(path).map(Arc::new))
    }
}
