//! The typed manifest: what the text says, every value with its place, nothing resolved yet.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::diagnostic::{Place, SourceFile, Spanned};

use super::mode::{Delivery, Gitignore, SettingsMode, SkillMode, Tmux};
use super::setting::Setting;

/// Everything that `launchers.kdl` and its includes declare.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The hub: the folder that holds `launchers.kdl`; absolute, links kept.
    pub hub: PathBuf,
    /// The files that were read, the manifest first.
    pub files: Vec<Arc<SourceFile>>,
    /// Top-level `vars`, in order.
    pub vars: Vec<Variable>,
    /// Presets and launchers, in order.
    pub recipes: Vec<Recipe>,
    /// The sources beside the hub, in order.
    pub sources: Vec<Source>,
    /// Whether every text was KDL as it stood. If not, what was mended is left out, and a problem says where.
    pub sound: bool,
    /// Where in `recipes` each name is.
    pub(super) names: HashMap<String, usize>,
}

impl Manifest {
    /// The launchers in manifest order.
    pub fn launchers(&self) -> impl Iterator<Item = &Recipe> {
        self.recipes.iter().filter(|recipe| recipe.kind == RecipeKind::Launcher)
    }

    /// The recipe of that name; names are shared by launchers and presets.
    pub fn recipe(&self, name: &str) -> Option<&Recipe> {
        self.names.get(name).and_then(|index| self.recipes.get(*index))
    }
}

/// Whether a recipe can be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeKind {
    /// Can be started.
    Launcher,
    /// Is used by launchers.
    Preset,
}

impl RecipeKind {
    /// The name of its node, which is also what messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Launcher => "launcher",
            Self::Preset => "preset",
        }
    }
}

/// The body of a `launcher` or `preset` node.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Launcher or preset.
    pub kind: RecipeKind,
    /// Its name, unique in the manifest.
    pub name: Spanned<String>,
    /// One line for `list`.
    pub description: Option<Spanned<String>>,
    /// Presets, in order.
    pub uses: Vec<Spanned<String>>,
    /// Placeholders of this recipe.
    pub vars: Vec<Variable>,
    /// The project folder as written.
    pub target: Option<Spanned<String>>,
    /// The agent CLI.
    pub cli: Option<Cli>,
    /// Groups of argv words; each `flags` node is one.
    pub flags: Vec<FlagGroup>,
    /// Variables to set or unset.
    pub env: Vec<EnvEntry>,
    /// Module picks; the step runs when a node was there, also an empty one.
    pub modules: Option<Vec<Pick>>,
    /// Skill picks.
    pub skills: Option<Vec<Pick>>,
    /// Hook entries.
    pub hooks: Option<Vec<HookEntry>>,
    /// The role of a person.
    pub person: Option<PersonPick>,
    /// How the content is handed over.
    pub delivery: Option<Spanned<Delivery>>,
    /// What becomes of the settings of others.
    pub settings_mode: Option<Spanned<SettingsMode>>,
    /// What settles collisions between sources.
    pub prefers: Vec<Preference>,
    /// Keys of the CLI's settings file, when the `settings` node has a block.
    pub settings: Option<Vec<Setting>>,
    /// Where ignore lines are kept.
    pub gitignore: Option<Spanned<Gitignore>>,
    /// The tmux window.
    pub tmux: Option<Spanned<Tmux>>,
}

/// `name "value"` in a `vars` block.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Lower-case.
    pub name: Spanned<String>,
    /// Not yet expanded.
    pub value: Spanned<String>,
}

/// `cli "PROGRAM" harness="NAME"`.
#[derive(Clone, Debug)]
pub struct Cli {
    /// Not yet expanded; with a `/`, a path relative to its file.
    pub program: Spanned<String>,
    /// The harness, when it is not the program's file name.
    pub harness: Option<Spanned<String>>,
}

/// One `flags` node.
#[derive(Clone, Debug)]
pub struct FlagGroup {
    /// The whole node.
    pub place: Place,
    /// Leading `!-` words: options whose earlier groups go, without the `!`.
    pub removes: Vec<Spanned<String>>,
    /// The argv words; may be empty.
    pub words: Vec<Spanned<String>>,
}

/// `KEY="value"` or `KEY=#null` of an `env` node.
#[derive(Clone, Debug)]
pub struct EnvEntry {
    /// The variable.
    pub name: Spanned<String>,
    /// `None` unsets it.
    pub value: Spanned<Option<String>>,
}

/// A word of `modules`, `skills` or a hook entry: a name, a glob, or either after `!`.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Without the `!`. The place covers the word with its quotes and `!`.
    pub word: Spanned<String>,
    /// Takes matches out instead of adding them.
    pub removes: bool,
    /// `required=` of the node, if said.
    pub required: Option<bool>,
    /// `mode=` of the node, if said; skills only.
    pub mode: Option<SkillMode>,
}

/// One node of a `hooks` block.
#[derive(Clone, Debug)]
pub struct HookEntry {
    /// The event; of `hooks "a.sh"` it is `UserPromptSubmit` at the place of the `hooks` word.
    pub event: Spanned<String>,
    /// The files; none when the handler is another type.
    pub files: Vec<Pick>,
    /// The matcher, if given.
    pub matcher: Option<Spanned<String>>,
    /// Seconds, finite and above 0.
    pub timeout: Option<Spanned<f64>>,
    /// Arguments of the script, if an `args` child was there.
    pub args: Option<Vec<Spanned<String>>>,
    /// The other handler fields by the CLI's own names, as JSON, in declared order.
    pub fields: Vec<Field>,
    /// `required=` of the node, if said.
    pub required: Option<bool>,
    /// The whole node.
    pub place: Place,
}

/// A handler field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The field's name as the CLI calls it.
    pub name: Spanned<String>,
    /// Its value. Of a child with several arguments a list, with properties a map.
    pub value: Spanned<Json>,
}

/// `source "ID" path="DIR" required=#false hooks=#true persons=#true`: another root with the folders of a hub.
#[derive(Clone, Debug)]
pub struct Source {
    /// Unique; never `hub`.
    pub id: Spanned<String>,
    /// Absolute, expanded, links kept; none when it is made of a variable that is not set.
    pub path: Option<PathBuf>,
    /// The path as it reads on every machine, where that is wanted.
    pub portable: Option<String>,
    /// The path as written.
    pub declared: Spanned<String>,
    /// Whether it has to be there.
    pub required: bool,
    /// Whether its hooks, which are code that will run, are admitted.
    pub hooks: bool,
    /// Whether its persons are admitted.
    pub persons: bool,
}

/// `person "NAME" role="ROLE" seat="SEAT"`.
#[derive(Clone, Debug)]
pub struct PersonPick {
    /// The folder in `persons/`.
    pub name: Spanned<String>,
    /// The role.
    pub role: Spanned<String>,
    /// The seat, which names the agent; without it the instructions name the role and nobody.
    pub seat: Option<Spanned<String>>,
}

/// `prefer "SOURCE" "NAME" …`: whose these are when several sources have them.
#[derive(Clone, Debug)]
pub struct Preference {
    /// The id of a source, or `hub`.
    pub source: Spanned<String>,
    /// Names of modules, hooks and skills.
    pub names: Vec<Spanned<String>>,
}
