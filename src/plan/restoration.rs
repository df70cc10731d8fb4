//! What it takes to bring one thing back from the backups.

use std::path::Path;

use super::PlanError;
use super::codes;
use super::draft::Draft;
use super::entry::Holder;
use super::ledger::Ledger;
use super::obstacle::{obstacle, pasted};
use super::standing::{Item, Standing};
use super::state_folder::{BACKUPS, StateFolder};
use super::step::{Save, Step};
use super::written::{CopiedFile, Original};
use crate::diagnostic::{Diagnostic, Problems};

/// Brings something back to where it stood.
#[derive(Debug)]
pub(crate) struct Restoration {
    /// Whether an apply was cut short, or is under way; the next one finishes it first.
    pub(crate) journal: bool,
    pub(crate) saves: Vec<Save>,
    pub(crate) steps: Vec<Step>,
    pub(crate) ledger: Ledger,
}

/// Plans to bring the backup `name` back to `path`. What stands there now is set aside itself. Only reads.
pub(crate) fn plan_restoration(
    target: &Path,
    name: &str,
    path: &str,
    problems: &mut Problems,
) -> Result<Restoration, PlanError> {
    let mut stops = Problems::new();
    let state = StateFolder::read(target, &mut stops)?;
    let mut draft = Draft::new(target, Holder::Owner(String::new()), false, state.ledger);
    stops.extend(obstacle(target, &draft.parents.of(path)?));
    let standing = draft.standing(path)?;
    let saved = Standing::read(&target.join(BACKUPS).join(name))?;
    let entry = draft.ledger.at(path).find(|entry| entry.written.is_artifact()).cloned();
    let ours = match &entry {
        Some(entry) if standing == Standing::Folder => draft.ours_in(path, entry)?,
        _ => None,
    };
    stops.extend(in_the_way(target, path, &standing, &saved).filter(|_| ours.is_none()));
    if !stops.is_empty() {
        problems.extend(stops);
        return Err(PlanError::Blocked);
    }
    let (path, before) = (path.to_owned(), standing.state());
    match (saved, &standing) {
        (Standing::Item(saved), _) => {
            let after = draft.with_original_mode(&path, name, saved);
            draft.bring_back(path, &standing, after, ours)?;
        }
        (Standing::Folder, _) => {
            draft.save(&path, &standing);
            draft.make_folders_above(&path, false);
            draft.steps.push(Step::PutBack { path, before, aside: name.to_owned(), ours });
        }
        // Taken away meanwhile.
        (Standing::Absent | Standing::Special(_), _) => {}
    }
    draft.remember_saves();
    let Draft { folders, steps, saves, ledger, .. } = draft;
    let folders = folders.into_iter().map(|path| Step::MakeFolder { path });
    Ok(Restoration { journal: state.journal, saves, steps: folders.chain(steps).collect(), ledger })
}

impl Draft<'_> {
    fn bring_back(
        &mut self,
        path: String,
        standing: &Standing,
        after: Item,
        ours: Option<Vec<CopiedFile>>,
    ) -> Result<(), PlanError> {
        let before = standing.state();
        match standing {
            Standing::Item(found) if *found == after => {}
            Standing::Folder => {
                let aside = self.free_aside(&path)?;
                self.steps.push(Step::SetAside { path, after, aside, ours });
            }
            _ => {
                self.save(&path, standing);
                self.make_folders_above(&path, false);
                self.steps.push(Step::Put { path, before, after });
            }
        }
        Ok(())
    }

    /// Saves what stands there; but what is as we wrote it can be made again.
    fn save(&mut self, path: &str, standing: &Standing) {
        if self.ledger.at(path).any(|entry| entry.is_as_written(&standing.state())) {
            return;
        }
        let save = |item: &Item| Save { path: path.to_owned(), item: item.clone(), told: true };
        self.saves.extend(standing.item().map(save));
    }

    /// A backup can have fewer rights than the original, whose mode the ledger knows.
    fn with_original_mode(&self, path: &str, name: &str, saved: Item) -> Item {
        let original = self.ledger.at(path).find_map(|entry| match &entry.original {
            Some(Original::File { mode, backup, .. }) if backup == name => Some(*mode),
            _ => None,
        });
        match (saved, original) {
            (Item::File { bytes, .. }, Some(mode)) => Item::File { bytes, mode },
            (saved, _) => saved,
        }
    }
}

/// What can neither be replaced nor set aside.
fn in_the_way(target: &Path, path: &str, standing: &Standing, saved: &Standing) -> Option<Diagnostic> {
    let help = || {
        format!(
            "move it away: `mv {0} {0}.old`, or name another place with `--to`",
            pasted(&target.join(path))
        )
    };
    match (standing, saved) {
        (Standing::Special(what), _) => {
            let message = format!("`{path}` in the target is a {what}");
            Some(Diagnostic::new(&codes::SPECIAL_FILE, message).help(help()))
        }
        (Standing::Folder, Standing::Folder) => {
            let message = format!("`{path}` in the target is a folder now, and so is what would come back");
            Some(Diagnostic::new(&codes::FOLDER_IN_THE_WAY, message).help(help()))
        }
        _ => None,
    }
}
