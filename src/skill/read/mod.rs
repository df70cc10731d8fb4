//! Reads a `SKILL.md`, reports every fault with its place, and goes on.

mod boolean;
mod characters;
mod fences;
mod fields;
mod keys;
mod list;
mod repair;
mod skill_file;
mod tree;
mod values;

pub use skill_file::{SkillFile, read};
