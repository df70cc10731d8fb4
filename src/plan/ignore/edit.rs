//! The difference that we make to a file of lines, whatever it holds by then.

use serde::{Deserialize, Serialize};

use super::lines::LineFile;

/// Lines to take out and to add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineEdit {
    /// Lines of ours to take out, each where it stands last.
    pub(crate) remove: Vec<String>,
    /// Lines to add at the end, unless they are there.
    pub(crate) add: Vec<String>,
    /// Whether the line before ours had no newline until we came.
    pub(crate) newline: bool,
    /// Whether a file that comes to be empty was made by us, and goes.
    pub(crate) created: bool,
}

/// A file after an edit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EditedFile {
    /// `None` when there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Whether the last line needed a newline first.
    pub(crate) newline: bool,
}

impl LineEdit {
    /// The edit of a file, or of none.
    pub(crate) fn of(&self, before: Option<&[u8]>) -> EditedFile {
        let words = |lines: &'_ [String]| lines.to_vec();
        let file = LineFile::new(before.unwrap_or_default());
        let (remove, mut add) = (words(&self.remove), words(&self.add));
        add.retain(|line| !file.has(line));
        let edited = file.edit(&remove, &add, self.newline);
        let is_gone = edited.bytes.is_empty() && (before.is_none() || self.created);
        EditedFile { bytes: (!is_gone).then_some(edited.bytes), newline: edited.newline }
    }
}

#[cfg(test)]
mod tests {
    use super::LineEdit;

    #[test]
    fn an_edit_can_be_done_again_and_on_another_file() {
        let edit = LineEdit { remove: vec!["old".into()], add: vec!["new".into()], ..LineEdit::default() };
        for (before, after) in [
            (None, "new\n"),
            (Some("old\n"), "new\n"),
            (Some("new\n"), "new\n"),
            (Some("mine\nold\nnew\nmine too\n"), "mine\nnew\nmine too\n"),
        ] {
            let edited = edit.of(before.map(str::as_bytes));
            assert_eq!(edited.bytes.as_deref(), Some(after.as_bytes()), "{before:?}");
            assert_eq!(edit.of(edited.bytes.as_deref()).bytes, edited.bytes);
        }
        let back = LineEdit { remove: vec!["new".into()], created: true, ..LineEdit::default() };
        assert_eq!(back.of(Some(b"new\n")).bytes, None);
        assert_eq!(back.of(None).bytes, None);
        assert_eq!(back.of(Some(b"new\nmine\n")).bytes.as_deref(), Some(&b"mine\n"[..]));
    }
}
