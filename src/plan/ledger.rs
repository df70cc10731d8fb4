//! The record, inside the target, of what assembly wrote there.

use std::ffi::OsStr;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use super::digest::Digest;
use super::mode::Mode;

/// The name and version of the format; a change that an older assembly would misread raises the number.
const FORMAT: &str = "assembly.ledger/1";

/// Everything assembly wrote into one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// Sorted by path, then harness: two harnesses may have lines in one file.
    entries: Vec<Entry>,
}

/// One artifact, or one folder that we made for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// Relative to the target, slash-separated.
    pub(crate) path: String,
    pub(crate) harness: String,
    pub(crate) launcher: String,
    pub(crate) written: Written,
    /// What stood there before the first write; set once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) original: Option<Original>,
}

/// What was written. Other kinds belong to newer formats and are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Written {
    File {
        sha256: Digest,
        mode: Mode,
    },
    Link {
        destination: Bytes,
    },
    /// A folder that was missing above an artifact.
    Folder {},
    Lines(Lines),
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
    File { sha256: Digest, mode: Mode, backup: String },
    Link { destination: Bytes, backup: String },
    Folder { backup: String },
}

impl Original {
    /// The name in `.assembly/backups/`.
    pub(crate) fn backup(&self) -> &str {
        match self {
            Self::File { backup, .. } | Self::Link { backup, .. } | Self::Folder { backup } => backup,
        }
    }
}

/// Why a ledger cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// Its format is of a later version.
    Newer(String),
    /// It is not what this program writes.
    Broken(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<Entries> {
    format: String,
    artifacts: Entries,
}

impl Ledger {
    /// Reads the text of `ledger.json`. What is not understood to the last key is refused, never guessed at.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, Unreadable> {
        if let Some(format) = format_of(text)
            && is_newer(&format, FORMAT)
        {
            return Err(Unreadable::Newer(format));
        }
        let document: Document<Vec<Entry>> =
            serde_json::from_slice(text).map_err(|error| Unreadable::Broken(error.to_string()))?;
        if document.format != FORMAT {
            return Err(Unreadable::Broken(format!("its format is `{}`", document.format)));
        }
        for entry in &document.artifacts {
            entry.check().map_err(Unreadable::Broken)?;
        }
        let sorted = document.artifacts.is_sorted_by(|before, after| before.key() < after.key());
        if !sorted {
            return Err(Unreadable::Broken("its artifacts are not sorted, or one is there twice".to_owned()));
        }
        Ok(Self { entries: document.artifacts })
    }

    /// The text of `ledger.json`; the same ledger always gives the same bytes.
    pub(crate) fn print(&self) -> serde_json::Result<Vec<u8>> {
        let document = Document { format: FORMAT.to_owned(), artifacts: &self.entries };
        let mut text = serde_json::to_vec_pretty(&document)?;
        text.push(b'\n');
        Ok(text)
    }

    /// All entries in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The entries of one path, of whatever harness.
    pub(crate) fn at<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.path == path)
    }

    /// Adds an entry, in the place of the one with the same path and harness.
    pub(crate) fn insert(&mut self, entry: Entry) {
        match self.entries.binary_search_by(|known| known.key().cmp(&entry.key())) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// Makes all entries of a harness those of `launcher`: a target holds one projection per harness.
    pub(crate) fn hand_over(&mut self, harness: &str, launcher: &str) {
        let ours = self.entries.iter_mut().filter(|entry| entry.harness == harness);
        ours.for_each(|entry| launcher.clone_into(&mut entry.launcher));
    }

    /// Takes out the entry of a path and harness.
    pub(crate) fn remove(&mut self, path: &str, harness: &str) {
        self.entries.retain(|entry| entry.path != path || entry.harness != harness);
    }
}

impl Entry {
    fn key(&self) -> (&str, &str) {
        (&self.path, &self.harness)
    }

