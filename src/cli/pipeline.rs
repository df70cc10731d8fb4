//! The one way through the rooms that every command takes, to its end or part of it.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::codes;
use super::exit::Failure;
use super::printer::Printer;
use crate::Environment;
use crate::bundle::place::inside_bundle;
use crate::compose::{Composition, Decision, Form, Outcome, compose};
use crate::diagnostic::{Class, Diagnostic, Problems, Severity, did_you_mean, shell_word, visible};
use crate::disk::Identity;
use crate::harness::{Harness, Projection, for_declared, is_list_of_settings};
use crate::hub::Hub;
use crate::launch::{LaunchError, find_program};
use crate::manifest::{self, Manifest, Recipe};
use crate::plan::{self, Plan};

/// The manifest and the hub of one run.
pub(super) struct Pipeline<'a> {
    /// What the caller's process brought.
    pub(super) environment: &'a Environment,
    /// What `launchers.kdl` says.
    pub(super) manifest: Manifest,
    /// What is wrong with it.
    pub(super) problems: Problems,
    /// What it can use.
    pub(super) hub: Hub,
}

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

impl<'a> Pipeline<'a> {
    /// Reads the manifest of a hub.
    pub(super) fn open(hub: &Path, environment: &'a Environment) -> Self {
        let mut problems = Problems::new();
        let manifest = manifest::read(hub, environment, &mut problems);
        let hub = Hub::open(hub, &manifest.sources);
        Self { environment, manifest, problems, hub }
    }

    /// Reads a manifest that is not on disk yet, as if it were the one of a hub.
    pub(super) fn of_text(hub: &Path, text: &str, environment: &'a Environment) -> Self {
        let mut problems = Problems::new();
        let manifest = manifest::read_text(hub, text, environment, &mut problems);
        let hub = Hub::open(hub, &manifest.sources);
        Self { environment, manifest, problems, hub }
    }

    /// The same for commands that cannot go on with a text that is broken: what is wrong with it is printed.
    pub(super) fn sound(hub: &Path, environment: &'a Environment, printer: &Printer) -> Option<Self> {
        let pipeline = Self::open(hub, environment);
        if !pipeline.is_broken() {
            return Some(pipeline);
        }
        for problem in pipeline.problems.into_sorted() {
            printer.diagnostic(&problem, problem.severity());
        }
        None
    }

    /// What exists beside the manifest.
    pub(super) fn hub(&self) -> &Hub {
        &self.hub
    }

    /// The launcher of that name. While the manifest itself is broken, nothing can be said about names.
    pub(super) fn launcher(&self, name: &str) -> Result<&Recipe, Failure> {
        let found = self.manifest.launchers().find(|recipe| recipe.name.value == name);
        found.ok_or_else(|| {
            let failure = Failure::trouble(format!("there is no launcher `{}`", visible(name)));
            let names: Vec<&str> =
                self.manifest.launchers().map(|recipe| recipe.name.value.as_str()).collect();
            if self.manifest.recipe(name).is_some() {
                return failure.help("it is a preset; name a launcher that uses it");
            }
            match did_you_mean(name, names.iter().copied()) {
                Some(near) => failure.help(format!("did you mean `{near}`?")),
                None if names.is_empty() => failure.help("add a `launcher` node to `launchers.kdl`"),
                None => failure.help(format!("the launchers are {}", names.join(", "))),
            }
        })
    }

    /// The launchers of these names, or all; every unknown name at once.
    pub(super) fn launchers(&self, names: &[String]) -> Result<Vec<&Recipe>, Vec<Failure>> {
        if names.is_empty() {
            return Ok(self.manifest.launchers().collect());
        }
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        for name in names {
            match self.launcher(name) {
                Ok(recipe) => found.push(recipe),
                Err(failure) => failures.push(failure),
            }
        }
        if failures.is_empty() { Ok(found) } else { Err(failures) }
    }

    /// Whether there is a launcher of this name that opens this folder.
    pub(super) fn opens(&self, name: &str, folder: &Path) -> bool {
        let Some(launcher) = self.manifest.launchers().find(|recipe| recipe.name.value == name) else {
            return false;
        };
        let target = self.prepare(launcher, &[]).composition.target;
        target.is_some_and(|target| same_folder(&target.path, folder))
    }

