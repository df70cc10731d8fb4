//! Looks at the paths of declared artifacts, and turns verdicts into changes and steps.

use super::PlanError;
use super::change::{Action, Change, Kind, diff_of};
use super::codes;
use super::declared::{Keep, Single, Verdict, Write, decide};
use super::draft::Draft;
use super::entries::Entries;
use super::entry::Entry;
use super::fingerprint::fingerprint_of;
use super::obstacle::{obstacle, pasted};
use super::origin::origins_of;
use super::standing::{Item, Standing};
use super::state_folder::BACKUPS;
use super::step::{Save, Step};
use super::survey::Survey;
use super::tree::{Declared, Foreign, Special, TreeRequest};
use super::written::{Original, Written};
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::{Artifact, Content, SettingsFile, TreeFile};

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
            stops.push(self.special_file(artifact, path, what));
            return Ok(());
        }
        let content = match &artifact.content {
            Content::File(bytes) => Single::File(bytes),
            Content::Link { destination, skills_roots } => Single::Link { destination, skills_roots },
            Content::Tree { files, skills_roots, .. } => {
                if let Some(stop) = self.own(artifact, &standing)? {
                    stops.push(stop);
                    return Ok(());
                }
                return self.declare_tree(artifact, files, skills_roots, stops);
            }
        };
        let entry = self.entry_of(path).cloned();
        if let (Some(SettingsFile { merges: true, .. }), Single::File(now)) = (artifact.settings, content)
            && matches!(standing, Standing::Absent | Standing::Item(Item::File { .. }))
        {
            return self.declare_entries(artifact, &standing, entry.as_ref(), now, stops);
        }
        let mut verdict = decide(content, &standing, entry.as_ref(), &self.projection.launcher);
        let theirs = match &entry {
            Some(entry) if entry.is_merged() => self.unmerge(&standing, entry, &mut verdict),
            _ => None,
        };
        if verdict.action != Action::Unchanged
            && let Some(stop) = self.own(artifact, &standing)?
        {
            stops.push(stop);
            return Ok(());
        }
        self.declare(artifact, &standing, entry, verdict, theirs.as_ref())
    }

    fn special_file(&self, artifact: &Artifact, path: &str, what: &str) -> Diagnostic {
        Diagnostic::new(&codes::SPECIAL_FILE, format!("`{path}` in the target is a {what}"))
            .label(&artifact.place, "this would be written in its place")
            .help(format!("move it away: `mv {0} {0}.old`", pasted(&self.draft.target.join(path))))
    }

    fn declare_tree(
        &mut self,
        artifact: &Artifact,
        files: &[TreeFile],
        skills_roots: &[String],
        stops: &mut Problems,
    ) -> Result<(), PlanError> {
        let entry = self.entry_of(&artifact.path).cloned();
        let request = TreeRequest { path: &artifact.path, files, skills_roots, foreign: Foreign::SetAside };
        match self.draft.declare_tree(&request, entry.as_ref())? {
            Declared::Change(change) => {
                let reason = with_remark(artifact, &change.reason);
                let place = Some(artifact.place.clone());
                self.draft.changes.push(Change { reason, place, ..*change });
            }
            Declared::InTheWay(specials) => {
                for Special { path, what } in specials {
                    stops.push(self.special_file(artifact, &path, what));
                }
            }
        }
        Ok(())
    }

    fn declare(
        &mut self,
        artifact: &Artifact,
        standing: &Standing,
        entry: Option<Entry>,
        mut verdict: Verdict,
        theirs: Option<&Item>,
    ) -> Result<(), PlanError> {
        let path = &artifact.path;
        self.warn_of_loss(artifact, standing, entry.as_ref(), &verdict);
        let draft = &mut self.draft;
        let ours = match &entry {
            Some(entry) if *standing == Standing::Folder => draft.ours_in(path, entry)?,
            _ => None,
        };
        let written = written(artifact, &verdict.item);
        let origins = origins_of(artifact, entry.as_ref(), &written, &mut verdict);
        // What is set aside of a merged file is what others added to it.
        let created = theirs.is_some() && entry.as_ref().is_some_and(|entry| !entry.is_in_file_of_others());
        let mut original = entry.and_then(|entry| entry.original);
        let mut backup = None;
        match standing {
            Standing::Item(found) if verdict.keep != Keep::Nothing => {
                let found = theirs.unwrap_or(found);
                if verdict.keep != Keep::Adopted {
                    backup = Some(format!("{BACKUPS}/{}", found.backup_name()));
                }
                if verdict.keep != Keep::Backup {
                    original = Some(found.as_original().created(created));
                }
                let told = verdict.keep != Keep::Adopted;
                draft.saves.push(Save { path: path.clone(), item: found.clone(), told });
                draft.write(path, standing, &verdict);
            }
            Standing::Folder => {
                let aside = draft.free_aside(path)?;
                if ours.is_some() {
                    // A copy of ours without anything of others in it.
                    verdict.reason.clear();
                } else {
                    backup = Some(format!("{BACKUPS}/{aside}"));
                }
                if verdict.keep == Keep::Original {
                    original = Some(Original::Folder { backup: aside.clone() });
                }
                let after = verdict.item.clone();
                draft.steps.push(Step::SetAside { path: path.clone(), after, aside, ours });
            }
            _ => draft.write(path, standing, &verdict),
        }
        draft.record(path, written, original);
        draft.ledger.change_at(path, |entry| entry.origins.clone_from(&origins));
        let (before, after) = (standing.state(), verdict.item.state());
        let diff = draft.diffs.then(|| diff_of(path, standing.item(), Some(&verdict.item))).flatten();
        draft.changes.push(Change {
            path: path.clone(),
            kind: if verdict.item.is_link() { Kind::Link } else { Kind::File },
            action: verdict.action,
            reason: with_remark(artifact, &verdict.reason),
            drift: verdict.drift,
            before: fingerprint_of(&before),
            after: fingerprint_of(&after),
            diff,
            place: Some(artifact.place.clone()),
            backups: backup.map(|backup| (path.clone(), backup)).into_iter().collect(),
        });
        Ok(())
    }

    /// The entry of an artifact; one of another harness will do, the path has only one content.
    fn entry_of<'entry>(&'entry self, path: &'entry str) -> Option<&'entry Entry> {
        let is_projected = |entry: &&Entry| entry.written.is_artifact() && entry.holder.owner().is_none();
        self.ledger.at(path).find(is_projected)
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

/// What the ledger says was written.
fn written(artifact: &Artifact, item: &Item) -> Written {
    match (artifact.settings, Written::from(item)) {
        (Some(SettingsFile { merges: true, .. }), _) => Written::Entries(Entries::whole(item)),
        (Some(_), Written::File { sha256, mode, .. }) => {
            Written::File { sha256, mode, entries: Entries::whole_text(item) }
        }
        (_, written) => written,
    }
}

fn with_remark(artifact: &Artifact, reason: &str) -> String {
    match (&artifact.remark, reason) {
        (None, reason) => reason.to_owned(),
        (Some(remark), "") => remark.clone(),
        (Some(remark), reason) => format!("{reason}; {remark}"),
    }
}
