//! `bundle`: compositions as trees that any consumer can use.
//!
//! One file a command, with its arguments. Bundles lie anywhere, so all but `build` need no hub.

mod build;
mod command;
mod describe;
mod diff;
mod export;
mod import;
mod page;
mod placed;
mod report;
mod verify;

pub(super) use command::{BundleCommand, run};
