//! What is said about a copied folder.

use crate::diagnostic::listed_few;
use crate::plan::declared::EDITED;
use crate::plan::drift::{Drift, DriftState};
use crate::plan::fingerprint::{FileFingerprint, Fingerprint};

/// What a pass found worth saying; paths are within the folder.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// What others wrote in the place of ours, which is set aside.
    pub(super) edited: Vec<String>,
    /// What was edited and stays.
    pub(super) kept: Vec<String>,
    /// What is not ours.
    pub(super) others: Vec<String>,
    /// What was written and is not there any more.
    pub(super) gone: Vec<String>,
    /// What is as it was written, and comes out differently now.
    pub(super) stale: Vec<String>,
    /// Sentences about modes.
    pub(super) modes: Vec<String>,
    /// Where what is set aside stands and where it goes, relative to the target.
    pub(super) backups: Vec<(String, String)>,
    pub(super) before: Vec<FileFingerprint>,
    /// Unified diffs, one after the other.
    pub(super) diff: String,
}

impl Report {
    pub(super) fn fingerprint(&mut self) -> Fingerprint {
        let mut files = std::mem::take(&mut self.before);
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Fingerprint::Tree(files)
    }
}

impl Report {
    /// How a folder stands that is ours: the gravest of what was found, and all of it in words.
    pub(super) fn drift(&self) -> Drift {
        let mut edited: Vec<String> = self.edited.iter().chain(&self.kept).cloned().collect();
        edited.sort_unstable();
        let about = |said: &str, names: &[String]| match names {
            [] => String::new(),
            names => format!("{said}: {}", listed_few(names.iter())),
        };
        let cause = sentence(&[
            about(EDITED, &edited),
            self.modes.join(", "),
            about("removed since it was written", &self.gone),
            about("changed in the source", &self.stale),
        ]);
        match () {
            () if !edited.is_empty() || !self.modes.is_empty() => Drift::edited(cause),
            () if !self.gone.is_empty() => Drift::new(DriftState::Missing, cause),
            () if !self.stale.is_empty() => Drift::stale(cause),
            () => Drift::none(),
        }
    }
}

/// Parts of a sentence, those that are empty left out.
pub(super) fn sentence(parts: &[String]) -> String {
    let said: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    said.join("; ")
}
