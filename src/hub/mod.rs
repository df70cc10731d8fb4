//! What exists in the hub: modules, hooks and skills.
//!
//! A [`Hub`] is opened on a folder and only reads. Each of the three folders is a [`Shelf`] of names, listed when it
//! is first asked for; each file is read when it is first asked for, and not again. What stands there and cannot be
//! used is a [`Fault`], which knows no manifest: `compose` says which word led to it, and how much it matters.
//!
//! Files are taken exactly by name, also where the file system ignores case, and byte for byte. Links are followed.
//! Nothing but regular files and folders is opened, so that a FIFO cannot hang the tool.

mod catalog;
mod fault;
mod hook;
#[expect(clippy::module_inception, reason = "named after its type")]
mod hub;
mod open;
mod shelf;
mod skill;
mod skill_files;
#[cfg(test)]
mod tests;
mod text;

pub use fault::Fault;
pub use hook::HookFile;
pub use hub::Hub;
pub use shelf::Shelf;
pub use skill::SkillFolder;
pub use skill_files::{SkillFile, skill_files};
