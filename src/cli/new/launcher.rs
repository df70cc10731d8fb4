//! `new launcher`: a node behind what the manifest says.

use std::path::Path;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::command::HubArguments;
use super::declared_path::declared_path;
use super::init::{HEADER, HubPlace};
use super::known;
use super::launcher_text::LauncherText;
use super::name::check_name;
use crate::Environment;
use crate::cli::completions::{
    complete_harnesses, complete_hook_entries, complete_modules, complete_persons, complete_presets,
    complete_skills,
};
use crate::cli::edit_failure::edit_failure;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::pipeline::Pipeline;
use crate::cli::printer::Printer;
use crate::cli::shorten;
use crate::diagnostic::{Diagnostic, Severity, shell_word, visible};
use crate::disk::real;
use crate::manifest::{Edited, Manifest, Recipe, append_nodes};

#[derive(Args, Debug)]
pub(in crate::cli) struct LauncherArguments {
    /// The launcher's name: `<project>-<platform>-<cli>` or `<project>-<cli>`
    name: String,
    /// The project folder that it opens [default: this folder, when it is not in the hub]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = NonEmptyStringValueParser::new())]
    target: Option<String>,
    /// The agent's program [default: the last word of the name]
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::CommandName, value_parser = NonEmptyStringValueParser::new())]
    cli: Option<String>,
    /// The agent CLI that the program is, if its name does not say so
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(complete_harnesses))]
    harness: Option<String>,
    /// One line for `list`
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Presets, in order
    #[arg(long = "use", value_name = "PRESET", num_args = 1.., add = ArgValueCompleter::new(complete_presets))]
    uses: Vec<String>,
    /// Modules: names, globs, or either after `!`
    #[arg(long, value_name = "FILE", num_args = 1.., add = ArgValueCompleter::new(complete_modules))]
    modules: Vec<String>,
    /// Skills: names, globs, or either after `!`
    #[arg(long, value_name = "NAME", num_args = 1.., add = ArgValueCompleter::new(complete_skills))]
    skills: Vec<String>,
    /// Hooks, each behind its event; `UserPromptSubmit` when there is none
    #[arg(long, value_name = "EVENT:FILE", num_args = 1.., add = ArgValueCompleter::new(complete_hook_entries))]
    hooks: Vec<String>,
    /// The person whose role it takes
    #[arg(long, value_name = "NAME", requires = "role", add = ArgValueCompleter::new(complete_persons))]
    person: Option<String>,
    /// The role
    #[arg(long, requires = "person")]
    role: Option<String>,
    /// The seat, which gives the agent its name
    #[arg(long, requires = "person")]
    seat: Option<String>,
    #[command(flatten)]
    pub(super) hub: HubArguments,
    /// The agent's arguments
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

/// Adds the launcher, if nothing is wrong with it.
pub(super) fn run(
    arguments: &LauncherArguments,
    place: &HubPlace,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    check_name("launcher", &arguments.name, "myapp-mac-claude")?;
    let pipeline = Pipeline::open(place.folder(), environment);
    let text = describe(arguments, place, &pipeline.manifest, environment)?.render();
    let text = if place.is_wanted() { format!("{HEADER}\n{text}") } else { text };
    let edited =
        append_nodes(place.folder(), &text, environment).map_err(|error| edit_failure(error, printer))?;
    let found = problems_of(&edited, &arguments.name, place.folder(), environment);
    let (errors, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|problem| problem.severity() == Severity::Error);
    if !errors.is_empty() {
        printer.failures(
            &errors.into_iter().map(|problem| known::failure(problem, pipeline.hub())).collect::<Vec<_>>(),
        );
        return Ok(FINDINGS);
    }
    place.make_folders()?;
    edited.write().map_err(|error| edit_failure(error, printer))?;
    place.announce(environment, printer);
    printer.problems(&others);
    let file = shorten(&visible(&edited.path.to_string_lossy()), environment);
    let name = visible(&arguments.name);
    printer.progress(format!("added launcher `{name}` to {file}"));
    let word = shell_word(&arguments.name);
    printer.progress(format!("see what it would do: assembly plan {}", visible(&word)));
    printer.progress(format!("start it: assembly run {}", visible(&word)));
    Ok(SUCCESS)
}

