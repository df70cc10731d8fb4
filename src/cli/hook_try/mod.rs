//! `hook try`: runs hooks as the CLI would, on sample events, and says what it would make of them.
//!
//! Which entries to try is decided in [`choose`], one of them is run in [`attempt`], its end is judged in [`verdict`], and
//! [`text`] and [`document`] tell it.

mod arguments;
mod attempt;
mod choose;
mod command;
mod document;
mod stage;
mod stage_folder;
mod text;
mod verdict;

pub(super) use arguments::HookTryArguments;
pub(super) use command::run;
