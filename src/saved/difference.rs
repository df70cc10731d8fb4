//! What differs between two plans.

use serde_json::{Value, json};

/// A launcher that is not the same in both.
#[derive(Clone, Debug)]
pub struct LauncherDifference {
    /// Its name.
    pub launcher: String,
    /// Whether both plans have it.
    pub state: State,
    /// What is said of the launcher itself: target, arguments, variables.
    pub settings: Vec<Setting>,
    /// The paths of its target of which something else is said.
    pub artifacts: Vec<ArtifactDifference>,
    /// The files of the hub that its session reads where they stand, and that are other ones now.
    pub reads: Vec<FileDifference>,
}

/// Which of two plans has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The newer one.
    Added,
    /// The older one.
    Removed,
    /// Both, each another.
    Changed,
}

/// A value of a launcher; null where there is none.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The key of the document: `argv`.
    pub name: String,
    /// What it was.
    pub old: Value,
    /// What it is.
    pub new: Value,
}

/// A path in the target.
#[derive(Clone, Debug)]
pub struct ArtifactDifference {
    /// Relative to the target.
    pub path: String,
    /// Which plan has it.
    pub state: State,
    /// The change that the older plan has for it, without its diff; or null.
    pub old: Value,
    /// The same of the newer one.
    pub new: Value,
    /// From the older content to the newer where both are known, else the newer diff.
    pub diff: Option<String>,
}

/// A file that a session reads where it stands.
#[derive(Clone, Debug)]
pub struct FileDifference {
    /// As every machine would write it.
    pub path: String,
    /// Which plan has it.
    pub state: State,
    /// Mode and hash in the older plan, or null.
    pub old: Value,
    /// The same in the newer one.
    pub new: Value,
}

impl State {
    /// The word of the documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }

    /// Of something that only one of two has.
    pub(super) fn of(old: bool, new: bool) -> Self {
        match (old, new) {
            (false, _) => Self::Added,
            (true, false) => Self::Removed,
            (true, true) => Self::Changed,
        }
    }
}

impl LauncherDifference {
    /// The entry of the document `assembly.plan-difference/1`.
    pub fn to_json(&self) -> Value {
        let settings = self
            .settings
            .iter()
            .map(|setting| json!({ "name": setting.name, "old": setting.old, "new": setting.new }));
        let artifacts = self.artifacts.iter().map(|artifact| {
            json!({
                "path": artifact.path,
                "state": artifact.state.name(),
                "old": artifact.old,
                "new": artifact.new,
                "diff": artifact.diff,
            })
        });
        let reads = self.reads.iter().map(
            |file| json!({ "path": file.path, "state": file.state.name(), "old": file.old, "new": file.new }),
        );
        json!({
            "launcher": self.launcher,
            "state": self.state.name(),
            "settings": settings.collect::<Vec<_>>(),
            "artifacts": artifacts.collect::<Vec<_>>(),
            "reads": reads.collect::<Vec<_>>(),
        })
    }
}
