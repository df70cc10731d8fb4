//! Why something in a source, or a source itself, cannot be used.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::{SourceFile, visible};
use crate::manifest::HUB;

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
    /// Larger than it may be; both in bytes.
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The largest size that is read.
        limit: u64,
    },
    /// A skill with more files and folders than this.
    TooManyEntries(usize),
    /// Not text.
    NotUtf8 {
        /// The text with a `?` for every byte that belongs to no character.
        file: Arc<SourceFile>,
        /// The first byte that is no UTF-8; an offset in `file` as well as in what is on disk.
        offset: usize,
    },
    /// A folder without a file named exactly `SKILL.md`.
    NoSkillFile,
    /// A folder of `persons/` without a `person.kdl`.
    NoPersonFile,
    /// A link in a skill to this destination outside of it.
    LinkLeaves(String),
    /// A link to something outside of its source.
    LeavesSource {
        /// Where it leads, as the link says it.
        destination: String,
        /// The source's id.
        source: String,
    },
    /// Of a person: what these two sources have by its name is not the same.
    Differs {
        /// The id of the one.
        one: String,
        /// The id of the other.
        other: String,
    },
    /// Of a source: where it is cannot be told on this machine, which was reported.
    PathUnknown,
    /// A name in a skill that is not UTF-8.
    NameNotUtf8,
    /// Something in a skill.
    Inside {
        /// Relative to the skill.
        path: String,
        /// What is wrong with it.
        fault: Box<Self>,
    },
    /// The hub's own path is not UTF-8, so it cannot be written into settings.
    PathNotUtf8,
}

impl Fault {
    /// The same without anything that only this machine says: no destinations of links, no words of the system. For what
    /// is kept, such as a trace.
    pub fn reason(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::BrokenLink(_) => "is a link to nothing",
            Self::Unreadable(_) => "cannot be read",
            Self::LinkLeaves(_) => "is a link out of the skill",
            Self::LeavesSource { .. } => "is a link out of its source",
            Self::Inside { path, fault } => {
                return format!("holds `{}`, which {}", visible(path), fault.reason()).into();
            }
            other => return other.describe(),
        })
    }

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
            Self::TooLarge { bytes, limit } => {
                let (has, most) = (bytes.div_ceil(1 << 20), limit >> 20);
                return format!("has {has} MiB, more than the {most} MiB that are read").into();
            }
            Self::TooManyEntries(most) => {
                return format!("has more than {most} files and folders").into();
            }
            Self::LinkLeaves(destination) => {
                return format!("is a link to `{}`, out of the skill", visible(destination)).into();
            }
            Self::LeavesSource { destination, source } => {
                let out_of = if source == HUB {
                    "the hub".to_owned()
                } else {
                    format!("source `{}`", visible(source))
                };
                return format!("is a link to `{}`, out of {out_of}", visible(destination)).into();
            }
            Self::Differs { one, other } => {
                return format!("is not the same in `{}` and `{}`", visible(one), visible(other)).into();
            }
            Self::PathUnknown => "is not known on this machine",
            Self::NameNotUtf8 => "has a name that is not UTF-8",
            Self::Inside { path, fault } => {
                return format!("holds `{}`, which {}", visible(path), fault.describe()).into();
            }
            Self::NotUtf8 { .. } => "is not UTF-8",
            Self::NoSkillFile => "is a folder without a `SKILL.md`",
            Self::NoPersonFile => "is a folder without a `person.kdl`",
            Self::PathNotUtf8 => "lies in a hub whose path is not UTF-8",
        })
    }
}
