//! Reads a `SKILL.md`, reports every fault with its place, and goes on.

mod body;
mod boolean;
mod characters;
mod checks;
mod fences;
mod fields;
mod keys;
mod list;
mod repair;
mod skill_file;
mod skill_name;
mod syntax;
mod tree;
mod unknown;
mod values;
mod without_parts;

pub use body::body;
pub use skill_file::{SkillFile, read};
