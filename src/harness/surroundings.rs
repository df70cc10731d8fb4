//! The instruction files around a target, which decide what the CLI makes of a generated one.

use std::path::{Path, PathBuf};

use super::Harness;
use super::layout::{Fallback, Layout};
use crate::Environment;
use crate::compose::Composition;

/// What lies around a target, outside the hub.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    eclipsed: Eclipsed,
}

/// Instructions that the CLI reads now, and would not read beside a generated file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Eclipsed {
    #[default]
    Nothing,
    /// A file in the target, by its path there.
    Here(&'static str),
    /// A file in a parent folder.
    Above(PathBuf),
}

impl Surroundings {
    /// As if there was nothing around the target.
    pub fn none() -> Self {
        Self::default()
    }

    /// Looks around `target`. `config` is the folder of the CLI's user configuration, whose files are not counted
    /// even when the target lies below it: the CLI reads them as the user's, not as a project's.
    fn read(layout: &Layout, target: &Path, config: Option<&Path>) -> Self {
        let Some(fallback) = &layout.instructions.fallback else { return Self::none() };
        // The CLI starts from its working directory as the system reports it, without links.
        let target = fs_err::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let config = config.map(|config| {
            let config = target.join(config);
            fs_err::canonicalize(&config).unwrap_or(config)
        });
        let look = Look { config };
        let eclipsed = look.eclipsed(layout.instructions.file, fallback, &target);
        Self { eclipsed }
    }

    /// The file in the target that a generated file has to import, by its path there.
    pub(super) fn eclipsed_here(&self) -> Option<&'static str> {
        match self.eclipsed {
            Eclipsed::Here(path) => Some(path),
            _ => None,
        }
    }

    /// The file in a parent of the target that is not read any more.
    pub(super) fn eclipsed_above(&self) -> Option<&Path> {
        match &self.eclipsed {
            Eclipsed::Above(path) => Some(path),
            _ => None,
        }
    }
}

impl Harness {
    /// Looks at what is outside the hub and matters for [`Harness::projection`]. Looks at nothing when no instruction
    /// file is generated.
    pub fn surroundings(&self, composition: &Composition, environment: &Environment) -> Surroundings {
        let Some(target) = composition.target.as_ref().filter(|_| composition.has_document()) else {
            return Surroundings::none();
        };
        let config = self.config_folder(composition, environment);
        Surroundings::read(self.layout, &target.path, config.as_deref())
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

/// A look at the disk.
struct Look {
    config: Option<PathBuf>,
}

impl Look {
    fn eclipsed(&self, generated: &str, fallback: &Fallback, target: &Path) -> Eclipsed {
        let mut eclipsed = Eclipsed::Nothing;
        for folder in target.ancestors() {
            let is_target = folder == target;
            let own = fallback.own.iter().copied().chain((!is_target).then_some(generated));
            if own.into_iter().any(|name| self.counts(&folder.join(name))) {
                return Eclipsed::Nothing;
            }
            if eclipsed == Eclipsed::Nothing
                && let Some(name) = fallback.files.iter().find(|name| self.counts(&folder.join(name)))
            {
                eclipsed = if is_target { Eclipsed::Here(name) } else { Eclipsed::Above(folder.join(name)) };
            }
        }
        eclipsed
    }

    /// Whether the file exists and is not one of the user's configuration.
    fn counts(&self, path: &Path) -> bool {
        fs_err::metadata(path).is_ok_and(|metadata| metadata.is_file()) && !self.is_configuration(path)
    }

    fn is_configuration(&self, path: &Path) -> bool {
        let folder = path.parent().and_then(|folder| fs_err::canonicalize(folder).ok());
        folder.is_some() && folder == self.config
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Eclipsed, Surroundings};
    use crate::harness::claude::CLAUDE;

    /// Makes the files in a folder `root`, looks around `root/home/project`, and says what is eclipsed: a path in the
    /// target, or `above` and a path from `root`.
    fn eclipsed(files: &[&str], config: Option<&str>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = fs_err::canonicalize(folder.path()).unwrap();
        let target = root.join("home/project");
        fs_err::create_dir_all(&target).unwrap();
        for file in files {
            let path = root.join(file);
            fs_err::create_dir_all(path.parent().unwrap()).unwrap();
            fs_err::write(path, "x\n").unwrap();
        }
        let config = root.join(config.unwrap_or("home/.claude"));
        match Surroundings::read(&CLAUDE, &target, Some(&config)).eclipsed {
            Eclipsed::Nothing => String::new(),
            Eclipsed::Here(path) => path.to_owned(),
            Eclipsed::Above(path) => format!("above {}", path.strip_prefix(&root).unwrap().display()),
        }
    }

    #[test]
    fn agents_in_the_target_is_eclipsed() {
        assert_eq!(eclipsed(&["home/project/AGENTS.md"], None), "AGENTS.md");
        assert_eq!(eclipsed(&["home/project/.claude/AGENTS.md"], None), ".claude/AGENTS.md");
        let both = ["home/project/AGENTS.md", "home/project/.claude/AGENTS.md", "home/AGENTS.md"];
        assert_eq!(eclipsed(&both, None), "AGENTS.md");
        // What we generated earlier does not count.
        assert_eq!(eclipsed(&["home/project/AGENTS.md", "home/project/CLAUDE.local.md"], None), "AGENTS.md");
    }

    #[test]
    fn agents_in_a_parent_is_above() {
        assert_eq!(eclipsed(&["home/AGENTS.md"], None), "above home/AGENTS.md");
        assert_eq!(eclipsed(&["AGENTS.md"], None), "above AGENTS.md");
    }

    #[test]
    fn without_agents_nothing_is_eclipsed() {
        assert_eq!(eclipsed(&[], None), "");
        assert_eq!(eclipsed(&["home/project/README.md"], None), "");
        // A folder of that name is no instruction file.
        assert_eq!(eclipsed(&["home/project/AGENTS.md/x"], None), "");
    }

    #[test]
    fn claudes_own_files_eclipse_it_already() {
        for own in [
            "home/project/CLAUDE.md",
            "home/project/.claude/CLAUDE.md",
            "home/CLAUDE.md",
            "home/CLAUDE.local.md",
            ".claude/CLAUDE.md",
            "CLAUDE.local.md",
        ] {
            assert_eq!(eclipsed(&["home/project/AGENTS.md", own], None), "", "{own}");
            assert_eq!(eclipsed(&["home/AGENTS.md", own], None), "", "{own}");
        }
    }

    #[test]
    fn the_users_configuration_does_not_count() {
        let files = ["home/project/AGENTS.md", "home/.claude/CLAUDE.md"];
        assert_eq!(eclipsed(&files, None), "AGENTS.md");
        // Moved elsewhere, the folder in the home is like any other.
        assert_eq!(eclipsed(&files, Some("config")), "");
        // The target lies below the moved folder.
        let below = ["home/project/AGENTS.md", "home/CLAUDE.md", "home/CLAUDE.local.md"];
        assert_eq!(eclipsed(&below, None), "");
        assert_eq!(eclipsed(&below, Some("home")), "AGENTS.md");
        assert_eq!(eclipsed(&["home/.claude/AGENTS.md"], None), "");
    }

    #[test]
    fn a_target_that_does_not_exist_has_no_surroundings_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let found = Surroundings::read(&CLAUDE, &folder.path().join("gone"), Some(Path::new("/nowhere")));
        assert!(found.eclipsed_here().is_none());
    }
}
