//! What is said about a copied folder.

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
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Fingerprint::Tree(files)
    }
}

/// Names for people: a few of them, and how many more there are.
pub(super) fn named(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let quoted: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let mut text = quoted.join(", ");
    if names.len() > SHOWN {
        text = format!("{text} and {} more", names.len() - SHOWN);
    }
    text
}

/// Parts of a sentence, those that are empty left out.
pub(super) fn sentence(parts: &[String]) -> String {
    let said: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    said.join("; ")
}
