//! The record, inside the target, of what assembly wrote there.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Holder};
use super::saved::Saved;
use super::written::Written;
use crate::disk::folders_above;

/// The name and version of the format; a change that an older assembly would misread raises the number.
const FORMAT: &str = "assembly.ledger/1";

/// Everything assembly wrote into one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// Sorted by path, then harness: two harnesses may have lines in one file.
    entries: Vec<Entry>,
    /// Sorted by path, then name.
    pub(super) backups: Vec<Saved>,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    backups: Vec<Saved>,
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
        // What owners install is a folder, and never becomes anything else.
        let is_item = |entry: &&Entry| entry.written != Written::Folder {} && entry.holder.owner().is_none();
        let items = document.artifacts.iter().filter(is_item).map(|entry| entry.path.as_str());
        if let Some(path) = beneath_an_item(items, document.artifacts.iter().map(|entry| entry.path.as_str()))
        {
            return Err(Unreadable::Broken(format!("`{path}` lies beneath a file or link of its own")));
        }
        let sorted = document.artifacts.is_sorted_by(|before, after| before.key() < after.key());
        if !sorted {
            return Err(Unreadable::Broken("its artifacts are not sorted, or one is there twice".to_owned()));
        }
        for saved in &document.backups {
            saved.check().map_err(Unreadable::Broken)?;
        }
        if !document.backups.is_sorted_by(|before, after| before.key() < after.key()) {
            return Err(Unreadable::Broken("its backups are not sorted, or one is there twice".to_owned()));
        }
        Ok(Self { entries: document.artifacts, backups: document.backups })
    }

    /// The text of `ledger.json`; the same ledger always gives the same bytes.
    pub(crate) fn print(&self) -> serde_json::Result<Vec<u8>> {
        let document =
            Document { format: FORMAT.to_owned(), artifacts: &self.entries, backups: self.backups.clone() };
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

    /// Makes all entries of a harness those of the holder's launcher: a target holds one projection per harness.
    pub(crate) fn hand_over(&mut self, holder: &Holder) {
        let ours = self.entries.iter_mut().filter(|entry| entry.holder.harness() == holder.harness());
        ours.for_each(|entry| holder.clone_into(&mut entry.holder));
    }

    /// Changes the entries of one path.
    pub(crate) fn change_at(&mut self, path: &str, change: impl FnMut(&mut Entry)) {
        self.entries.iter_mut().filter(|entry| entry.path == path).for_each(change);
    }

    /// Puts `known` in the place of all entries of one path.
    pub(crate) fn restore_at(&mut self, path: &str, known: Vec<Entry>) {
        self.entries.retain(|entry| entry.path != path);
        for entry in known {
            self.insert(entry);
        }
    }

    /// Takes out the entry that a holder has for a path.
    pub(crate) fn remove(&mut self, path: &str, holder: &Holder) {
        self.entries.retain(|entry| entry.path != path || entry.holder.harness() != holder.harness());
    }
}

/// Whether a path lies in the target, and in no `.assembly` or `.git`, however deep: a target may hold repositories.
pub(crate) fn is_artifact_path(path: &str) -> bool {
    let mut components = Path::new(path).components();
    let is_normal = |part: Component<'_>| matches!(part, Component::Normal(name) if !is_reserved(name));
    !path.is_empty() && components.all(is_normal)
}

/// Whether a path can be that of a file in a tree. The length bounds how deep a tree is.
pub(crate) fn is_inner_path(path: &str) -> bool {
    const LONGEST: usize = 4096;
    let is_name = |name: &str| {
        !matches!(name, "" | "." | "..") && !name.contains('\0') && !is_reserved(OsStr::new(name))
    };
    path.len() <= LONGEST && path.split('/').all(is_name)
}

/// Whether a folder of this name is not ours to write into. Some file systems do not tell `.GIT` from `.git`.
pub(crate) fn is_reserved(name: &OsStr) -> bool {
    [".assembly", ".git", "git~1"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// A path of `all` that lies beneath one of `items`, none of which is a folder: to write it would be to write through a
/// link that stands there, stood there, or is about to.
pub(crate) fn beneath_an_item<'a>(
    items: impl Iterator<Item = &'a str>,
    mut all: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let items: BTreeSet<String> = items.map(str::to_ascii_lowercase).collect();
    all.find(|path| folders_above(&path.to_ascii_lowercase()).any(|folder| items.contains(folder)))
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

    fn owned(path: &str, owner: &str) -> String {
        format!(r#"{{"path": "{path}", "owner": "{owner}", "written": {{"kind": "folder"}}}}"#)
    }

    fn tree(files: &[&str]) -> String {
        let file = |path| format!(r#"{{"path": "{path}", "sha256": "{}", "mode": "0755"}}"#, "0".repeat(64));
        let files: Vec<String> = files.iter().map(file).collect();
        format!(r#"{{"kind": "tree", "files": [{}]}}"#, files.join(","))
    }

    #[test]
    fn prints_what_it_reads() {
        for entry in [
            link("a/b", r#"{"kind": "link", "destination": "/x"}"#),
            link("a/b", &tree(&["SKILL.md", "scripts/run.sh", "\u{e4} b\\n"])),
            link("a/b", &tree(&[])),
            owned("a", "some_team-1"),
        ] {
            let text = with(&entry);
            let ledger = Ledger::parse(text.as_bytes()).unwrap();
            let printed = ledger.print().unwrap();
            assert_eq!(Ledger::parse(&printed).unwrap(), ledger);
            assert!(printed.ends_with(b"}\n"));
            let same: serde_json::Value = serde_json::from_slice(&printed).unwrap();
            assert_eq!(same, serde_json::from_str::<serde_json::Value>(&text).unwrap());
        }
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
            with(&link("a", r#"{"kind": "tree"}"#)),
            with(&link("a", &tree(&["b", "a"]))),
            with(&link("a", &tree(&["a", "a"]))),
            with(&link("a", &tree(&["a", "a/b"]))),
            with(&link("a", &tree(&["../b"]))),
            with(&link("a", &tree(&["/b"]))),
            with(&link("a", &tree(&["b//c"]))),
            with(&link("a", &tree(&[""]))),
            with(&link("a", &tree(&[".git/hooks/x"]))),
            with(&link("a", &tree(&["deep/.Git/config"]))),
            with(&[link("a", &tree(&["x"])), link("a/x", written)].join(",")),
            with(&link("a", written).replace("harness", "owner")),
            with(&owned("a", "not a tag")),
            with(&owned("a", "")),
            with(&owned("a", "x").replace("owner", "launcher")),
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
            with(&link("vendor/.git/hooks/x", written)),
            with(&link("vendor/.GIT/config", written)),
            with(&[link("docs", written), link("docs/.bashrc", written)].join(",")),
            with(&[link("Docs", written), link("docs/inner/x", written)].join(",")),
            with(&twice),
        ] {
            assert!(matches!(Ledger::parse(text.as_bytes()), Err(Unreadable::Broken(_))), "{text}");
        }
    }
}
