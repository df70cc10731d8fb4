//! What lies around a target, outside the hub, and decides what the CLI makes of the generated files.

mod eclipsed;
mod hooks;
mod read;

pub(super) use hooks::{ForeignHook, ForeignHooks, Whose, hooks};
pub use read::Surroundings;
