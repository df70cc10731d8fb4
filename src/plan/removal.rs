//! What it takes to have a target as it was before the first run: everything goes by the last rows of the ledger's table.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::PlanError;
use super::change::Change;
use super::codes;
use super::draft::Draft;
use super::entry::{Entry, Holder};
use super::gitignore::GITIGNORE;
use super::ignore::{IgnoreFile, LineFile, escaped};
use super::ledger::Ledger;
use super::line_change::Left;
use super::sessions::sessions_in;
use super::standing::{Item, Standing};
use super::state_folder::StateFolder;
use super::step::{Save, Step};
use super::written::{Lines, Written};
use crate::diagnostic::{Diagnostic, Problems};
use crate::harness::Ignore;

/// What taking back a target's projections comes to.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The target; absolute.
    pub target: PathBuf,
    /// What would happen to each artifact, sorted by path, with `.gitignore` first.
    pub changes: Vec<Change>,
    /// The launchers that wrote them, sorted.
    pub launchers: Vec<String>,
    /// The harnesses whose projections they are, sorted.
    pub harnesses: Vec<String>,
    /// Paths of what stays since somebody edited it, sorted; in a copied folder, of each file.
    pub edited: Vec<String>,
    /// Whether an apply was cut short, or is under way; the next one finishes it first.
    pub journal: bool,
    pub(crate) saves: Vec<Save>,
    pub(crate) steps: Vec<Step>,
    pub(crate) ledger: Ledger,
    pub(crate) is_unchanged: bool,
}

/// Plans to take back what launchers wrote into `target`, an absolute path: the projections of the harnesses that
/// `is_meant` names. What owners installed stays. Only reads, and needs no hub.
///
/// # Errors
///
/// [`PlanError::Blocked`] when `.assembly` cannot be trusted; all such problems are in `problems` then.
pub fn plan_removal(
    target: &Path,
    diffs: bool,
    is_meant: &dyn Fn(&str) -> bool,
    problems: &mut Problems,
) -> Result<Removal, PlanError> {
    let mut stops = Problems::new();
    let state = StateFolder::read(target, &mut stops)?;
    if !stops.is_empty() {
        problems.extend(stops);
        return Err(PlanError::Blocked);
    }
    if state.journal {
        problems.push(interrupted(target));
    }
    problems.extend(sessions_in(target, is_meant));
    // Nothing is recorded, so nobody holds it.
    let mut draft = Draft::new(target, Holder::Owner(String::new()), diffs, state.ledger.clone());
    draft.takes_back = true;
    let is_one = |entry: &&Entry| entry.holder.harness().is_some_and(is_meant);
    let entries: Vec<Entry> = state.ledger.iter().filter(is_one).cloned().collect();
    let launchers: BTreeSet<String> =
        entries.iter().filter_map(|entry| entry.holder.launcher().map(str::to_owned)).collect();
    let harnesses: BTreeSet<String> =
        entries.iter().filter_map(|entry| entry.holder.harness().map(str::to_owned)).collect();
    draft.let_all_go(&entries, &BTreeSet::new())?;
    draft.take_lines_out(&entries)?;
    draft.take_blocks_out(&entries)?;
    for entry in &entries {
        // Also of a folder of ours with things of the user's in it: it is theirs from now on.
        draft.ledger.remove(&entry.path, &entry.holder);
        if let Some(original) = &entry.original {
            draft.ledger.remember_original(&entry.path, original);
        }
    }
    draft.remember_saves();
    let is_unchanged = !state.journal && entries.is_empty();
    let Draft { changes, leaving, folders, steps, removals, saves, ledger, edited, .. } = draft;
    let folders = folders.into_iter().map(|path| Step::MakeFolder { path });
    Ok(Removal {
        target: target.to_owned(),
        changes: changes.into_iter().chain(leaving).collect(),
        launchers: launchers.into_iter().collect(),
        harnesses: harnesses.into_iter().collect(),
        edited: edited.into_iter().collect(),
        journal: state.journal,
        saves,
        steps: folders.chain(removals).chain(steps).collect(),
        ledger,
        is_unchanged,
    })
}

impl Draft<'_> {
    /// What of `lines`, which are ours and stand there, has to stay: without them, git would show what somebody made of our
    /// files, and the next commit take it along. A line for a whole folder becomes one for what is left in it. `prefix` is
    /// where the target lies beneath the place that the lines are for: nothing, or `/a/b`.
    pub(super) fn still_hidden(&mut self, lines: &[String], prefix: &str) -> Result<Left, PlanError> {
        let covers = |line: &str, path: &str| {
            let folder = line.trim_matches('/');
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut left = Left::default();
        for path in &self.edited {
            self.parents.of(path)?;
            // Git does not look through a link, so the line names where the path leads.
            let real = self.parents.real(path)?;
            let anchored = format!("{prefix}/{}", escaped(real.as_deref().unwrap_or(path)));
            let pattern = &anchored[1..];
            let is_same = |line: &&String| line.trim_start_matches('/') == pattern;
            let line = match lines.iter().find(is_same) {
                Some(line) => line.clone(),
                None if lines.iter().any(|line| covers(line, pattern)) => anchored,
                None => continue,
            };
            left.lines.push(line);
            left.paths.push(path.clone());
        }
        Ok(left)
    }

    /// Takes our lines out of the ignore file, whatever harness added them.
    fn take_lines_out(&mut self, entries: &[Entry]) -> Result<(), PlanError> {
        let mut ours = Lines::default();
        let mut is_known = false;
        for entry in entries {
            let Written::Lines(lines) = &entry.written else { continue };
            is_known = true;
            ours.newline |= lines.newline;
            ours.created |= lines.created;
            ours.ours.extend(lines.ours.iter().cloned());
            self.ledger.remove(&entry.path, &entry.holder);
        }
        if !is_known {
            return Ok(());
        }
        ours.ours.sort_unstable();
        ours.ours.dedup();
        let standing = self.standing(GITIGNORE)?;
        let bytes = match &standing {
            Standing::Absent => None,
            Standing::Item(Item::File { bytes, .. }) => Some(bytes.0.as_slice()),
            // It became a link or a folder: none of our lines is in it.
            Standing::Item(Item::Link { .. }) | Standing::Folder | Standing::Special(_) => return Ok(()),
        };
        let others: Vec<Lines> = self.ledger.at(GITIGNORE).filter_map(lines_of).cloned().collect();
        let text = LineFile::new(bytes.unwrap_or_default());
        // What somebody took out, or has hidden by another line, is no longer for us to hide.
        let there: Vec<String> = ours.ours.iter().filter(|line| text.count(line) == 1).cloned().collect();
        let left = self.still_hidden(&there, "")?;
        let ignore =
            |(line, path): (&String, &String)| Ignore::Path { line: line.clone(), path: path.clone() };
        let ignores: Vec<Ignore> = left.lines.iter().zip(&left.paths).map(ignore).collect();
        let file = IgnoreFile::new(bytes, Some(&ours), others.iter(), &ignores, |_| false);
        let decision = file.decide(None);
        self.change_lines(&file, &standing, decision, false, left);
        Ok(())
    }
}

fn lines_of(entry: &Entry) -> Option<&Lines> {
    if let Written::Lines(lines) = &entry.written { Some(lines) } else { None }
}

fn interrupted(target: &Path) -> Diagnostic {
    let message = format!("a run of `{}` was interrupted, or is under way", target.display());
    Diagnostic::new(&codes::INTERRUPTED, message).help("the next `run` or `clean` of it finishes that first")
}
