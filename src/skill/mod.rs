//! The skill contract: one type, one reader, one validator, one renderer.
//!
//! A skill is a folder with a `SKILL.md`, YAML frontmatter and then markdown, beside any files it needs. Whatever is
//! done with skills is done with a [`SkillSpec`]: [`read`] and [`check_folder`] make one of what is on disk and report
//! every fault with its place, [`SkillSpec::builder`] makes one in memory, [`render`] writes it.
//!
//! This room knows `diagnostic` and nothing else: no terminal, no ledger, no hub. What a rule says stands once, in
//! `rules/`; the reader turns a breach into a diagnostic, the builder into a [`SkillError`].

mod asset;
mod builder;
mod choices;
pub mod codes;
mod error;
mod folder;
mod frontmatter;
mod read;
mod render;
mod rules;
mod spec;
#[cfg(test)]
mod tests;
mod validate;
mod yaml;

pub use asset::SkillAsset;
pub use builder::SkillSpecBuilder;
pub use choices::{SkillContext, SkillEffort, SkillShell};
pub use error::SkillError;
pub use folder::{AssetFile, CheckedSkill, check_folder};
pub use frontmatter::SkillFrontmatter;
pub use read::{SkillFile, body, read};
pub use render::render;
pub(crate) use rules::is_device;
pub use rules::{CharacterKind, LARGEST_FILE, LARGEST_SKILL, MOST_ENTRIES};
pub use spec::SkillSpec;

/// The file that makes a folder a skill, with exactly these letters.
pub const SKILL_FILE: &str = "SKILL.md";
