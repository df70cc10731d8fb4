//! One call of a hook as the CLI makes it: the command line of the settings file, sample input, variables, timeout.

mod harness;
mod hook_call;
mod hook_use;
mod sample;

pub use hook_call::{CallSite, HookCall};
pub use hook_use::HookUse;
