//! Finds the two `---` lines and what lies between and behind them.

use std::ops::Range;

/// A `SKILL.md` in two parts, as bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The `---` that opens the frontmatter.
    pub(super) opening: Range<usize>,
    /// What lies between.
    pub(super) frontmatter: Range<usize>,
    /// The `---` that closes it.
    pub(super) closing: Range<usize>,
    /// What lies behind.
    pub(super) body: Range<usize>,
}

/// Why there are no two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoParts {
    /// The first line is something else; there may be a `---` after empty lines.
    NotOpened { first: Range<usize>, late: Option<Range<usize>> },
    /// No second `---`; there may be a line that was meant as one.
    NotClosed { opening: Range<usize>, meant: Option<Range<usize>> },
}

/// Splits a text. A BOM and spaces behind a `---` are as good as not there.
pub(super) fn split(text: &str) -> Result<Parts, NoParts> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = Lines { text, at: start };
    let first = lines.next().unwrap_or(start..start);
    if text[first.clone()].trim_end() != "---" {
        let late = text[first.clone()].trim().is_empty().then(|| {
            lines
                .find(|line| !text[line.clone()].trim().is_empty())
                .filter(|line| text[line.clone()].trim() == "---")
        });
        return Err(NoParts::NotOpened { first, late: late.flatten() });
    }
    let inside = lines.at;
    let mut meant = None;
    while let Some(line) = lines.next() {
        let shown = text[line.clone()].trim_end();
        if shown == "---" {
            return Ok(Parts {
                opening: first,
                frontmatter: inside..line.start,
                closing: line,
                body: lines.at..text.len(),
            });
        }
        let dashes = shown.trim_start();
        let looks_like_one =
            dashes.chars().count() >= 2 && dashes.chars().all(|dash| matches!(dash, '-' | '–' | '—'));
        if meant.is_none() && (looks_like_one || dashes == "...") {
            meant = Some(line);
        }
    }
    Err(NoParts::NotClosed { opening: first, meant })
}

/// The lines of a text as ranges without their ends.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let start = self.at;
        let end = rest.find('\n').map_or(self.text.len(), |at| start + at);
        self.at = (end + 1).min(self.text.len());
        let line = self.text[start..end].trim_end_matches('\r');
        Some(start..start + line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::{NoParts, split};

    #[test]
    fn finds_both_parts() {
        for text in
            ["---\na: b\n---\nbody\n", "\u{feff}---\r\na: b\r\n---\r\nbody\n", "---  \na: b\n--- \t\nbody\n"]
        {
            let parts = split(text).unwrap();
            assert_eq!(&text[parts.frontmatter].trim_end(), &"a: b");
            assert_eq!(&text[parts.body], "body\n");
            assert_eq!((&text[parts.opening][..3], &text[parts.closing][..3]), ("---", "---"));
        }
        assert_eq!(split("---\n---").unwrap().body, 7..7);
    }

    #[test]
    fn says_what_is_missing() {
        assert_eq!(split(""), Err(NoParts::NotOpened { first: 0..0, late: None }));
        assert_eq!(split("# Title\n---\n"), Err(NoParts::NotOpened { first: 0..7, late: None }));
        assert_eq!(split("\n\n---\na: b\n"), Err(NoParts::NotOpened { first: 0..0, late: Some(2..5) }));
        assert_eq!(split("---\na: b\n"), Err(NoParts::NotClosed { opening: 0..3, meant: None }));
        assert_eq!(
            split("---\na: b\n----\nx\n--\n"),
            Err(NoParts::NotClosed { opening: 0..3, meant: Some(9..13) })
        );
        assert_eq!(split("---\na: b\n ---\n"), Err(NoParts::NotClosed { opening: 0..3, meant: Some(9..13) }));
    }
}
