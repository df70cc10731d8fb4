//! One launcher, ready for its target and its CLI.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::codes;
use super::targets::is_there;
use crate::Environment;
use crate::bundle::place::inside_bundle;
use crate::compose::{Composition, Decision, Outcome};
use crate::diagnostic::{Diagnostic, Problems, shell_word, visible};
use crate::harness::{Harness, Projection};
use crate::launch::{LaunchError, find_program};
use crate::plan::{self, Plan};

/// A launcher on its way to the target.
pub(super) struct Prepared {
    /// What it selects.
    pub(super) composition: Composition,
    /// How its CLI is served.
    pub(super) harness: Harness,
    /// What it wants in the target.
    pub(super) projection: Projection,
    /// The CLI's arguments.
    pub(super) arguments: Vec<OsString>,
    /// What was found on the way, without the manifest's own problems.
    pub(super) problems: Problems,
}

impl Prepared {
    /// Every decision: those of composing, and what the harness added that no node asks for.
    pub(super) fn trace(&self) -> Vec<Decision> {
        let added = self.projection.artifacts.iter().filter_map(|artifact| {
            Some(Decision {
                subject: artifact.path.clone(),
                kind: "artifact",
                source: "target".to_owned(),
                outcome: Outcome::Selected,
                reason: artifact.remark.clone()?,
            })
        });
        self.composition.trace.iter().cloned().chain(added).collect()
    }

    /// The target: its path on this machine, or as it is declared where that is not looked at.
    pub(super) fn target_text(&self) -> Option<Cow<'_, str>> {
        let here = self.composition.target.as_ref().map(|target| target.path.to_string_lossy());
        here.or_else(|| self.composition.declared_target.as_deref().map(Cow::Borrowed))
    }

    /// Compares what the launcher wants with its target; nothing when that is no folder. One that is not looked at
    /// counts as empty.
    pub(super) fn plan(
        &self,
        options: &plan::Options,
        problems: &mut Problems,
    ) -> Option<Result<Plan, plan::PlanError>> {
        let mut found = Problems::new();
        let planned = if self.composition.declared_target.is_some() {
            plan::plan_for_empty(&self.projection, options.diffs, &mut found)
        } else {
            let target = self.composition.target.as_ref()?;
            match is_there(&target.path) {
                Ok(true) => plan::plan(&target.path, &self.projection, options, &mut found),
                Ok(false) => return None,
                Err(error) => Err(error.into()),
            }
        };
        problems.extend(found.into_iter().map(|problem| self.located(problem)));
        Some(planned)
    }

    /// A problem of the target as a whole stands where the target is declared.
    pub(super) fn located(&self, problem: Diagnostic) -> Diagnostic {
        match &self.composition.target {
            Some(target) if problem.labels.is_empty() => {
                let text = format!("the target of `{}`", visible(&self.composition.launcher.value));
                problem.label(&target.declared.place, text)
            }
            _ => problem,
        }
    }

    /// Whether the target is a folder of this machine that may be written to; a problem says if not.
    pub(super) fn target_problem(&self) -> Option<Diagnostic> {
        let target = self.composition.target.as_ref()?;
        let found = is_there(&target.path)
            .and_then(|is_there| is_there.then(|| inside_bundle(&target.path)).transpose());
        match found {
            Err(error) => return Some(self.unreadable(&error)),
            Ok(Some(problem)) => {
                let problem = problem?.scope(&self.composition.launcher.value);
                return Some(problem.label(&target.declared.place, "the files of a session would go there"));
            }
            Ok(None) => {}
        }
        let path = visible(&target.path.to_string_lossy()).into_owned();
        let exists = fs_err::symlink_metadata(&target.path).is_ok();
        let message = if exists {
            format!("target `{path}` is not a folder")
        } else {
            format!("there is no target `{path}`")
        };
        let help = if exists {
            "name a folder".to_owned()
        } else {
            format!("run `mkdir -p {}`, or mend the path", shell_word(&path))
        };
        Some(
            Diagnostic::new(&codes::TARGET_MISSING, message)
                .label(&target.declared.place, "declared here")
                .help(help)
                .scope(&self.composition.launcher.value),
        )
    }

    /// A target that could not be read, as `check` and `plan` say it.
    pub(super) fn unreadable(&self, error: &std::io::Error) -> Diagnostic {
        let place = self
            .composition
            .target
            .as_ref()
            .map_or(&self.composition.launcher.place, |target| &target.declared.place);
        Diagnostic::new(
            &codes::TARGET_UNREADABLE,
            format!("the target cannot be read: {}", visible(&error.to_string())),
        )
        .label(place, "declared here")
        .help("make it readable for this user")
        .scope(&self.composition.launcher.value)
    }

    /// The `PATH` by which the CLI is found: the launcher's own if it sets one.
    fn search_path<'b>(&'b self, environment: &'b Environment) -> Option<&'b OsStr> {
        match self.composition.env.iter().find(|env| env.name.value == "PATH") {
            Some(env) => env.value.as_deref().map(OsStr::new),
            None => environment.get_os("PATH"),
        }
    }

    /// Looks the agent CLI up.
    pub(super) fn find_cli(&self, environment: &Environment) -> Option<Result<PathBuf, LaunchError>> {
        let cli = self.composition.cli.as_ref()?;
        let directory =
            self.composition.target.as_ref().map_or(environment.current_dir(), |target| &target.path);
        Some(find_program(&cli.program.value, self.search_path(environment), directory))
    }

    /// A CLI that cannot be started here, as `check` says it. Nothing is said of machines in general.
    pub(super) fn cli_problem(&self, environment: &Environment) -> Option<Diagnostic> {
        let cli = self.composition.cli.as_ref().filter(|_| !environment.is_portable())?;
        let error = self.find_cli(environment)?.err()?;
        let missing = matches!(error, LaunchError::ProgramNotFound { .. });
        let code = if missing { &codes::CLI_MISSING } else { &codes::CLI_NOT_EXECUTABLE };
        let help = error.help().unwrap_or_else(|| "correct the `cli` node".to_owned());
        Some(
            Diagnostic::new(code, error.to_string())
                .label(&cli.program.place, "declared here")
                .help(help)
                .scope(&self.composition.launcher.value),
        )
    }
}
