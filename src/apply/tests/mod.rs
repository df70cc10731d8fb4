//! Every row of the ledger's table, from what a user sees: the target before and after.

mod clean;
mod entries;
mod entries_moments;
mod hostile;
mod lines;
mod moments;
mod ownership;
mod random;
mod recovery;
mod refusals;
mod table;
mod tree_moments;
mod trees;

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{Applied, ApplyError, Conflict, Event, apply};
use crate::diagnostic::{Place, Problems, SourceFile};
use crate::harness::{Artifact, Content, Ignore, Projection, SettingsFile, TreeFile};
use crate::plan::{Action, Options, Plan, plan};

const SETTINGS: &str = ".claude/settings.local.json";

/// A target, a source of skills beside it, and what is projected.
struct Fixture {
    home: tempfile::TempDir,
    options: Options,
}

impl Fixture {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs_err::create_dir(home.path().join("target")).unwrap();
        for skill in ["a", "b"] {
            fs_err::create_dir_all(home.path().join("hub/skills").join(skill)).unwrap();
        }
        Self { home, options: Options { diffs: true, ..Options::default() } }
    }

    fn target(&self) -> PathBuf {
        self.home.path().join("target")
    }

    fn at(&self, path: &str) -> PathBuf {
        self.target().join(path)
    }

    fn skill(&self, name: &str) -> String {
        self.home.path().join("hub/skills").join(name).display().to_string()
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, text).unwrap();
    }

    fn write_with_mode(&self, path: &str, text: &str, mode: u32) {
        self.write(path, text);
        fs_err::set_permissions(self.at(path), std::fs::Permissions::from_mode(mode)).unwrap();
    }

    fn link(&self, path: &str, destination: &str) {
        let path = self.at(path);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::os::unix::fs::symlink(destination, path).unwrap();
    }

    fn remove(&self, path: &str) {
        fs_err::remove_file(self.at(path)).unwrap();
    }

    fn file(&self, path: &str, text: &str) -> Artifact {
        let _ = self;
        artifact(path, Content::File(text.as_bytes().to_vec()))
    }

    /// A settings file that others write to as well, or that is ours as a whole.
    fn settings(&self, merges: bool, text: &str) -> Artifact {
        let settings = SettingsFile {
            merges,
            restrictions: |_| Vec::new(),
            contents: |text| vec![format!("`{}`", String::from_utf8_lossy(text))],
        };
        Artifact { settings: Some(settings), ..self.file(SETTINGS, text) }
    }

    fn skill_link(&self, name: &str) -> Artifact {
        let skills_roots = [self.home.path().join("hub/skills").display().to_string()].into();
        artifact(
            &format!(".claude/skills/{name}"),
            Content::Link { destination: self.skill(name), skills_roots },
        )
    }

    /// A copy of a skill; a path that ends with `*` is executable.
    fn skill_copy(&self, name: &str, files: &[(&str, &str)]) -> Artifact {
        let mut files: Vec<TreeFile> = files
            .iter()
            .map(|(path, text)| TreeFile {
                path: path.trim_end_matches('*').to_owned(),
                bytes: text.as_bytes().to_vec(),
                executable: path.ends_with('*'),
            })
            .collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let skills_roots = [self.home.path().join("hub/skills").display().to_string()].into();
        artifact(
            &format!(".claude/skills/{name}"),
            Content::Tree { files, source: self.skill(name), skills_roots },
        )
    }

    fn plan(&self, projection: &Projection) -> Plan {
        plan(&self.target(), projection, &self.options, &mut Problems::new()).unwrap()
    }

    fn try_apply(&self, projection: &Projection, conflict: Conflict) -> Result<Applied, ApplyError> {
        apply(&self.target(), projection, &self.options, conflict, &mut |_| {})
    }

    /// Applies, and sees that the plan before had said so and that a second time changes nothing.
    fn apply(&self, projection: &Projection) -> Applied {
        let planned = self.plan(projection);
        let applied = self.try_apply(projection, Conflict::Backup).unwrap();
        assert_eq!(actions(&planned), actions(&applied.plan));
        let backed_up: Vec<_> =
            applied.plan.conflicts().iter().flat_map(|change| change.backups.clone()).collect();
        let mut told = applied.backups.clone();
        told.sort();
        assert_eq!(told, sorted(backed_up));
        let before = self.identities();
        assert!(self.plan(projection).is_unchanged(), "{:#?}", self.plan(projection));
        let again = self.try_apply(projection, Conflict::Refuse).unwrap();
        assert!(again.plan.is_unchanged());
        assert_eq!(self.identities(), before);
        applied
    }

    /// Everything in the target but `.assembly`: path, kind, mode and content.
    fn tree(&self) -> Vec<String> {
        let mut lines = tree_of(&self.target(), "");
        lines.retain(|line| !line.starts_with(".assembly"));
        lines
    }

    fn backups(&self) -> Vec<String> {
        let folder = self.at(".assembly/backups");
        if folder.exists() { tree_of(&folder, "") } else { Vec::new() }
    }

    /// Inodes and times of everything, `.assembly` included.
    fn identities(&self) -> BTreeMap<PathBuf, (u64, i64, i64)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.target()];
        while let Some(folder) = folders.pop() {
            for entry in fs_err::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let metadata = fs_err::symlink_metadata(&path).unwrap();
                if metadata.is_dir() {
                    folders.push(path.clone());
                }
                found.insert(path, (metadata.ino(), metadata.mtime(), metadata.mtime_nsec()));
            }
        }
        found
    }
}

fn sorted(mut pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    pairs.sort();
    pairs
}

fn artifact(path: &str, content: Content) -> Artifact {
    let manifest = SourceFile::new("/hub/launchers.kdl", "launchers.kdl", "launcher \"one\" {}\n");
    Artifact {
        path: path.to_owned(),
        content,
        place: Place::new(&manifest, 0..8),
        sources: Vec::new(),
        settings: None,
        keys: Vec::new(),
        remark: None,
    }
}

fn projection(artifacts: impl Into<Vec<Artifact>>) -> Projection {
    named("one", artifacts)
}

fn named(launcher: &str, artifacts: impl Into<Vec<Artifact>>) -> Projection {
    Projection {
        launcher: launcher.to_owned(),
        harness: "claude",
        artifacts: artifacts.into(),
        ignores: Vec::new(),
        excludes: false,
    }
}

fn actions(plan: &Plan) -> Vec<(&str, Action, &str)> {
    plan.changes.iter().map(|change| (change.path.as_str(), change.action, change.reason.as_str())).collect()
}

fn tree_of(folder: &Path, prefix: &str) -> Vec<String> {
    let mut names: Vec<_> =
        fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let mut lines = Vec::new();
    for name in names {
        let path = folder.join(&name);
        let shown = format!("{prefix}{}", name.display());
        let metadata = fs_err::symlink_metadata(&path).unwrap();
        if metadata.is_symlink() {
            lines.push(format!("{shown} -> {}", fs_err::read_link(&path).unwrap().display()));
        } else if metadata.is_dir() {
            lines.push(format!("{shown}/"));
            lines.extend(tree_of(&path, &format!("{shown}/")));
        } else {
            let text = String::from_utf8_lossy(&fs_err::read(&path).unwrap()).into_owned();
            lines.push(format!("{shown} {:04o} {text:?}", metadata.mode() & 0o7777));
        }
    }
    lines
}
