//! What a plan says about one path.

use similar::TextDiff;

use super::standing::{Item, State};
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
    /// What stands there: `sha256:…`, or of a link its destination.
    pub before: Option<String>,
    /// What will stand there, in the same way.
    pub after: Option<String>,
    /// Unified text, when it was asked for.
    pub diff: Option<String>,
    /// The node of `launchers.kdl` that asks for it; none for removals and ignore lines.
    pub place: Option<Place>,
    /// Where what stands there goes, relative to the target, when it is not ours to replace.
    pub backup: Option<String>,
}

/// What kind of artifact a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A symbolic link.
    Link,
    /// Single lines of a file that belongs to the target.
    Lines,
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
            Self::Lines => "lines",
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

/// How `before` and `after` name what stands at a path.
pub(super) fn name_of(state: &State) -> Option<String> {
    match state {
        State::File { sha256 } => Some(format!("sha256:{sha256}")),
        State::Link { destination } => Some(String::from_utf8_lossy(&destination.0).into_owned()),
        State::Absent {} | State::Folder {} | State::Special {} => None,
    }
}

/// The unified diff of two files at one path; none when neither is a file or nothing differs.
pub(super) fn diff_of(path: &str, before: Option<&Item>, after: Option<&Item>) -> Option<String> {
    const NOWHERE: &str = "/dev/null";
    let text = |item: Option<&Item>| match item {
        Some(Item::File { bytes, .. }) => Some(String::from_utf8_lossy(&bytes.0).into_owned()),
        _ => None,
    };
    let (old, new) = (text(before), text(after));
    if old == new {
        return None;
    }
    let header = |side: &str, there: bool| if there { format!("{side}/{path}") } else { NOWHERE.to_owned() };
    let (old_header, new_header) = (header("a", old.is_some()), header("b", new.is_some()));
    let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
    let diff = TextDiff::from_lines(&old, &new).unified_diff().header(&old_header, &new_header).to_string();
    Some(diff)
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
    }
}
