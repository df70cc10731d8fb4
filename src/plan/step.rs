//! One write of a plan, in the form that the journal keeps.

use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use super::entries::EntriesEdit;
use super::exclude::{EXCLUDE, ExcludeEdit};
use super::ignore::LineEdit;
use super::ledger::{is_artifact_path, is_backup_name, is_inner_path};
use super::mode::Mode;
use super::standing::{Item, State};
use super::written::CopiedFile;
use crate::digest::Digest;

/// What the name ends with under which something is prepared; it begins with a `.` and the name it is for.
pub(crate) const TEMPORARY: &str = ".assembly-new";
/// The same for a folder that is on its way to another file system, half made, or half removed: nothing in it is missed.
pub(crate) const COPY: &str = ".assembly-copy";

/// A write that can be done again after it was cut short. Paths are relative to the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Step {
    /// Makes a missing folder.
    MakeFolder { path: String },
    /// Puts a file or link where `before` stood, which is never a folder.
    Put { path: String, before: State, after: Item },
    /// Puts a file or link where a folder stands, which is moved into the backups as `aside`; but one that held only
    /// `ours` goes.
    SetAside {
        path: String,
        after: Item,
        aside: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ours: Option<Vec<CopiedFile>>,
    },
    /// Moves the folder `aside` of the backups back to where `before` stood, or a folder that held only `ours`.
    PutBack {
        path: String,
        before: State,
        aside: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ours: Option<Vec<CopiedFile>>,
    },
    /// Puts a folder with these files where `before` stood. A folder is moved into the backups as `aside`.
    MakeTree {
        path: String,
        before: State,
        files: Vec<NewFile>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aside: Option<String>,
    },
    /// Adds lines to a file that belongs to the target and takes lines out; `before` stood there when that was planned.
    EditLines {
        path: String,
        before: State,
        edit: LineEdit,
        /// What stays hidden though it is let go; it is let go only once that is done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hidden: Vec<String>,
        /// Whether it is done only once everything before it is: what could not be taken away has to stay hidden.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
    },
    /// Makes the target's block in the `info/exclude` of its repository hold these lines. Where that is, is found out when
    /// it is done.
    EditExclude {
        edit: ExcludeEdit,
        /// As of [`Step::EditLines`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hidden: Vec<String>,
        /// As of [`Step::EditLines`].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
    },
    /// Takes entries of ours out of a settings file of several writers, changes and adds them; `before` stood there when
    /// that was planned.
    EditEntries { path: String, before: State, edit: EntriesEdit },
    /// Sets the mode of a file whose content is right.
    SetMode { path: String, mode: Mode },
    /// Removes a file or link, if it is still what `before` says.
    Remove { path: String, before: State },
    /// Removes a folder that we made, if it is empty.
    RemoveFolder { path: String },
}

/// A file of a folder that is made whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewFile {
    /// Relative to the folder, slash-separated.
    pub(crate) path: String,
    pub(crate) bytes: Bytes,
    pub(crate) mode: Mode,
}

impl Step {
    /// The path in the target that it writes; of what lies in no target, the name that the ledger has for it.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::EditExclude { .. } => EXCLUDE,
            Self::MakeFolder { path }
            | Self::Put { path, .. }
            | Self::SetAside { path, .. }
            | Self::MakeTree { path, .. }
            | Self::PutBack { path, .. }
            | Self::EditLines { path, .. }
            | Self::EditEntries { path, .. }
            | Self::SetMode { path, .. }
            | Self::Remove { path, .. }
            | Self::RemoveFolder { path } => path,
        }
    }

    /// Whether it is done only once everything before it is.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Self::EditLines { last: true, .. } | Self::EditExclude { last: true, .. })
    }

    /// Paths that have to stay in the ledger when it fails: the next time, nothing else would say that they are hidden.
    pub(crate) fn hidden(&self) -> &[String] {
        match self {
            Self::EditLines { hidden, .. } | Self::EditExclude { hidden, .. } => hidden,
            _ => &[],
        }
    }

    /// Whether what it writes lies in the target.
    pub(crate) fn is_in_target(&self) -> bool {
        !matches!(self, Self::EditExclude { .. })
    }

    /// Whether it puts something into the folder above its path.
    pub(crate) fn needs_folder(&self) -> bool {
        match self {
            Self::MakeFolder { .. }
            | Self::Put { .. }
            | Self::SetAside { .. }
            | Self::PutBack { .. }
            | Self::MakeTree { .. }
            | Self::EditLines { .. } => true,
            Self::EditEntries { edit, .. } => edit.after != State::Absent {},
            Self::EditExclude { .. }
            | Self::SetMode { .. }
            | Self::Remove { .. }
            | Self::RemoveFolder { .. } => false,
        }
    }

    /// Whether it names nothing outside the target; a journal may have come with a repository.
    pub(crate) fn stays_inside(&self) -> bool {
        let aside = match self {
            Self::SetAside { aside, .. } | Self::PutBack { aside, .. } => Some(aside),
            Self::MakeTree { aside, .. } => aside.as_ref(),
            _ => None,
        };
        let is_inside = match self {
            Self::SetAside { ours, .. } | Self::PutBack { ours, .. } => {
                ours.iter().flatten().all(|file| is_inner_path(&file.path))
            }
            Self::MakeTree { files, .. } => files.iter().all(|file| is_inner_path(&file.path)),
            Self::EditExclude { edit, .. } => edit.is_sound(),
            _ => true,
        };
        let is_inside = is_inside && self.hidden().iter().all(|path| is_inner_path(path));
        is_inside && is_artifact_path(self.path()) && aside.is_none_or(|name| is_backup_name(name))
    }

    /// Whether its path is one artifact's: nothing else is written beneath it.
    pub(crate) fn is_item(&self) -> bool {
        self.is_in_target() && !matches!(self, Self::MakeFolder { .. } | Self::RemoveFolder { .. })
    }

    /// Whether it moves a folder of others into the backups.
    pub(crate) fn moves_folder(&self) -> bool {
        matches!(self, Self::SetAside { ours: None, .. } | Self::MakeTree { aside: Some(_), .. })
    }

    /// Whether a folder of ours is made, or goes, in more than one call.
    pub(crate) fn moves_copy(&self) -> bool {
        matches!(
            self,
            Self::MakeTree { .. }
                | Self::SetAside { ours: Some(_), .. }
                | Self::PutBack { ours: Some(_), .. }
        )
    }

    /// The name in the backups for a folder that stands at `path`.
    pub(crate) fn aside_of(path: &str) -> String {
        format!("folder-{}", path.replace('/', "-"))
    }
}

/// A copy to make before anything is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Save {
    /// Where the item stands.
    pub(crate) path: String,
    pub(crate) item: Item,
    /// Whether people are told: what is only adopted stays where it is.
    pub(crate) told: bool,
}

impl Item {
    /// The name in `.assembly/backups/` that this content always has.
    pub(crate) fn backup_name(&self) -> String {
        match self {
            Self::File { bytes, .. } => Digest::of(&bytes.0).to_string(),
            Self::Link { destination } => format!("{}-link", Digest::of(&destination.0)),
        }
    }
}