/// What the launcher is to say. What a preset that it uses says already is left out unless it was asked for.
fn describe(
    arguments: &LauncherArguments,
    place: &HubPlace,
    manifest: &Manifest,
    environment: &Environment,
) -> Result<LauncherText, Failure> {
    let inherits = |says: fn(&Recipe) -> bool| lineage(manifest, &arguments.uses).into_iter().any(says);
    let target = match &arguments.target {
        Some(typed) => Some(declared_path(typed, environment)),
        None if inherits(|recipe| recipe.target.is_some()) => None,
        None => Some(this_folder(place, environment)?),
    };
    let cli = match &arguments.cli {
        Some(program) if program.contains('/') => Some(declared_path(program, environment)),
        Some(program) => Some(program.clone()),
        None if arguments.harness.is_none() && inherits(|recipe| recipe.cli.is_some()) => None,
        None => arguments.name.rsplit('-').next().map(str::to_owned),
    };
    let mut hooks: Vec<(String, Vec<String>)> = Vec::new();
    for hook in &arguments.hooks {
        let (event, file) = hook.split_once(':').unwrap_or(("UserPromptSubmit", hook));
        match hooks.iter_mut().find(|(known, _)| known == event) {
            Some((_, files)) => files.push(file.to_owned()),
            None => hooks.push((event.to_owned(), vec![file.to_owned()])),
        }
    }
    Ok(LauncherText {
        name: arguments.name.clone(),
        description: arguments.description.clone(),
        uses: arguments.uses.clone(),
        target,
        cli,
        harness: arguments.harness.clone(),
        person: arguments.person.clone().zip(arguments.role.clone()),
        seat: arguments.seat.clone(),
        modules: arguments.modules.clone(),
        skills: arguments.skills.clone(),
        hooks,
        flags: arguments.flags.clone(),
    })
}

/// The presets of these names, and those that they use.
fn lineage<'a>(manifest: &'a Manifest, uses: &[String]) -> Vec<&'a Recipe> {
    let mut found: Vec<&Recipe> = Vec::new();
    let mut open: Vec<&str> = uses.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        let Some(recipe) = manifest.recipe(name) else { continue };
        if !found.iter().any(|known| std::ptr::eq(*known, recipe)) {
            found.push(recipe);
            open.extend(recipe.uses.iter().map(|name| name.value.as_str()));
        }
    }
    found
}

/// The current folder as a target. Nobody works in the hub by accident.
fn this_folder(place: &HubPlace, environment: &Environment) -> Result<String, Failure> {
    let here = environment.current_dir();
    if real(here).starts_with(real(place.folder())) {
        let message = "which project does it open? This folder is the hub's";
        return Err(Failure::trouble(message).help("name the folder: `--target ~/code/myapp`"));
    }
    Ok(declared_path(".", environment))
}

/// What is wrong with the launcher as it would be: in its text, with what it lists, and on this machine.
fn problems_of(edited: &Edited, name: &str, hub: &Path, environment: &Environment) -> Vec<Diagnostic> {
    let mut found = crate::diagnostic::Problems::new();
    found.extend(edited.problems.iter().cloned());
    let pipeline = Pipeline::of_text(hub, &edited.after, environment);
    if let Some(launcher) = pipeline.manifest.launchers().find(|launcher| launcher.name.value == name) {
        let prepared = pipeline.prepare(launcher, &[]);
        found.extend(prepared.problems.iter().filter(|problem| edited.concerns(problem)).cloned());
        found.extend(prepared.target_problem().filter(|problem| edited.concerns(problem)));
        found.extend(prepared.cli_problem(environment).filter(|problem| edited.concerns(problem)));
    }
    found.into_sorted()
}
