//! What exists in the hub and in the sources beside it: modules, hooks, skills and persons.
//!
//! A [`Hub`] is opened on a folder and on the sources that its manifest names, and only reads. Each is a [`Source`] with
//! four folders; a folder is a [`Shelf`] of names, listed when it is first asked for; each file is read when it is first
//! asked for, and not again. What stands there and cannot be used is a [`Fault`], which does not know what led to it:
//! `compose` says which word that was, and how much it matters.
//!
//! Files are taken exactly by name, also where the file system ignores case, and byte for byte. Links are followed as
//! long as they stay beneath the root of their source. Nothing but regular files and folders is opened, so that a FIFO
//! cannot hang the tool.

mod bounds;
mod catalog;
mod difference;
mod fault;
mod fold;
mod hook;
#[expect(clippy::module_inception, reason = "named after its type")]
mod hub;
mod kind;
mod open;
mod shelf;
mod skill;
mod skill_files;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub use difference::{Difference, difference};
pub use fault::Fault;
pub use fold::folded;
pub use hook::HookFile;
pub use hub::Hub;
pub use kind::Kind;
pub use shelf::Shelf;
pub use skill::SkillFolder;
pub use skill_files::{SkillFile, skill_files};
pub use source::Source;
