//! The one way through the rooms that every command takes, to its end or part of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::exit::Failure;
use super::prepared::Prepared;
use super::printer::Printer;
use crate::Environment;
use crate::compose::{Composition, Form, compose};
use crate::diagnostic::{Class, Diagnostic, Problems, Severity, did_you_mean, visible};
use crate::disk::Identity;
use crate::harness::{Harness, for_declared, is_list_of_settings};
use crate::hub::Hub;
use crate::launch::find_program;
use crate::manifest::{self, Manifest, Recipe};
use crate::plan;

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
        let git = if self.environment.is_portable() { None } else { git_of(self.environment) };
        plan::Options { git, ask_tracked, diffs, strict: false }
    }
}

/// The git of the caller.
fn git_of(environment: &Environment) -> Option<PathBuf> {
    find_program("git", environment.get_os("PATH"), environment.current_dir()).ok()
}

/// What is left of the environment where every checkout of the hub is to say the same: of its files, those that git ignores
/// are in no other one.
pub(super) fn portable(environment: &Environment) -> Environment {
    let git = git_of(environment);
    environment.portable().without(move |file| git.as_deref().is_some_and(|git| plan::is_ignored(git, file)))
}

/// Whether two paths lead to one folder.
pub(super) fn same_folder(one: &Path, other: &Path) -> bool {
    one == other || Identity::of(one).is_some_and(|one| Some(one) == Identity::of(other))
}

/// The harness of the CLI that is declared; Claude Code's where none is.
pub(super) fn harness_of(composition: &Composition) -> Harness {
    for_declared(composition.cli.as_ref().map(|cli| cli.harness.value.as_str()))
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
