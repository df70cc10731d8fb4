//! `manifest.json` as a type. The order of the fields is their order in the file.

use serde::{Deserialize, Serialize};

use super::TreeDigest;
use crate::Digest;
use crate::person::Identity;

/// What was composed, how it is handed over, and every file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// `assembly.bundle/1`.
    pub format: String,
    /// The SHA-256 of all that follows, in the form of `jq -cjS 'del(.digest)'`.
    pub digest: TreeDigest,
    /// Who the agent is, if anybody.
    pub identity: Option<Identity>,
    /// Where to begin.
    pub delivery: EntryPoints,
    /// What `content/instructions.md` is made of, in order.
    pub instructions: Vec<Part>,
    /// The selected skills, in order.
    pub skills: Vec<SkillEntry>,
    /// Names of built-in placeholders that the reader of the instructions has to replace.
    pub placeholders: Vec<String>,
    /// Every file but the manifest, sorted by the bytes of their paths.
    pub files: Vec<FileEntry>,
}

/// How the content is handed over, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub enum EntryPoints {
    /// Skills stay folders that the agent CLI discovers.
    Native {
        /// Handed over at start.
        instructions: String,
        /// The folder of sources that hold the skills; none when there is no skill.
        skills_root: Option<String>,
        /// The size of the instructions.
        body_bytes: u64,
    },
    /// For an agent CLI without skills.
    Compiled {
        /// The first part of the compiled document.
        instructions: String,
        /// Handed over at start.
        compiled_context: String,
        /// The size of the compiled document.
        body_bytes: u64,
    },
}

impl EntryPoints {
    /// The word for it in the manifest.
    pub fn mode(&self) -> &'static str {
        match self {
            Self::Native { .. } => "native",
            Self::Compiled { .. } => "compiled",
        }
    }

    /// The number of bytes that are handed over at start.
    pub fn body_bytes(&self) -> u64 {
        let (Self::Native { body_bytes, .. } | Self::Compiled { body_bytes, .. }) = self;
        *body_bytes
    }
}

/// One text of the instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// The source it comes from.
    pub source: String,
    /// The person's name, or the module's.
    pub name: String,
    /// Its size in the instructions.
    pub bytes: u64,
    /// Of these bytes.
    pub sha256: Digest,
}

/// What a text of the instructions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// Who the agent is, rendered from the manifest's `identity`.
    Identity,
    /// What every role of a person gets.
    Invariant,
    /// A module.
    Module,
}

impl PartKind {
    /// The word for it in the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Invariant => "invariant",
            Self::Module => "module",
        }
    }
}

/// A selected skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillEntry {
    /// The source it comes from.
    pub source: String,
    /// Its name.
    pub name: String,
    /// Its folder.
    pub path: String,
}

/// A file of the bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Relative to the bundle, separated by slashes.
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// Its permission bits.
    pub mode: FileMode,
    /// Of its bytes.
    pub sha256: Digest,
}

/// The permission bits of a file; there are no others in a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileMode {
    /// Read by everybody.
    #[serde(rename = "0644")]
    Plain,
    /// Executed by everybody.
    #[serde(rename = "0755")]
    Executable,
}

impl FileMode {
    /// As the system takes them.
    pub fn bits(self) -> u32 {
        match self {
            Self::Plain => 0o644,
            Self::Executable => 0o755,
        }
    }
}
