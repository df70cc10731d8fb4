//! `explain`: what a diagnostic means.
//!
//! [`pages`] are the files of the folder `explain/`, which the program holds compressed; [`draw`] shows one in a
//! terminal. Each has an example that fails and the same example mended; a test runs all of them.

mod command;
mod draw;
mod find;
mod pages;

pub(super) use command::{ExplainArguments, run};
pub(super) use find::short_name;
