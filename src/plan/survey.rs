//! Everything a plan can find out without asking git.

use std::collections::BTreeSet;
use std::path::Path;

use super::change::{Action, Change};
use super::codes;
use super::draft::Draft;
use super::entry::{Entry, Holder};
use super::exclude::Exclude;
use super::git::{Answers, Questions};
use super::ignore::IgnoreFile;
use super::ledger::Ledger;
use super::obstacle::pasted;
use super::sessions::sessions_of_others;
use super::standing::Standing;
use super::state_folder::{HIDDEN, STATE_FOLDER, StateFolder};
use super::step::Step;
use super::{Plan, PlanError};
use crate::diagnostic::{Diagnostic, Problems};
use crate::disk::is_absent;
use crate::harness::Projection;

/// A plan but for what git has to say.
pub(crate) struct Survey<'a> {
    pub(super) projection: &'a Projection,
    pub(super) draft: Draft<'a>,
    /// The ledger as it is.
    pub(super) ledger: Ledger,
    journal: bool,
    /// What is said when nothing stops the plan.
    pub(super) said: Problems,
    pub(super) ignore: Option<(IgnoreFile, Standing)>,
    pub(super) exclude: Option<Exclude>,
}

impl<'a> Survey<'a> {
    /// Looks at everything that is declared or in the ledger.
    pub(crate) fn take(
        target: &'a Path,
        projection: &'a Projection,
        diffs: bool,
        problems: &mut Problems,
    ) -> Result<Self, PlanError> {
        let mut stops = Problems::new();
        let state = StateFolder::read(target, &mut stops)?;
        let state_said = (state.journal, state.is_visible);
        let holder = Holder::Projection {
            harness: projection.harness.to_owned(),
            launcher: projection.launcher.clone(),
        };
        let draft = Draft::new(target, holder, diffs, state.ledger.clone());
        let mut survey = Self {
            projection,
            draft,
            ledger: state.ledger,
            journal: state.journal,
            said: Problems::new(),
            ignore: None,
            exclude: None,
        };
        for artifact in &projection.artifacts {
            survey.look_at(artifact, &mut stops)?;
        }
        if !stops.is_empty() {
            problems.extend(stops.into_iter().map(|stop| stop.scope(&projection.launcher)));
            return Err(PlanError::Blocked);
        }
        problems.extend(std::mem::take(&mut survey.said));
        survey.report_state(state_said, problems);
        survey.let_go()?;
        survey.draft.ledger.hand_over(&survey.draft.holder);
        survey.look_at_gitignore(problems)?;
        survey.look_at_exclude(problems)?;
        Ok(survey)
    }

    /// Says what is the matter with `.assembly` that the next run that writes sets right.
    fn report_state(&self, (journal, is_visible): (bool, bool), problems: &mut Problems) {
        let (target, launcher) = (self.draft.target.display(), &self.projection.launcher);
        if journal {
            let message = format!("a run of `{target}` was interrupted, or is under way");
            let help = format!("`assembly run {launcher}` finishes it first");
            problems.push(Diagnostic::new(&codes::INTERRUPTED, message).help(help).scope(launcher));
        }
        let others = sessions_of_others(self.draft.target, self.projection.harness, launcher);
        problems.extend(others.into_iter().map(|hint| hint.scope(launcher)));
        if is_visible {
            let message = format!("`{target}/{HIDDEN}` is missing, so git shows `{STATE_FOLDER}`");
            let path = pasted(&self.draft.target.join(HIDDEN));
            let help = format!("the next run that writes restores it, or `echo '*' > {path}`");
            problems.push(Diagnostic::new(&codes::STATE_VISIBLE, message).help(help).scope(launcher));
        }
    }

    /// The folder that was surveyed.
    pub(super) fn target(&self) -> &Path {
        self.draft.target
    }

