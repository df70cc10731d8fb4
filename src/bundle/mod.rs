//! Bundles: a composition as one immutable tree that belongs to no harness.
//!
//! A [`Draft`] becomes a [`Tree`] of files in memory, which is the same on every machine; [`Tree::write`] puts it into an
//! empty folder. [`verify`] recomputes all that a bundle says about itself and reports every [`Finding`]. SPEC.md has the
//! format in full, so that other programs can read, write and verify bundles too.
//!
//! The hashes detect damage, not attack: a bundle is not a security boundary.

mod archive;
mod assemble;
mod canonical;
pub mod codes;
mod compose;
mod diff;
mod draft;
mod finding;
mod format;
mod instructions;
mod make;
mod manifest;
mod names;
pub mod place;
mod text;
mod trace;
mod tree;
mod tree_digest;
mod verify;
mod write;

pub use crate::compose::Outcome;
pub use archive::{export, import};
pub use diff::{Differences, FileChange, ValueChange, differences};
pub use draft::{Draft, DraftSkill, DraftSource, DraftText};
pub use finding::Finding;
pub use format::{
    COMPILED, DEEPEST, INSTRUCTIONS, LARGEST_DOCUMENT, LONGEST_PATH, MANIFEST, MANIFEST_FORMAT, MOST_BYTES,
    MOST_FILES, PLACEHOLDERS, SKILLS, TRACE, TRACE_FORMAT, encoded, skill_path,
};
pub use manifest::{EntryPoints, FileEntry, FileMode, Manifest, Part, PartKind, SkillEntry};
pub use trace::{Decision, SourceReport, Trace, tokens};
pub use tree::{Tree, TreeFile};
pub use tree_digest::TreeDigest;
pub use verify::{Verified, verify};
