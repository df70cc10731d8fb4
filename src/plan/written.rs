//! What an entry of the ledger says about its path: what was written, and what stood there before.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use super::entries::Entries;
use super::ledger::is_inner_path;
use super::mode::Mode;
use super::standing::{Item, State};
use super::state_folder::BACKUPS;
use crate::digest::Digest;
use crate::disk::folders_above;

/// What was written. Other kinds belong to newer formats and are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Written {
    File {
        sha256: Digest,
        mode: Mode,
        /// Of a settings file what it holds, as JSON, so that it can be taken out again when others added to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entries: Option<String>,
    },
    Link {
        destination: Bytes,
    },
    /// A settings file that others write to as well.
    Entries(Entries),
    /// A folder that was missing above an artifact.
    Folder {},
    Lines(Lines),
    /// Lines in a file that lies in no target.
    Exclude(Lines),
    /// A copied folder.
    Tree {
        files: Vec<CopiedFile>,
    },
}

/// One file of a copied folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CopiedFile {
    /// Relative to the folder, slash-separated.
    pub(crate) path: String,
    pub(crate) sha256: Digest,
    pub(crate) mode: Mode,
}

/// Our share of a file of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lines {
    /// The lines that we added.
    pub(crate) ours: Vec<String>,
    /// The lines that were wanted and that other ignore patterns make unnecessary.
    pub(crate) covered: Vec<String>,
    /// The file when git said so; absent when there was no file or nothing is covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) covered_by: Option<Digest>,
    /// Whether the file's last line had no newline before we added ours.
    pub(crate) newline: bool,
    /// Whether there was no file before.
    pub(crate) created: bool,
}

/// What stood at a path before us, and the name in `.assembly/backups/` it is kept under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Original {
    File {
        sha256: Digest,
        mode: Mode,
        backup: String,
        /// Whether there was no file until we came: then it is what others added to ours.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        created: bool,
    },
    Link {
        destination: Bytes,
        backup: String,
    },
    Folder {
        backup: String,
    },
    /// A folder that was what we would have written; each file is kept under its SHA-256.
    Tree {
        files: Vec<CopiedFile>,
    },
}

impl CopiedFile {
    /// Whether what stands there is what we wrote. The mode is another matter.
    pub(super) fn is_as_written(&self, found: &Item) -> bool {
        found.state() == State::File { sha256: self.sha256 }
    }
}

impl Original {
    /// The same of something that was there before us, or was not.
    pub(super) fn created(mut self, is_created: bool) -> Self {
        if let Self::File { created, .. } = &mut self {
            *created = is_created;
        }
        self
    }

    /// Whether nothing stood there until we came.
    pub(super) fn is_created(&self) -> bool {
        matches!(self, Self::File { created: true, .. })
    }

    /// Whether it is a file or link, and what stands there.
    pub(super) fn is(&self, state: &State) -> bool {
        match (self, state) {
            (Self::File { sha256, .. }, State::File { sha256: found }) => sha256 == found,
            (Self::Link { destination, .. }, State::Link { destination: found }) => destination == found,
            _ => false,
        }
    }

    /// Where it is kept, for people.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::File { backup, .. } | Self::Link { backup, .. } | Self::Folder { backup } => {
                format!("`{BACKUPS}/{backup}`")
            }
            Self::Tree { files } => format!("kept in `{BACKUPS}`, {} of it", plural(files.len())),
        }
    }
}

impl Written {
    /// The files of a copied folder; of anything else none.
    pub(crate) fn files(&self) -> &[CopiedFile] {
        if let Self::Tree { files } = self { files } else { &[] }
    }

    /// Whether it takes a path for itself, where folders and lines leave room for others.
    pub(crate) fn is_artifact(&self) -> bool {
        match self {
            Self::File { .. } | Self::Link { .. } | Self::Tree { .. } | Self::Entries(_) => true,
            Self::Folder {} | Self::Lines(_) | Self::Exclude(_) => false,
        }
    }
}

/// Checks the files of a tree: inside, sorted, and none in the place of a folder that another is in.
pub(crate) fn check_files(files: &[CopiedFile]) -> Result<(), String> {
    if let Some(file) = files.iter().find(|file| !is_inner_path(&file.path)) {
        return Err(format!("`{}` is no path in a tree", file.path));
    }
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let is_sorted = files.is_sorted_by(|before, after| before.path < after.path);
    match files.iter().flat_map(|file| folders_above(&file.path)).find(|folder| paths.contains(folder)) {
        Some(folder) => Err(format!("`{folder}` is a file and a folder")),
        None if is_sorted => Ok(()),
        None => Err("the files of a tree are not sorted, or one is there twice".to_owned()),
    }
}

pub(super) fn plural(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}