    /// Whether there is nothing to write. Git cannot change that: it is asked only when there is something.
    pub(crate) fn is_unchanged(&self) -> bool {
        let draft = &self.draft;
        let writes = !(draft.steps.is_empty() && draft.removals.is_empty() && draft.saves.is_empty());
        let is_settled = self.ignore.as_ref().is_none_or(|(file, _)| file.is_settled())
            && self.exclude.as_ref().is_none_or(Exclude::is_settled);
        !self.journal && !writes && is_settled && draft.ledger == self.ledger
    }

    /// The changes that set something aside.
    pub(crate) fn conflicts(&self) -> impl Iterator<Item = &Change> {
        self.draft.changes.iter().filter(|change| !change.backups.is_empty())
    }

    /// What git has to be asked before the plan is complete.
    pub(super) fn questions(&self, ask_tracked: bool) -> Questions {
        let changes = self.draft.changes.iter().chain(&self.draft.leaving);
        let is_changing =
            changes.clone().any(|change| change.action.writes() || change.action == Action::Adopt);
        let mut ignored = match &self.ignore {
            Some((file, _)) if is_changing || ask_tracked || file.has_news() => file.questions(),
            _ => Vec::new(),
        };
        if let Some(exclude) = &self.exclude
            && (is_changing || ask_tracked || exclude.has_news())
        {
            ignored.extend(exclude.questions());
        }
        let artifacts = self.projection.artifacts.iter().map(|artifact| &artifact.path);
        let tracked = match (ask_tracked, is_changing) {
            (true, _) => artifacts.cloned().collect(),
            // What is not there is hardly tracked, and a first run is spared a process.
            (false, true) => {
                let is_new = |change: &&Change| change.action == Action::Create;
                let new: BTreeSet<&String> =
                    self.draft.changes.iter().filter(is_new).map(|change| &change.path).collect();
                artifacts.filter(|path| !new.contains(path)).cloned().collect()
            }
            (false, false) => Vec::new(),
        };
        let real = |path: String| self.draft.parents.real(&path).ok().flatten().unwrap_or(path);
        Questions { ignored, tracked: tracked.into_iter().map(real).collect() }
    }

    /// Completes the plan.
    pub(super) fn finish(mut self, answers: Option<&Answers>, problems: &mut Problems) -> Plan {
        self.warn_of_tracked(answers, problems);
        self.plan_gitignore(answers, problems);
        self.plan_exclude(answers, problems);
        let Self { projection, mut draft, ledger, journal, .. } = self;
        let is_new = !ledger.iter().any(|entry| entry.holder.harness() == Some(projection.harness));
        // An edit that is set aside changes nothing else in the ledger.
        if draft.ledger != ledger || !draft.saves.is_empty() || !draft.steps.is_empty() {
            draft.remember_saves();
        }
        let holder = ledger.iter().find(|entry| entry.holder.harness() == Some(projection.harness));
        let holder = holder.and_then(|entry| entry.holder.launcher()).map(str::to_owned);
        let folders = draft.folders.into_iter().map(|path| Step::MakeFolder { path });
        Plan {
            launcher: projection.launcher.clone(),
            harness: projection.harness,
            target: draft.target.to_owned(),
            changes: draft.changes.into_iter().chain(draft.leaving).collect(),
            holder: holder.filter(|holder| *holder != projection.launcher),
            is_new,
            journal,
            saves: draft.saves,
            steps: folders.chain(draft.steps).chain(draft.removals).collect(),
            ledger_changes: draft.ledger != ledger,
            ledger: draft.ledger,
        }
    }

    /// Lets everything go that this harness has in the ledger and that is not declared.
    fn let_go(&mut self) -> Result<(), PlanError> {
        let declared: BTreeSet<&str> =
            self.projection.artifacts.iter().map(|artifact| artifact.path.as_str()).collect();
        let ours = |entry: &&Entry| entry.holder.harness() == Some(self.projection.harness);
        let entries: Vec<Entry> = self.ledger.iter().filter(ours).cloned().collect();
        self.draft.let_all_go(&entries, &declared)
    }
}

/// The sorted names in a folder; none when it is gone meanwhile.
pub(super) fn names_in(folder: &Path) -> Result<Vec<String>, PlanError> {
    let entries = match fs_err::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    Ok(names)
}
