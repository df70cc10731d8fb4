//! Reads a skill with everything that lies in its folder.

mod check;
mod open;
mod report;
mod walk;

pub use check::{AssetFile, CheckedSkill, check_folder};
