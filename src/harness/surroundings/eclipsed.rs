//! The instruction files around a target, which decide what the CLI makes of a generated one.

use std::path::{Path, PathBuf};

use crate::disk::{read_regular, real};
use crate::harness::layout::{Fallback, Layout};

/// Instructions that the CLI would not read, or does not read already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Eclipsed {
    #[default]
    Nothing,
    /// A file in the target, by its path there, until a file is generated beside it.
    Here(&'static str),
    /// A file in a parent folder, until a file is generated.
    Above(PathBuf),
    /// A file in the target, by its path there, because of one in a parent folder that does not speak of it.
    Already(&'static str, PathBuf),
}

/// Looks around `target`, a path without links. `config` is the folder of the CLI's user configuration, whose files are
/// not counted even when the target lies below it: the CLI reads them as the user's, not as a project's.
pub(super) fn eclipsed(layout: &Layout, target: &Path, config: Option<&Path>) -> Eclipsed {
    let Some(fallback) = &layout.instructions.fallback else { return Eclipsed::Nothing };
    let config = config.map(|config| real(&target.join(config)));
    let look = Look { config, largest: layout.instructions.largest };
    look.eclipsed(layout.instructions.file, fallback, target)
}

/// A look at the disk.
struct Look {
    config: Option<PathBuf>,
    /// Bytes above which the CLI skips a file.
    largest: usize,
}

impl Look {
    fn eclipsed(&self, generated: &str, fallback: &Fallback, target: &Path) -> Eclipsed {
        let mut eclipsed = Eclipsed::Nothing;
        for folder in target.ancestors() {
            let is_target = folder == target;
            let own = fallback.own.iter().copied().chain((!is_target).then_some(generated));
            if let Some(own) = own.map(|name| folder.join(name)).find(|path| self.counts(path)) {
                return match eclipsed {
                    Eclipsed::Here(name) if !self.speaks_of(&own, name) => Eclipsed::Already(name, own),
                    _ => Eclipsed::Nothing,
                };
            }
            if eclipsed == Eclipsed::Nothing
                && let Some(name) = fallback.files.iter().find(|name| self.counts(&folder.join(name)))
            {
                eclipsed = if is_target { Eclipsed::Here(name) } else { Eclipsed::Above(folder.join(name)) };
            }
        }
        eclipsed
    }

    /// Whether a file names another one, so that the agent is led to it.
    fn speaks_of(&self, own: &Path, name: &str) -> bool {
        let Ok(text) = read_regular(own, self.largest as u64 + 1) else { return true };
        let name = name.rsplit('/').next().unwrap_or(name);
        text.windows(name.len()).any(|window| window == name.as_bytes())
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

    use super::Eclipsed;
    use crate::harness::claude::CLAUDE;

    /// Makes the files in a folder `root`, looks around `root/home/project`, and says what is eclipsed: a path in the
    /// target, or `above` and a path from `root`, or behind `<` what is in the way already.
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
        let shown = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
        match super::eclipsed(&CLAUDE, &target, Some(&config)) {
            Eclipsed::Nothing => String::new(),
            Eclipsed::Here(path) => path.to_owned(),
            Eclipsed::Above(path) => format!("above {}", shown(&path)),
            Eclipsed::Already(path, by) => format!("{path} < {}", shown(&by)),
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
        for own in ["home/project/CLAUDE.md", "home/project/.claude/CLAUDE.md"] {
            assert_eq!(eclipsed(&["home/project/AGENTS.md", own], None), "", "{own}");
            assert_eq!(eclipsed(&["home/AGENTS.md", own], None), "", "{own}");
        }
        for own in ["home/CLAUDE.md", "home/CLAUDE.local.md", ".claude/CLAUDE.md", "CLAUDE.local.md"] {
            let already = format!("AGENTS.md < {own}");
            assert_eq!(eclipsed(&["home/project/AGENTS.md", own], None), already);
            assert_eq!(eclipsed(&["home/AGENTS.md", own], None), "", "{own}");
        }
    }

    #[test]
    fn a_file_of_a_parent_that_leads_to_it_is_right() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs_err::canonicalize(folder.path()).unwrap();
        fs_err::create_dir(root.join("app")).unwrap();
        fs_err::write(root.join("app/AGENTS.md"), "x\n").unwrap();
        for (text, expected) in [
            ("# Team\n\n@AGENTS.md\n", Eclipsed::Nothing),
            ("Each package has its `AGENTS.md`.", Eclipsed::Nothing),
            ("# Team\n", Eclipsed::Already("AGENTS.md", root.join("CLAUDE.md"))),
            ("", Eclipsed::Already("AGENTS.md", root.join("CLAUDE.md"))),
        ] {
            fs_err::write(root.join("CLAUDE.md"), text).unwrap();
            assert_eq!(super::eclipsed(&CLAUDE, &root.join("app"), None), expected, "{text}");
        }
    }

    #[test]
    fn the_users_configuration_does_not_count() {
        let files = ["home/project/AGENTS.md", "home/.claude/CLAUDE.md"];
        assert_eq!(eclipsed(&files, None), "AGENTS.md");
        // Moved elsewhere, the folder in the home is like any other.
        assert_eq!(eclipsed(&files, Some("config")), "AGENTS.md < home/.claude/CLAUDE.md");
        // The target lies below the moved folder.
        let below = ["home/project/AGENTS.md", "home/CLAUDE.md", "home/CLAUDE.local.md"];
        assert_eq!(eclipsed(&below, None), "AGENTS.md < home/CLAUDE.md");
        assert_eq!(eclipsed(&below, Some("home")), "AGENTS.md");
        assert_eq!(eclipsed(&["home/.claude/AGENTS.md"], None), "");
    }

    #[test]
    fn a_target_that_does_not_exist_has_no_surroundings_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        assert_eq!(super::eclipsed(&CLAUDE, &gone, Some(Path::new("/nowhere"))), Eclipsed::Nothing);
    }
}
