//! What the contract asks for, each rule once: plain values in, a fragment or a number out.

mod asset_path;
mod name;
mod text;

pub(crate) use asset_path::is_device;
pub(super) use asset_path::{asset_path, clash};
pub(super) use name::{name, suggestion, tag};
pub use text::CharacterKind;
pub(super) use text::{forbidden, is_forbidden};

use crate::glob::Glob;

/// The most bytes that one file of a skill may have: 8 MiB.
pub const LARGEST_FILE: u64 = 8 << 20;

/// The most bytes that all files of a skill may have together: 64 MiB.
pub const LARGEST_SKILL: u64 = 64 << 20;

/// The most entries of a skill, folders too. Far more than any has; a limit all the same, since links can multiply a tree.
pub const MOST_ENTRIES: usize = 10_000;

/// The most characters of a `description`, from the open Agent Skills spec.
pub(super) const LONGEST_DESCRIPTION: usize = 1024;

/// The most characters of a `compatibility`, from the open Agent Skills spec.
pub(super) const LONGEST_COMPATIBILITY: usize = 500;

/// Why an entry of `paths` is no glob.
pub(super) fn glob(pattern: &str) -> Result<(), String> {
    Glob::new(pattern).map(drop)
}
