//! `completions`: teaches a shell to ask this program what can be typed next, and answers it.
//!
//! Everything here is silent: where there is no hub, or none that can be read, there is nothing to offer. What a manifest
//! that cannot be read still shows is offered all the same.

mod bash;
mod command;
mod items;
mod line;
mod names;
mod recipes;
mod typed;

pub(super) use command::{CompletionsArguments, answer, run};
pub(super) use items::complete_items;
pub(super) use names::{
    complete_events, complete_harnesses, complete_hook_entries, complete_hooks, complete_modules,
    complete_persons, complete_skills,
};
pub(super) use recipes::{complete_known, complete_launchers, complete_presets};
