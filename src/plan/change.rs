//! What a plan says about one path.

use std::time::Duration;

use similar::TextDiff;

use super::drift::Drift;
use super::fingerprint::{Fingerprint, fingerprint_of};
use super::standing::{Item, Standing};
use super::state_folder::BACKUPS;
use super::step::Step;
use crate::diagnostic::Place;

/// One path of the target and what would happen to it.
#[derive(Clone, Debug)]
pub struct Change {
    /// Relative to the target, slash-separated.
    pub path: String,
    /// What stands there, or will.
    pub kind: Kind,
    /// What would happen.
    pub action: Action,
    /// Why, as a fragment without a full stop; may be empty when the action says it all.
    pub reason: String,
    /// How it stands now, for `status`.
    pub drift: Drift,
    /// What stands there.
    pub before: Option<Fingerprint>,
    /// What will stand there.
    pub after: Option<Fingerprint>,
    /// Unified text, when it was asked for.
    pub diff: Option<String>,
    /// The node of `launchers.kdl` that asks for it; none for removals and ignore lines.
    pub place: Option<Place>,
    /// What is set aside because it is not ours to replace: where it stands and where it goes, both relative to the
    /// target.
    pub backups: Vec<(String, String)>,
}

/// What kind of artifact a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
    /// A copied folder.
    Tree,
    /// Single lines of a file that belongs to the target.
    Lines,
    /// Entries of a settings file that others write to as well.
    Entries,
}

/// What happens to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing stands there yet.
    Create,
    /// What we wrote is written anew.
    Update,
    /// What others wrote is set aside.
    Replace,
    /// What others wrote is what we would write.
    Adopt,
    /// It is no longer declared, and goes.
    Remove,
    /// It is no longer declared, and stays because it was edited.
    Keep,
    /// It is no longer declared, and is gone already.
    Drop,
    /// Nothing happens.
    Unchanged,
}

impl Kind {
    /// The word of the JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Link => "link",
            Self::Tree => "tree",
            Self::Lines => "lines",
            Self::Entries => "entries",
        }
    }
}

impl Action {
    /// The word of the JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Replace => "replace",
            Self::Adopt => "adopt",
            Self::Remove => "remove",
            Self::Keep => "keep",
            Self::Drop => "drop",
            Self::Unchanged => "unchanged",
        }
    }

    /// Whether the path is written or removed.
    pub fn writes(self) -> bool {
        matches!(self, Self::Create | Self::Update | Self::Replace | Self::Remove)
    }
}

impl Change {
    /// Something that appeared where it would be set aside.
    pub(crate) fn of_conflict(path: &str, standing: &Standing, reason: &str) -> Self {
        let (kind, backup) = match standing {
            Standing::Item(item) if item.is_link() => (Kind::Link, item.backup_name()),
            Standing::Item(item) => (Kind::File, item.backup_name()),
            _ => (Kind::Tree, Step::aside_of(path)),
        };
        Self {
            path: path.to_owned(),
            kind,
            action: Action::Replace,
            reason: reason.to_owned(),
            drift: Drift::unmanaged(reason),
            before: fingerprint_of(&standing.state()),
            after: None,
            diff: None,
            place: None,
            backups: vec![(path.to_owned(), format!("{BACKUPS}/{backup}"))],
        }
    }
}

const NOWHERE: &str = "/dev/null";

/// The unified diff of two files at one path; none when neither is a file or nothing differs.
pub(super) fn diff_of(path: &str, before: Option<&Item>, after: Option<&Item>) -> Option<String> {
    let text = |item: Option<&Item>| match item {
        Some(Item::File { bytes, .. }) => Some(String::from_utf8_lossy(&bytes.0).into_owned()),
        _ => None,
    };
    let (old, new) = (text(before), text(after));
    if old == new {
        return None;
    }
    Some(diff_of_texts(path, old.as_deref(), new.as_deref()))
}

/// The unified diff of two texts at one path.
pub(crate) fn diff_of_texts(path: &str, old: Option<&str>, new: Option<&str>) -> String {
    /// Bytes; nobody reads the diff of more.
    const LARGEST: usize = 1 << 20;
    /// After this, the diff is the simplest and not the shortest.
    const PATIENCE: Duration = Duration::from_millis(200);
    let (old_header, new_header) = headers(path, old.is_some(), new.is_some());
    let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
    if old.len().max(new.len()) > LARGEST {
        let lines = |text: &str| text.lines().count();
        return format!("--- {old_header}\n+++ {new_header}\n{} lines → {} lines\n", lines(old), lines(new));
    }
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    diff.unified_diff().header(&old_header, &new_header).to_string()
}

/// The same for one of many files: where it is not text, its sizes.
pub(super) fn diff_or_sizes(path: &str, before: Option<&Item>, after: Option<&Item>) -> Option<String> {
    let bytes = |item: Option<&'_ Item>| match item {
        Some(Item::File { bytes, .. }) => Some(bytes.0.clone()),
        _ => None,
    };
    let (old, new) = (bytes(before), bytes(after));
    let is_text = |bytes: &Vec<u8>| !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    if [&old, &new].into_iter().flatten().all(is_text) {
        return diff_of(path, before, after);
    }
    if old == new {
        return None;
    }
    let (old_header, new_header) = headers(path, old.is_some(), new.is_some());
    let size = |bytes: Option<Vec<u8>>| bytes.map_or(0, |bytes| bytes.len());
    Some(format!("--- {old_header}\n+++ {new_header}\nno text: {} bytes, then {}\n", size(old), size(new)))
}

fn headers(path: &str, old: bool, new: bool) -> (String, String) {
    let header = |side: &str, there: bool| if there { format!("{side}/{path}") } else { NOWHERE.to_owned() };
    (header("a", old), header("b", new))
}

#[cfg(test)]
mod tests {
    use super::super::bytes::Bytes;
    use super::super::mode::Mode;
    use super::*;

    fn file(text: &str) -> Item {
        Item::File { bytes: Bytes::from(text), mode: Mode::NEW }
    }

    #[test]
    fn diffs_name_the_path_and_the_missing_side() {
        let diff = diff_of("a.md", None, Some(&file("one\n"))).unwrap();
        assert_eq!(diff, "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+one\n");
        let diff = diff_of("a.md", Some(&file("one\n")), Some(&file("two"))).unwrap();
        assert_eq!(diff, "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-one\n+two\n\\ No newline at end of file\n");
        assert_eq!(diff_of("a.md", Some(&file("one")), Some(&file("one"))), None);
        let large = file(&"x\n".repeat(1 << 20));
        let diff = diff_of("a.md", Some(&large), Some(&file("one"))).unwrap();
        assert_eq!(diff, "--- a/a.md\n+++ b/a.md\n1048576 lines → 1 lines\n");
    }

    #[test]
    fn what_is_no_text_has_sizes() {
        let binary = Item::File { bytes: Bytes(vec![0, 1, 2]), mode: Mode::NEW };
        let diff = diff_or_sizes("a", Some(&binary), Some(&file("one\n"))).unwrap();
        assert_eq!(diff, "--- a/a\n+++ b/a\nno text: 3 bytes, then 4\n");
        let diff = diff_or_sizes("a", None, Some(&binary)).unwrap();
        assert_eq!(diff, "--- /dev/null\n+++ b/a\nno text: 0 bytes, then 3\n");
        assert_eq!(diff_or_sizes("a", Some(&binary), Some(&binary)), None);
        assert_eq!(diff_or_sizes("a", None, Some(&file("one"))), diff_of("a", None, Some(&file("one"))));
    }
}
