//! What an agent CLI loads and from where. The only room that knows what a CLI calls its files.
//!
//! A [`Layout`] is plain data about one CLI, and each lies in a folder of its own (`claude/`). Everything else in this
//! room is written once for all of them: [`Harness::check`] compares a composition with the layout,
//! [`Harness::projection`] turns it into artifacts, [`Harness::argv`] into arguments. A new CLI is a new layout.
//!
//! The room writes nothing. Outside the hub it looks only at the instruction and settings files around a target
//! ([`Harness::surroundings`]), since they decide what the CLI makes of the generated ones.

mod answer;
mod argv;
mod artifact;
mod call;
mod check;
mod claude;
pub mod codes;
mod contract;
mod handler;
mod layout;
mod literal;
mod lookup;
mod project;
mod settings_keys;
mod surroundings;
#[cfg(test)]
mod testing;

pub use answer::HookAnswer;
pub use artifact::{Artifact, Content, Ignore, Naming, Projection, SettingsFile, TreeFile};
pub use call::{CallSite, HookCall, HookUse};
pub use contract::{AnswerField, AnswerKind, Contract, ExitTwo, Protocol, Text, ToolSample};
pub use layout::{
    Above, ConfigFolder, Event, Fallback, Field, FieldKind, ForeignEvent, HandlerType, Instructions, Layout,
    Matcher,
};
pub use lookup::{Harness, for_declared, for_name, is_list_of_settings, names};
pub use settings_keys::SettingsKeys;
pub use surroundings::Surroundings;
