//! What the user has, and where.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assembly::diagnostic::Problems;
use assembly::plan::{Backup, backups};

use crate::doing::PATHS;
use crate::world::World;

/// Paths that no launcher writes, whatever the hub says.
const NEVER_WRITTEN: std::ops::Range<usize> = 9..PATHS.len();

/// Texts of the user by their number, and files that nobody but the user writes.
#[derive(Default)]
pub(crate) struct Model {
    texts: BTreeSet<String>,
    untouched: BTreeMap<&'static str, Option<String>>,
    set_aside: usize,
    /// Where a backup came from is written down at the end of a run.
    was_killed: bool,
}

impl Model {
    /// Takes over what stands there after the user did something.
    pub(crate) fn look(&mut self, world: &World) {
        self.texts = texts(&everything(world));
        self.untouched = untouched(world);
    }

    /// How many texts are only in backups.
    pub(crate) fn set_aside(&self) -> usize {
        self.set_aside
    }

    /// Remembers that a command did not come to its end.
    pub(crate) fn note_kill(&mut self) {
        self.was_killed = true;
    }

    /// Says what is missing after a command. When it came to its end, everything is where people find it.
    pub(crate) fn check(&mut self, world: &World, is_done: bool) -> Result<(), String> {
        let found = everything(world);
        if let Some(lost) = self.texts.difference(&texts(&found)).next() {
            return Err(format!("<user {lost}> is gone: {found:#?}"));
        }
        let untouched = untouched(world);
        if untouched != self.untouched && !self.untouched.is_empty() {
            return Err(format!("{untouched:#?} was {:#?}", self.untouched));
        }
        if is_done {
            let in_place: Vec<String> = found.iter().filter(|line| is_in_place(line)).cloned().collect();
            let listed = self.listed(world, &found)?;
            let found: BTreeSet<String> = texts(&in_place).union(&texts(&listed)).cloned().collect();
            if let Some(lost) = self.texts.difference(&found).next() {
                return Err(format!(
                    "<user {lost}> is neither in place nor in a backup that is listed: {in_place:#?}"
                ));
            }
            self.set_aside = self.texts.difference(&texts(&in_place)).count();
            if let Some(left) = in_place.iter().find(|line| line.contains(".assembly-")) {
                return Err(format!("a temporary is left: {left}"));
            }
        }
        Ok(())
    }

    /// The lines of backups that are listed, each with the place it came from.
    fn listed(&self, world: &World, found: &[String]) -> Result<Vec<String>, String> {
        let mut problems = Problems::new();
        let backups =
            backups(&world.target(""), &mut problems).map_err(|error| format!("{error}: {problems:?}"))?;
        let has_no_origin = |backup: &&Backup| backup.origins.is_empty() && !self.was_killed;
        if let Some(backup) = backups.iter().find(has_no_origin) {
            return Err(format!("nobody knows where {backup:?} came from"));
        }
        let is_listed = |line: &&String| {
            let kept = line.strip_prefix(".assembly/backups/");
            kept.is_some_and(|kept| {
                let name = kept.split(['/', ' ']).next().unwrap_or_default();
                backups.iter().any(|backup| backup.name == name)
            })
        };
        Ok(found.iter().filter(is_listed).cloned().collect())
    }
}

/// Whether a line of the tree is of something that lies where people look.
fn is_in_place(line: &str) -> bool {
    !line.starts_with(".assembly/")
}

/// Every file and link of the target with what is in it; a journal, which goes, is left out.
fn everything(world: &World) -> Vec<String> {
    let mut lines = Vec::new();
    collect(&world.target(""), "", &mut lines);
    lines.retain(|line| {
        !line.starts_with(".assembly/journal.json") && !line.starts_with(".assembly/.journal")
    });
    lines
}

fn collect(folder: &Path, prefix: &str, lines: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().display());
        let metadata = path.symlink_metadata().unwrap();
        if metadata.is_dir() {
            collect(&path, &format!("{name}/"), lines);
        } else {
            lines.push(format!("{name} {}", described(&path).unwrap_or_default()));
        }
    }
}

/// Mode and content of a file, destination of a link.
fn described(path: &Path) -> Option<String> {
    let metadata = path.symlink_metadata().ok()?;
    Some(if metadata.is_symlink() {
        format!("-> {}", std::fs::read_link(path).unwrap().display())
    } else if metadata.is_dir() {
        "folder".to_owned()
    } else {
        let mode = metadata.permissions().mode() & 0o7777;
        format!("{mode:04o} {}", String::from_utf8_lossy(&std::fs::read(path).unwrap()))
    })
}

fn untouched(world: &World) -> BTreeMap<&'static str, Option<String>> {
    PATHS[NEVER_WRITTEN].iter().map(|path| (*path, described(&world.target(path)))).collect()
}

/// The numbers of the user's texts in these lines.
fn texts(lines: &[String]) -> BTreeSet<String> {
    let parts = lines.iter().flat_map(|line| line.split("<user ").skip(1));
    parts.filter_map(|part| Some(part.split_once('>')?.0.to_owned())).collect()
}
