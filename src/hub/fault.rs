//! Why something in the hub cannot be used.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::{SourceFile, visible};

/// What is wrong with a module, hook or skill. [`Fault::describe`] is the fragment that follows its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Nothing of exactly this name is there.
    Missing,
    /// A folder where a file is needed.
    IsDirectory,
    /// Not a folder where a skill is needed.
    NotADirectory,
    /// A `FIFO`, `socket` or `device`; it was not opened.
    Special(&'static str),
    /// A link to this destination, which does not exist.
    BrokenLink(String),
    /// Links that lead back to themselves.
    LinkLoop,
    /// The system refused; what it said.
    Unreadable(String),
    /// Larger than a module may be; its size in bytes.
    TooLarge(u64),
    /// Not text.
    NotUtf8 {
        /// The text with every broken sequence replaced by U+FFFD.
        file: Arc<SourceFile>,
        /// The first byte that is no UTF-8. Up to here `file` equals what is on disk, so it is an offset in both.
        offset: usize,
    },
    /// A folder without a regular file named exactly `SKILL.md`.
    NoSkillFile,
    /// The hub's own path is not UTF-8, so it cannot be written into settings.
    PathNotUtf8,
}

impl Fault {
    /// Says it after the thing's name: "skill `review` *is a folder without a `SKILL.md`*".
    pub fn describe(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Missing => "does not exist",
            Self::IsDirectory => "is a folder, not a file",
            Self::NotADirectory => "is not a folder",
            Self::Special(kind) => return format!("is a {kind}, not a regular file").into(),
            Self::BrokenLink(destination) => {
                return format!("is a link to `{}`, which does not exist", visible(destination)).into();
            }
            Self::LinkLoop => "is a link that leads back to itself",
            Self::Unreadable(said) => return format!("cannot be read: {said}").into(),
            Self::TooLarge(bytes) => {
                return format!("has {} MiB, more than a module may have", bytes.div_ceil(1 << 20)).into();
            }
            Self::NotUtf8 { .. } => "is not UTF-8",
            Self::NoSkillFile => "is a folder without a `SKILL.md`",
            Self::PathNotUtf8 => "lies in a hub whose path is not UTF-8",
        })
    }
}