    /// Whether the manifest could not be read as a whole.
    pub(super) fn is_broken(&self) -> bool {
        self.problems.iter().any(|problem| problem.class == Class::Stop && problem.scope.is_none())
    }

    /// Takes a launcher through `compose` and `harness`. `words` follow the agent's own arguments.
    pub(super) fn prepare(&self, launcher: &Recipe, words: &[OsString]) -> Prepared {
        let mut problems = Problems::new();
        let composition = compose(
            &self.manifest,
            &self.hub,
            self.environment,
            launcher,
            Form::of(self.environment),
            is_list_of_settings,
            &mut problems,
        );
        let harness = harness_of(&composition);
        harness.check(&composition, &mut problems);
        if self.environment.is_root() {
            harness.check_for_root(&composition, &mut problems);
        }
        let surroundings = harness.surroundings(&composition, self.environment);
        let projection = harness.projection(&composition, &surroundings, &mut problems);
        let arguments = harness.argv(&composition, words, &mut problems);
        Prepared { composition, harness, projection, arguments, problems }
    }

    /// The problems that concern a launcher: the whole manifest's, those of its presets, its own.
    pub(super) fn concerning<'b>(&'b self, prepared: &'b Prepared) -> impl Iterator<Item = &'b Diagnostic> {
        self.concerning_lineage(&prepared.composition.lineage).chain(&prepared.problems)
    }

    /// Those of the whole manifest, and of these launchers and presets.
    pub(super) fn concerning_lineage<'b>(
        &'b self,
        lineage: &'b [String],
    ) -> impl Iterator<Item = &'b Diagnostic> {
        let concerns = |scope: &String| lineage.contains(scope);
        self.problems.iter().filter(move |problem| problem.scope.as_ref().is_none_or(concerns))
    }

    /// How `plan` asks git, when there is one. Every plan but the one that `run` carries out says its diffs.
    pub(super) fn plan_options(&self, ask_tracked: bool, diffs: bool) -> plan::Options {
        let path = self.environment.get_os("PATH");
        let is_portable = self.environment.is_portable();
        let find = || find_program("git", path, self.environment.current_dir()).ok();
        let git = if is_portable { None } else { find() };
        plan::Options { git, ask_tracked, diffs, strict: false }
    }
}

/// Whether two paths lead to one folder.
pub(super) fn same_folder(one: &Path, other: &Path) -> bool {
    one == other || Identity::of(one).is_some_and(|one| Some(one) == Identity::of(other))
}

/// The harness of the CLI that is declared; Claude Code's where none is.
pub(super) fn harness_of(composition: &Composition) -> Harness {
    for_declared(composition.cli.as_ref().map(|cli| cli.harness.value.as_str()))
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
            let target = self.composition.target.as_ref().filter(|target| target.path.is_dir())?;
            plan::plan(&target.path, &self.projection, options, &mut found)
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
        if target.path.is_dir() {
            let problem = inside_bundle(&target.path)?.scope(&self.composition.launcher.value);
            return Some(problem.label(&target.declared.place, "the files of a session would go there"));
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
    fn search_path<'b>(&'b self, environment: &'b Environment) -> Option<&'b std::ffi::OsStr> {
        match self.composition.env.iter().find(|env| env.name.value == "PATH") {
            Some(env) => env.value.as_deref().map(std::ffi::OsStr::new),
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

/// The severity of a problem under `run` and `plan`: what is left out is a warning there.
pub(super) fn severity_in_run(diagnostic: &Diagnostic, strict: bool) -> Severity {
    match diagnostic.class {
        Class::Stop | Class::Needed => Severity::Error,
        Class::Advice if strict && diagnostic.code.name == plan::codes::LOOSENED.name => Severity::Error,
        Class::Skip if strict => Severity::Error,
        Class::Skip | Class::Machine | Class::Advice => Severity::Warning,
        Class::Note => Severity::Note,
    }
}
