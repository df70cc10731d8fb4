//! The ignore lines of targets in the `info/exclude` of their repository, which all its work trees share.
//!
//! Each target and harness has a block of its own in that file, so nobody counts: a line is there as long as any target
//! that needs it has its block. Where the file is, is found out each time anew; nothing that lies in a target is asked.

mod block;
mod decide;
mod edit;
mod file;
mod removal;
mod survey;
#[cfg(test)]
mod tests;

pub(super) use block::Block;
pub(super) use decide::Exclude;
pub(crate) use edit::{ExcludeEdit, without_blocks};
pub(crate) use file::ExcludeFile;

/// Where the ledger has the lines, and what reports call the file: it lies in no target.
pub(crate) const EXCLUDE: &str = "info/exclude";
