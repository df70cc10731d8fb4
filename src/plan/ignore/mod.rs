//! The lines that a target's `.gitignore` should hold: which are missing, which are ours to take out.

mod decide;
mod edit;
mod lines;
mod wanted;

pub(super) use decide::{Decision, IgnoreFile};
pub(crate) use edit::LineEdit;
pub(super) use lines::{LineFile, content, pieces};
pub(super) use wanted::{Wanted, escaped, wanted};
