//! The plan and the one way to make it.

use std::path::{Path, PathBuf};

use super::change::Change;
use super::ledger::Ledger;
use super::step::{Save, Step};
use super::survey::Survey;
use super::{PlanError, git};
use crate::diagnostic::Problems;
use crate::harness::Projection;

/// What a plan may cost.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The git program; without it, its findings are left out.
    pub git: Option<PathBuf>,
    /// Ask git for tracked artifacts even when no artifact changes.
    pub ask_tracked: bool,
    /// Make unified diffs.
    pub diffs: bool,
    /// Let nothing be written that loosens what an agent may do.
    pub strict: bool,
}

/// What would change in a target, and all that is needed to do it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The launcher.
    pub launcher: String,
    /// The layout that the launcher's CLI has.
    pub harness: &'static str,
    /// The target; absolute.
    pub target: PathBuf,
    /// Artifacts in the order of the pipeline, `.gitignore`, then what is no longer declared, sorted.
    pub changes: Vec<Change>,
    /// The other launcher that last wrote this harness's projection here.
    pub holder: Option<String>,
    /// Whether the ledger has nothing of this harness: no launcher of it ran here, or what it wrote was taken back.
    pub is_new: bool,
    /// Whether an apply was cut short, or is under way; the next apply finishes it first.
    pub journal: bool,
    pub(crate) saves: Vec<Save>,
    pub(crate) steps: Vec<Step>,
    pub(crate) ledger: Ledger,
    pub(crate) ledger_changes: bool,
}

impl Plan {
    /// Whether there is nothing at all to write, the ledger included.
    pub fn is_unchanged(&self) -> bool {
        !self.journal && !self.ledger_changes && self.steps.is_empty() && self.saves.is_empty()
    }

    /// Whether nothing of any launcher will be left in the target.
    pub fn leaves_nothing(&self) -> bool {
        self.ledger.iter().all(|entry| entry.holder.harness().is_none())
    }

    /// The changes that set something aside which assembly did not write, or which was edited since.
    pub fn conflicts(&self) -> Vec<&Change> {
        self.changes.iter().filter(|change| !change.backups.is_empty()).collect()
    }
}

/// Compares what `projection` wants with what stands in `target`, an absolute path. Only reads.
///
/// # Errors
///
/// [`PlanError::Blocked`] when something of class stop is in the way; all such problems are in `problems` then.
pub fn plan(
    target: &Path,
    projection: &Projection,
    options: &Options,
    problems: &mut Problems,
) -> Result<Plan, PlanError> {
    let survey = Survey::take(target, projection, options.diffs, problems)?;
    Ok(complete(survey, options, problems))
}

/// The plan for a target that counts as empty, wherever it is. Looks at none.
///
/// # Errors
///
/// As of [`plan`].
pub fn plan_for_empty(
    projection: &Projection,
    diffs: bool,
    problems: &mut Problems,
) -> Result<Plan, PlanError> {
    /// Nothing is and nothing can be below what is no folder.
    const NOTHING: &str = "/dev/null/target";
    let options = Options { diffs, ..Options::default() };
    plan(Path::new(NOTHING), projection, &options, problems)
}

/// Adds to a survey what git has to say.
pub(crate) fn complete(survey: Survey<'_>, options: &Options, problems: &mut Problems) -> Plan {
    let questions = survey.questions(options.ask_tracked);
    let answers = git::ask_if_any(options.git.as_deref(), survey.target(), &questions, problems);
    survey.finish(answers.as_ref(), problems)
}
