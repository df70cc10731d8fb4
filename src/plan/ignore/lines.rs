//! A file of lines, edited byte by byte: what others wrote stays as it is.

/// Takes lines out of a file and adds others at its end.
pub(in crate::plan) struct LineFile<'a> {
    bytes: &'a [u8],
}

/// A file after an edit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edited {
    pub(super) bytes: Vec<u8>,
    /// Whether the last line needed a newline first.
    pub(super) newline: bool,
}

impl<'a> LineFile<'a> {
    pub(in crate::plan) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether a line stands there, whatever ends it. Git ignores spaces at the end of a line and a BOM.
    pub(super) fn has(&self, line: &str) -> bool {
        let rest = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(self.bytes);
        pieces(rest)
            .map(content)
            .any(|text| text == line.as_bytes() || without_final_spaces(text) == line.as_bytes())
    }

    /// How often a line stands there exactly, so that it can be taken out.
    pub(in crate::plan) fn count(&self, line: &str) -> usize {
        pieces(self.bytes).filter(|piece| content(piece) == line.as_bytes()).count()
    }

    /// Whether the file ends with some of these lines, and has no other line among or behind them.
    pub(super) fn ends_with(&self, lines: &[&str]) -> bool {
        let all: Vec<&[u8]> = pieces(self.bytes).collect();
        let is_other = |piece: &&[u8]| !lines.iter().any(|line| line.as_bytes() == content(piece));
        let others: Vec<&[u8]> = all.iter().copied().filter(is_other).collect();
        others.len() < all.len() && all.starts_with(&others)
    }

    /// Takes out `remove`, each where it stands last, and adds `add`.
    ///
    /// `newline` says that the line before ours had no newline until we came: it loses it again when everything behind it was
    /// ours and goes. Otherwise the line at the end is another one, and its newline somebody else's.
    pub(super) fn edit(&self, remove: &[impl AsRef<str>], add: &[impl AsRef<str>], newline: bool) -> Edited {
        let all: Vec<&[u8]> = pieces(self.bytes).collect();
        let mut kept = all.clone();
        for line in remove {
            if let Some(at) = kept.iter().rposition(|piece| content(piece) == line.as_ref().as_bytes()) {
                kept.remove(at);
            }
        }
        let ended_with_ours = kept.len() < all.len() && all.starts_with(&kept);
        let mut bytes = kept.concat();
        let end = if self.uses_crlf() { &b"\r\n"[..] } else { b"\n" };
        let mut newline_added = false;
        if add.is_empty() {
            if newline && ended_with_ours {
                // Only as much as we added: a `\r` can have been theirs.
                bytes.truncate(bytes.len() - usize::from(bytes.ends_with(b"\n")));
                if bytes.ends_with(b"\r") && LineFile::new(&bytes).uses_crlf() {
                    bytes.pop();
                }
            }
        } else if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.extend_from_slice(end);
            newline_added = true;
        }
        for line in add {
            bytes.extend_from_slice(line.as_ref().as_bytes());
            bytes.extend_from_slice(end);
        }
        Edited { bytes, newline: newline_added }
    }

    /// As the last line that is ended at all.
    pub(in crate::plan) fn uses_crlf(&self) -> bool {
        let last = self.bytes.iter().rposition(|byte| *byte == b'\n');
        last.is_some_and(|at| self.bytes[..at].ends_with(b"\r"))
    }
}

/// The lines with what ends them.
pub(in crate::plan) fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// A piece without what ends it.
pub(in crate::plan) fn content(piece: &[u8]) -> &[u8] {
    piece.strip_suffix(b"\n").map_or(piece, |line| line.strip_suffix(b"\r").unwrap_or(line))
}

fn without_final_spaces(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| *byte != b' ').map_or(0, |at| at + 1);
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::LineFile;

    fn edit(before: &[u8], remove: &[&str], add: &[&str], newline: bool) -> (Vec<u8>, bool) {
        let edited = LineFile::new(before).edit(remove, add, newline);
        (edited.bytes, edited.newline)
    }

    #[test]
    fn adds_after_whatever_ends_the_file() {
        for (before, after, newline) in [
            (&b""[..], &b"a\nb\n"[..], false),
            (b"x\n", b"x\na\nb\n", false),
            (b"x", b"x\na\nb\n", true),
            (b"x\r\n", b"x\r\na\r\nb\r\n", false),
            (b"x\r\ny", b"x\r\ny\r\na\r\nb\r\n", true),
            (b"x\r\ny\n", b"x\r\ny\na\nb\n", false),
            (b"\xff\n", b"\xff\na\nb\n", false),
        ] {
            assert_eq!(edit(before, &[], &["a", "b"], false), (after.to_vec(), newline), "{before:?}");
        }
    }

    #[test]
    fn what_was_added_goes_without_a_trace() {
        for before in
            [&b""[..], b"x\n", b"x", b"x\r\n", b"x\r\ny", b"\n\n", b"\xff", b"x\r", b"x\ny\r", b"x\r\ny\r"]
        {
            let (bytes, newline) = edit(before, &[], &["a", "b"], false);
            assert_eq!(edit(&bytes, &["a", "b"], &[], newline).0, before);
        }
    }

    #[test]
    fn lines_of_others_stay() {
        assert_eq!(edit(b"a\nx\na\n", &["a"], &[], false).0, b"a\nx\n");
        // Someone wrote below ours: the newline we added is theirs now.
        assert_eq!(edit(b"x\na\nmine\n", &["a"], &[], true).0, b"x\nmine\n");
        assert_eq!(edit(b"x\na\nmine", &["a"], &[], true).0, b"x\nmine");
        assert_eq!(edit(b"/a\n a\n#a\n", &["a"], &[], false).0, b"/a\n a\n#a\n");
    }

    #[test]
    fn sees_a_line_as_git_does() {
        for (file, has) in [
            (&b"a\n"[..], true),
            (b"x\r\na\r\n", true),
            (b"x\na", true),
            (b"a  \n", true),
            (b"\xef\xbb\xbfa\n", true),
            (b"#a\n", false),
            (b"/a\n", false),
            (b"ab\n", false),
            (b"", false),
        ] {
            assert_eq!(LineFile::new(file).has("a"), has, "{file:?}");
        }
    }
}
