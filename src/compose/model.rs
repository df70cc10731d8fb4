//! A composition: everything one launcher selects, resolved and rendered, with the place that asked for each part.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value as Json;

use super::settings::Settings;
use super::trace::{Decision, SourceReport};
use crate::diagnostic::{Diagnostic, Place, SourceFile, Spanned};
use crate::hub::SkillFile;
use crate::manifest::{Delivery, Gitignore, SettingsMode, SkillMode, Tmux};
use crate::person::Identity;

/// What one launcher comes to, after presets, globs, removals and expansion.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The launcher.
    pub launcher: Spanned<String>,
    /// The presets in the order in which they applied, and the launcher itself.
    pub lineage: Vec<String>,
    /// One line for `list`.
    pub description: Option<Spanned<String>>,
    /// The hub, absolute, links kept; UTF-8.
    pub hub: String,
    /// The project folder; none when it could not be resolved (a problem says why).
    pub target: Option<Target>,
    /// The target as it reads on every machine, of a portable composition; that has no `target`, so that nobody looks
    /// at one.
    pub declared_target: Option<String>,
    /// The agent CLI; none when the launcher declares none (a problem says so).
    pub cli: Option<Program>,
    /// Modules, when the step is declared.
    pub modules: Option<Vec<Module>>,
    /// Hooks, when the step is declared.
    pub hooks: Option<Vec<Hook>>,
    /// Hooks that were left out because their file is missing or unusable, and those that a `!` names under an event
    /// without hooks; what is said about them can still be wrong.
    pub left_out: Vec<Hook>,
    /// Skills, when the step is declared or a person brings some.
    pub skills: Option<Vec<Skill>>,
    /// Who the agent is, when the launcher has a person.
    pub person: Option<SelectedPerson>,
    /// How the instructions and the skills are handed over.
    pub delivery: Delivery,
    /// What becomes of what others wrote in the settings file.
    pub settings_mode: SettingsMode,
    /// Argument groups, in order.
    pub flags: Vec<Flags>,
    /// Variables to set, or to unset where the value is `None`, sorted by where they were first declared.
    pub env: Vec<Env>,
    /// Keys of the CLI's settings file.
    pub settings: Settings,
    /// Where ignore lines are kept.
    pub gitignore: Gitignore,
    /// The tmux window, expanded.
    pub tmux: Tmux,
    /// The hub and every source beside it, in order, with what was selected from each.
    pub sources: Vec<SourceReport>,
    /// Decisions in the order they were made.
    pub trace: Vec<Decision>,
    /// `!` words of presets that took nothing out here; see `fruitless_everywhere`.
    pub fruitless: Vec<Diagnostic>,
}

/// A resolved target.
#[derive(Clone, Debug)]
pub struct Target {
    /// Absolute, links kept; UTF-8.
    pub path: PathBuf,
    /// The node's value and place.
    pub declared: Spanned<String>,
    /// The recipe whose node that was.
    pub by: String,
}

/// The agent CLI of a launcher.
#[derive(Clone, Debug)]
pub struct Program {
    /// A name to look up in `PATH`, or an absolute path.
    pub program: Spanned<String>,
    /// The harness that was named, else the program's file name.
    pub harness: Spanned<String>,
    /// Whether the harness was named with `harness=`.
    pub harness_named: bool,
    /// The recipe whose node that was.
    pub by: String,
}

/// A module with its placeholders replaced.
#[derive(Clone, Debug)]
pub struct Module {
    /// The file name in `modules/`.
    pub name: String,
    /// The id of the source it comes from.
    pub source: String,
    /// What goes into the instructions.
    pub text: String,
    /// The file as read.
    pub file: Arc<SourceFile>,
    /// The word that selected it.
    pub listed: Place,
    /// The recipe whose node that was.
    pub by: String,
}

/// A role of a person, selected with all that belongs to it.
#[derive(Clone, Debug)]
pub struct SelectedPerson {
    /// The id of the source that has the person.
    pub source: String,
    /// The `person.kdl` as read.
    pub file: Arc<SourceFile>,
    /// Who the agent is.
    pub identity: Identity,
    /// The prose that holds in every role of the person, when there is any.
    pub invariant: Option<Invariant>,
    /// The word of the manifest that names the person.
    pub listed: Place,
    /// The recipe whose node that was.
    pub by: String,
}

/// The `INVARIANT.md` of a person, with its placeholders replaced.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// What goes into the instructions.
    pub text: String,
    /// The file as read.
    pub file: Arc<SourceFile>,
}

/// A hook handler.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The event.
    pub event: Spanned<String>,
    /// The matcher.
    pub matcher: Option<Spanned<String>>,
    /// The script; none for a handler of another type.
    pub script: Option<Script>,
    /// Arguments of the script, expanded, with their places; `None` when no `args` was declared.
    pub args: Option<Vec<Spanned<String>>>,
    /// Seconds.
    pub timeout: Option<Spanned<f64>>,
    /// Other handler fields in declared order.
    pub fields: Vec<(Spanned<String>, Spanned<Json>)>,
    /// The word that selected it, or the node.
    pub listed: Place,
    /// The recipe whose node that was.
    pub by: String,
}

impl Hook {
    /// The arguments without their places.
    pub fn words(&self) -> Option<Vec<String>> {
        let args = self.args.as_ref()?;
        Some(args.iter().map(|word| word.value.clone()).collect())
    }
}

/// A file of `hooks/`.
#[derive(Clone, Debug)]
pub struct Script {
    /// The file name in `hooks/`.
    pub name: String,
    /// The id of the source it comes from.
    pub source: String,
    /// Absolute, links of the source's path kept.
    pub path: String,
}

/// A selected skill.
#[derive(Clone, Debug)]
pub struct Skill {
    /// The folder name in `skills/`.
    pub name: String,
    /// The id of the source it comes from.
    pub source: String,
    /// Its `SKILL.md` as read.
    pub file: Arc<SourceFile>,
    /// The folder, absolute.
    pub directory: String,
    /// The `skills/` it lies in, absolute.
    pub root: String,
    /// Link or copy.
    pub mode: SkillMode,
    /// What to copy; none for a link.
    pub files: Option<Arc<Vec<SkillFile>>>,
    /// The word that selected it, in the manifest or in a `person.kdl`.
    pub listed: Place,
    /// Of a skill that a person brings: the word of the manifest that names the person.
    pub through: Option<Place>,
    /// The recipe whose node that was.
    pub by: String,
}

impl Skill {
    /// The word of the manifest that leads to it.
    pub fn asked(&self) -> &Place {
        self.through.as_ref().unwrap_or(&self.listed)
    }
}

/// One group of argv words, expanded.
#[derive(Clone, Debug)]
pub struct Flags {
    /// The words with their places.
    pub words: Vec<Spanned<String>>,
    /// The node.
    pub place: Place,
    /// The recipe whose node that was.
    pub by: String,
}

/// One variable of the launcher's environment.
#[derive(Clone, Debug)]
pub struct Env {
    /// The variable.
    pub name: Spanned<String>,
    /// `None` unsets it.
    pub value: Option<String>,
    /// Where the value stands.
    pub place: Place,
    /// The recipe whose node that was.
    pub by: String,
}
