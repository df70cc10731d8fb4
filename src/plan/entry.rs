//! One line of the ledger: a path, whose it is, and what was written there.

use serde::{Deserialize, Serialize};

use super::exclude::EXCLUDE;
use super::ledger::{is_artifact_path, is_backup_name};
use super::origin::Origin;
use super::written::{Original, Written, check_files};

/// One artifact, or one folder that we made for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Line", into = "Line")]
pub(crate) struct Entry {
    /// Relative to the target, slash-separated.
    pub(crate) path: String,
    pub(crate) holder: Holder,
    pub(crate) written: Written,
    /// What stood there before the first write; set once.
    pub(crate) original: Option<Original>,
    /// What it was made of, when that are files by themselves.
    pub(crate) origins: Vec<Origin>,
}

/// Whose an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// It belongs to the projection of a harness, which was last written for this launcher.
    Projection { harness: String, launcher: String },
    /// It was installed by hand, under this tag.
    Owner(String),
}

/// An entry as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    harness: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    launcher: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    written: Written,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    original: Option<Original>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "sources")]
    origins: Vec<Origin>,
}

impl Holder {
    /// The harness of a projection.
    pub(crate) fn harness(&self) -> Option<&str> {
        if let Self::Projection { harness, .. } = self { Some(harness) } else { None }
    }

    /// The launcher of a projection.
    pub(crate) fn launcher(&self) -> Option<&str> {
        if let Self::Projection { launcher, .. } = self { Some(launcher) } else { None }
    }

    /// The tag of the one who installed it.
    pub(crate) fn owner(&self) -> Option<&str> {
        if let Self::Owner(owner) = self { Some(owner) } else { None }
    }
}

impl Entry {
    /// There is one entry for each; owners share the place before all harnesses.
    pub(super) fn key(&self) -> (&str, Option<&str>) {
        (&self.path, self.holder.harness())
    }

    /// A ledger comes with the target, so it is not trusted to name only paths inside.
    pub(super) fn check(&self) -> Result<(), String> {
        if !is_artifact_path(&self.path) {
            return Err(format!("`{}` is no path of an artifact", self.path));
        }
        if let Some(owner) = self.holder.owner()
            && !is_owner_tag(owner)
        {
            return Err(format!("`{owner}` is no tag of an owner"));
        }
        if matches!(self.written, Written::Exclude(_)) && self.path != EXCLUDE {
            return Err(format!("`{}` has no lines of another file", self.path));
        }
        check_files(self.written.files())?;
        let is_odd = match &self.written {
            Written::Entries(_) | Written::File { entries: Some(_), .. } => self.share().is_none(),
            _ => false,
        };
        if is_odd {
            return Err(format!("the entries of `{}` are no object", self.path));
        }
        match &self.original {
            Some(Original::Tree { files }) => check_files(files),
            Some(
                Original::File { backup, .. } | Original::Link { backup, .. } | Original::Folder { backup },
            ) if !is_backup_name(backup) => Err(format!("`{backup}` is no name of a backup")),
            Some(_) | None => Ok(()),
        }
    }
}

/// Whether a tag can be recorded as an owner.
pub(crate) fn is_owner_tag(tag: &str) -> bool {
    !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

impl TryFrom<Line> for Entry {
    type Error = &'static str;

    fn try_from(line: Line) -> Result<Self, Self::Error> {
        let holder = match (line.harness, line.launcher, line.owner) {
            (Some(harness), Some(launcher), None) => Holder::Projection { harness, launcher },
            (None, None, Some(owner)) => Holder::Owner(owner),
            _ => return Err("an artifact has a harness and a launcher, or an owner"),
        };
        let Line { path, written, original, origins, .. } = line;
        Ok(Self { path, holder, written, original, origins })
    }
}

impl From<Entry> for Line {
    fn from(entry: Entry) -> Self {
        let (harness, launcher, owner) = match entry.holder.clone() {
            Holder::Projection { harness, launcher } => (Some(harness), Some(launcher), None),
            Holder::Owner(owner) => (None, None, Some(owner)),
        };
        let Entry { path, written, original, origins, .. } = entry;
        Self { path, harness, launcher, owner, written, original, origins }
    }
}