    /// A ledger comes with the target, so it is not trusted to name only paths inside.
    fn check(&self) -> Result<(), String> {
        if !is_artifact_path(&self.path) {
            return Err(format!("`{}` is no path of an artifact", self.path));
        }
        match self.original.as_ref().map(Original::backup) {
            Some(backup) if !is_backup_name(backup) => Err(format!("`{backup}` is no name of a backup")),
            _ => Ok(()),
        }
    }
}

/// Whether a path lies in the target, and neither in `.assembly` nor in the `.git` of this or an inner repository.
pub(crate) fn is_artifact_path(path: &str) -> bool {
    // Some file systems do not tell `.GIT` from `.git`.
    let is_reserved =
        |name: &OsStr| [".assembly", ".git"].iter().any(|known| name.eq_ignore_ascii_case(known));
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(name) if !is_reserved(name)))
}

/// Whether a name can be one in the backups.
pub(crate) fn is_backup_name(name: &str) -> bool {
    !name.is_empty() && !name.contains('/') && !name.starts_with('.')
}

/// The `format` of a JSON document, if it has one.
pub(crate) fn format_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Probe {
        format: String,
    }
    serde_json::from_slice::<Probe>(text).ok().map(|probe| probe.format)
}

/// Whether `format` is a later version of `ours`, both like `assembly.ledger/1`.
pub(crate) fn is_newer(format: &str, ours: &str) -> bool {
    let version = |text: &str| {
        text.rsplit_once('/').and_then(|(name, number)| Some((name.to_owned(), number.parse::<u64>().ok()?)))
    };
    match (version(format), version(ours)) {
        (Some((name, number)), Some((our_name, our_number))) => name == our_name && number > our_number,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Unreadable};

    fn with(entry: &str) -> String {
        format!(r#"{{"format": "assembly.ledger/1", "artifacts": [{entry}]}}"#)
    }

    fn link(path: &str, written: &str) -> String {
        format!(r#"{{"path": "{path}", "harness": "claude", "launcher": "a", "written": {written}}}"#)
    }

    #[test]
    fn prints_what_it_reads() {
        let text = with(&link("a/b", r#"{"kind": "link", "destination": "/x"}"#));
        let ledger = Ledger::parse(text.as_bytes()).unwrap();
        let printed = ledger.print().unwrap();
        assert_eq!(Ledger::parse(&printed).unwrap(), ledger);
        assert!(printed.ends_with(b"}\n"));
    }

    #[test]
    fn refuses_a_newer_version_by_name() {
        let newer = br#"{"format": "assembly.ledger/2", "whatever": 1}"#;
        assert_eq!(Ledger::parse(newer), Err(Unreadable::Newer("assembly.ledger/2".to_owned())));
    }

    #[test]
    fn guesses_at_nothing() {
        let written = r#"{"kind": "link", "destination": "/x"}"#;
        let twice = [link("a", written), link("a", written)].join(",");
        for text in [
            String::new(),
            "[]".to_owned(),
            r#"{"format": "assembly.ledger/1"}"#.to_owned(),
            r#"{"format": "assembly.ledger/0", "artifacts": []}"#.to_owned(),
            r#"{"format": "assembly.ledger/1", "artifacts": [], "more": 1}"#.to_owned(),
            with(&link("a", r#"{"kind": "tree", "files": []}"#)),
            with(&link("a", r#"{"kind": "link", "destination": "/x", "more": 1}"#)),
            with(&link("a", r#"{"kind": "folder", "more": 1}"#)),
            with(&link("a", r#"{"kind": "lines", "ours": [], "covered": [], "newline": true}"#)),
            with(&link("a", r#"{"kind": "file", "sha256": "00", "mode": "0644"}"#)),
            with(&link("../a", written)),
            with(&link("/a", written)),
            with(&link("a/../b", written)),
            with(&link("", written)),
            with(&link(".git/hooks/x", written)),
            with(&link("inner/.Git/hooks/x", written)),
            with(&link(".assembly/lock", written)),
            with(&twice),
        ] {
            assert!(matches!(Ledger::parse(text.as_bytes()), Err(Unreadable::Broken(_))), "{text}");
        }
    }
}
