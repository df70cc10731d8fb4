//! Looks at the paths of declared artifacts, and turns verdicts into changes and steps.

use std::path::Path;

use super::PlanError;
use super::change::{Change, Kind, diff_of, name_of};
use super::codes;
use super::declared::{Keep, Verdict, Write, decide};
use super::draft::Draft;
use super::ledger::{Entry, Original, Written};
use super::parents::{Parent, Parents};
use super::standing::{Item, Standing};
use super::state_folder::BACKUPS;
use super::step::{Save, Step};
use super::survey::Survey;
use crate::diagnostic::{Diagnostic, Problems, shell_word};
use crate::harness::{Artifact, Content};

impl Survey<'_> {
    /// Looks at one artifact; what forbids to write it goes to `stops`.
    pub(super) fn look_at(&mut self, artifact: &Artifact, stops: &mut Problems) -> Result<(), PlanError> {
        let path = &artifact.path;
        let parent = self.draft.parents.of(path)?;
        if let Some(stop) = obstacle(self.draft.target, &parent) {
            stops.push(stop.label(&artifact.place, format!("`{path}` would be written into it")));
            return Ok(());
        }
        let standing = self.draft.standing(path)?;
        if let Standing::Special(what) = standing {
            let message = format!("`{path}` in the target is a {what}");
            stops.push(
                Diagnostic::new(&codes::SPECIAL_FILE, message)
                    .label(&artifact.place, "this would be written in its place")
                    .help(format!("move it away: `mv {0} {0}.old`", pasted(&self.draft.target.join(path)))),
            );
            return Ok(());
        }
        if standing == Standing::Folder && self.is_own_source(artifact) {
            let message = format!("`{path}` in the target is the folder that it would link to");
            stops.push(
                Diagnostic::new(&codes::OWN_SOURCE, message)
                    .label(&artifact.place, "this is where it comes from")
                    .help("give the launcher another target, or leave this out of it"),
            );
            return Ok(());
        }
        self.declare(artifact, &standing)
    }

    /// Whether setting aside what stands at the path would take the source of the link away.
    fn is_own_source(&self, artifact: &Artifact) -> bool {
        let Content::Link { destination, .. } = &artifact.content else { return false };
        let real = |path: &Path| fs_err::canonicalize(path).ok();
        match (real(&self.draft.target.join(&artifact.path)), real(Path::new(destination))) {
            (Some(path), Some(source)) => source.starts_with(path),
            _ => false,
        }
    }

    fn declare(&mut self, artifact: &Artifact, standing: &Standing) -> Result<(), PlanError> {
        let path = &artifact.path;
        let entry = self.entry_of(path).cloned();
        let verdict = decide(&artifact.content, standing, entry.as_ref());
        let draft = &mut self.draft;
        let mut original = entry.and_then(|entry| entry.original);
        let mut backup = None;
        match standing {
            Standing::Item(found) if verdict.keep != Keep::Nothing => {
                if verdict.keep != Keep::Adopted {
                    backup = Some(format!("{BACKUPS}/{}", found.backup_name()));
                }
                if verdict.keep != Keep::Backup {
                    original = Some(found.as_original());
                }
                let told = verdict.keep != Keep::Adopted;
                draft.saves.push(Save { path: path.clone(), item: found.clone(), told });
                draft.write(path, standing, &verdict);
            }
            Standing::Folder => {
                let aside = draft.free_aside(path)?;
                backup = Some(format!("{BACKUPS}/{aside}"));
                if verdict.keep == Keep::Original {
                    original = Some(Original::Folder { backup: aside.clone() });
                }
                draft.steps.push(Step::SetAside { path: path.clone(), after: verdict.item.clone(), aside });
            }
            _ => draft.write(path, standing, &verdict),
        }
        draft.record(path, Written::from(&verdict.item), original);
        let (before, after) = (standing.state(), verdict.item.state());
        let diff = draft.diffs.then(|| diff_of(path, standing.item(), Some(&verdict.item))).flatten();
        let reason = match (&artifact.remark, verdict.reason.as_str()) {
            (None, reason) => reason.to_owned(),
            (Some(remark), "") => remark.clone(),
            (Some(remark), reason) => format!("{reason}; {remark}"),
        };
        draft.changes.push(Change {
            path: path.clone(),
            kind: if verdict.item.is_link() { Kind::Link } else { Kind::File },
            action: verdict.action,
            reason,
            before: name_of(&before),
            after: name_of(&after),
            diff,
            place: Some(artifact.place.clone()),
            backup,
        });
        Ok(())
    }

    /// The entry of a file or link; one of another harness will do, the path has only one content.
    fn entry_of<'entry>(&'entry self, path: &'entry str) -> Option<&'entry Entry> {
        let is_item = |entry: &&Entry| matches!(entry.written, Written::File { .. } | Written::Link { .. });
        self.ledger.at(path).find(is_item)
    }
}

impl Draft<'_> {
    fn write(&mut self, path: &str, standing: &Standing, verdict: &Verdict) {
        let path = path.to_owned();
        match (verdict.write, &verdict.item) {
            (Write::Whole, item) => {
                self.make_folders_above(&path, true);
                self.steps.push(Step::Put { path, before: standing.state(), after: item.clone() });
            }
            (Write::ModeOnly, Item::File { mode, .. }) => {
                self.steps.push(Step::SetMode { path, mode: *mode });
            }
            (Write::ModeOnly | Write::Nothing, _) => {}
        }
    }
}

/// Checks that the folders above some paths are in the target.
pub(crate) fn check_parents<'a>(
    target: &Path,
    paths: impl Iterator<Item = &'a str>,
    problems: &mut Problems,
) -> Result<(), PlanError> {
    let mut parents = Parents::new(target);
    for path in paths {
        problems.extend(obstacle(target, &parents.of(path)?));
    }
    if problems.is_empty() { Ok(()) } else { Err(PlanError::Blocked) }
}

/// A path as a word for a shell.
pub(super) fn pasted(path: &Path) -> String {
    shell_word(&path.to_string_lossy())
}

/// What is wrong with a folder above an artifact, if anything.
fn obstacle(target: &Path, parent: &Parent) -> Option<Diagnostic> {
    let shown = |path: &str| pasted(&target.join(path));
    match parent {
        Parent::Folder | Parent::Missing => None,
        Parent::Leaves { link, destination } => {
            let message = format!("`{link}` in the target is a link to `{destination}`, out of the target");
            let help = format!("make it a folder: `rm {0} && mkdir {0}`", shown(link));
            Some(Diagnostic::new(&codes::PARENT_LEAVES_TARGET, message).help(help))
        }
        Parent::NotAFolder { path } => {
            let message = format!("`{path}` in the target is not a folder");
            let help = format!("move it away: `mv {0} {0}.old`", shown(path));
            Some(Diagnostic::new(&codes::PARENT_NOT_A_FOLDER, message).help(help))
        }
    }
}
