//! Joins a launcher with its presets and with what the hub holds, into one [`Composition`].
//!
//! The order of decisions is the order of the text: presets depth first, then the launcher's own nodes. Single values
//! replace, variables merge by name, everything else appends; what takes part and why is written into the trace at
//! the moment it is decided. Nothing here knows what an agent CLI calls its files.

mod blocks;
pub mod codes;
mod compiled;
mod composer;
mod content;
mod delivery;
mod document;
mod final_newline;
mod flags;
mod form;
mod fruitless;
mod hooks;
mod item;
mod lineage;
mod mentions;
mod missing;
mod model;
mod names;
mod ordered;
mod path;
mod person;
mod persons;
mod portable;
mod prefer;
mod program;
mod repeated;
mod resolver;
mod scribe;
mod selection;
mod settings;
mod sources;
mod target;
#[cfg(test)]
mod tests;
mod trace;
mod unreached;
mod unused;
mod weigh;

pub use compiled::compiled;
pub use composer::compose;
pub use document::SEPARATOR;
pub use form::Form;
pub use fruitless::fruitless_everywhere;
pub use lineage::lineage;
pub use model::{
    Composition, Env, Flags, Hook, Invariant, Module, Program, Script, SelectedPerson, Skill, Target,
};
pub use path::absolute;
pub use persons::check_persons;
pub use repeated::check_repeated;
pub use settings::{IsList, ListItem, MergedSetting, MergedValue, Settings, SettingsLayer};
pub(crate) use trace::sentence;
pub use trace::{Decision, Outcome, SourceReport};
pub use unreached::check_unreached;
pub use unused::compose_unused;
