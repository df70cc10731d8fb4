//! `show`: a launcher as it is after presets, with where each value came from.

mod document;
mod page;
mod person;
mod run;
mod settings;
mod why;

pub(super) use run::{ShowArguments, run};
