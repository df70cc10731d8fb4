//! `launchers.kdl` and its includes: text in, typed [`Manifest`] out, every value with its place.
//!
//! [`read`] goes through each file in three steps. A scanner walks over the text, refuses what would exhaust the parser
//! and names the mistakes that people bring along from other languages. The `kdl` crate makes a tree of it. One small
//! reader asks the tree for what it knows, and reports the rest. When all files are read, `use` is followed. No step
//! stops at its first problem. Values are expanded later, by [`expand_path`] and [`expand_text`], since they depend on
//! the launcher.

mod choice;
pub mod codes;
mod content;
mod document;
mod edit;
mod expansion;
mod file;
mod format;
mod graph;
mod hooks;
mod include;
mod inside;
mod json;
mod language;
mod mode;
mod model;
mod names;
mod nodes;
mod path;
mod pieces;
mod placeholder;
mod portable;
mod random;
mod read;
mod reader;
mod reading;
mod recipe;
mod room;
mod scan;
mod secrets;
mod setting;
mod settings;
mod source;
mod syntax;
mod text;
mod top_path;
mod uses;
mod value;
mod variables;
mod vars;
mod weight;

pub use edit::{
    EditError, Edited, NewFile, add_file, add_skill, append_nodes, put_file, quoted, remove_file,
};
pub use expansion::{expand_path, expand_text};
pub use format::{FormatError, Formatted, FormattedHub, format_hub, format_text};
pub use inside::Inside;
pub use mode::{Delivery, Gitignore, SettingsMode, SkillMode, Tmux};
pub use model::{
    Cli, EnvEntry, Field, FlagGroup, HookEntry, Manifest, PersonPick, Pick, Preference, Recipe, RecipeKind,
    Source, Variable,
};
pub use names::{BUILT_IN, flaw as name_flaw};
pub use path::absolute;
pub(crate) use pieces::placeholders;
pub use placeholder::{BuiltIns, Names};
pub use portable::{ASSEMBLY_DIR, HOME, named_from_hub, seen_from_hub};
pub use read::{FILE_NAME, read, read_text};
pub use room::{Full, Room};
pub(crate) use setting::texts_in;
pub use setting::{Setting, SettingValue};
pub use source::HUB;
pub use variables::{Variables, resolve_vars};

// The reader by itself: `person` reads its own language with it.
pub(crate) use document::newer;
pub(crate) use format::format_as;
pub(crate) use language::Language;
pub(crate) use names::{check_pick, check_text};
pub(crate) use reader::{NodeReader, unknown};
pub(crate) use reading::Reading;
pub(crate) use syntax::parse;
pub(crate) use text::excerpt;

#[cfg(test)]
mod tests;
