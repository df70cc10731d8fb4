//! The lines of targets in an ignore file that they share: a block for each target and harness, between two comments that
//! say whose it is and whether it is as it was written.
//!
//! ```text
//! # >>> assembly claude /home/sam/code/app
//! /CLAUDE.local.md
//! # <<< assembly 5f0c1a2b newline
//! ```

use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::Range;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::plan::ignore::{content, pieces};

const BEGIN: &str = "# >>> assembly ";
const END: &str = "# <<< assembly ";

/// What taking the last block out has to undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trace {
    /// The line before the block had no newline until it came.
    pub(super) newline: bool,
    /// There was no file.
    pub(super) created: bool,
    /// There was no folder for it either.
    pub(super) folder: bool,
}

/// A block as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::plan) struct Block {
    /// Its lines in the file, counted from 0, both comments included.
    pub(super) lines: Range<usize>,
    /// The first comment, without what ends it.
    pub(super) head: String,
    pub(super) body: Vec<String>,
    pub(super) trace: Trace,
    /// Whether nobody wrote into it; of one without an end, nobody can say.
    pub(super) is_whole: bool,
}

impl Block {
    /// All blocks of a file.
    pub(super) fn all(bytes: &[u8]) -> Vec<Self> {
        let lines: Vec<&[u8]> = pieces(bytes).map(content).collect();
        let mut blocks = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let Some(head) = text(lines[at]).filter(|line| line.starts_with(BEGIN)) else {
                at += 1;
                continue;
            };
            let is_mark =
                |line: &&[u8]| line.starts_with(BEGIN.as_bytes()) || line.starts_with(END.as_bytes());
            let rest = &lines[at + 1..];
            let length = rest.iter().position(is_mark).unwrap_or(rest.len());
            let body: Vec<String> =
                rest[..length].iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect();
            let tail = rest.get(length).and_then(|line| text(line)?.strip_prefix(END));
            let mut words = tail.unwrap_or_default().split(' ');
            let is_whole = words.next() == Some(&check(&body));
            let mut trace = Trace::default();
            for word in words {
                trace.newline |= word == "newline";
                trace.created |= word == "created";
                trace.folder |= word == "folder";
            }
            let end = at + 1 + length + usize::from(tail.is_some());
            blocks.push(Self { lines: at..end, head: head.to_owned(), body, trace, is_whole });
            at = end;
        }
        blocks
    }

    /// The lines of blocks, counted from 1 as git does.
    pub(in crate::plan) fn ranges(bytes: &[u8]) -> Vec<Range<usize>> {
        Self::all(bytes).into_iter().map(|block| block.lines.start + 1..block.lines.end + 1).collect()
    }

    pub(super) fn is_for(&self, harness: &str) -> bool {
        let rest = self.head.strip_prefix(BEGIN).and_then(|rest| rest.strip_prefix(harness));
        rest.is_some_and(|rest| rest.starts_with(' '))
    }

    /// The target whose block it is, if that can be told.
    pub(super) fn target(&self) -> Option<PathBuf> {
        let (_, path) = self.head.strip_prefix(BEGIN)?.split_once(' ')?;
        let mut bytes = Vec::with_capacity(path.len());
        let mut rest = path.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            if *first != b'%' {
                bytes.push(*first);
                continue;
            }
            let (digits, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        }
        let path = PathBuf::from(OsString::from_vec(bytes));
        path.is_absolute().then_some(path)
    }
}

/// The first comment of a target's block. A path may hold anything; a comment ends with its line, and editors take away
/// spaces there.
pub(super) fn head(harness: &str, target: &Path) -> String {
    let mut head = format!("{BEGIN}{harness} ");
    let path = target.as_os_str().as_bytes();
    let kept = path.trim_ascii_end().len();
    for chunk in path[..kept].utf8_chunks() {
        for character in chunk.valid().chars() {
            if character == '%' || character.is_control() {
                let mut bytes = [0; 4];
                escape(character.encode_utf8(&mut bytes).as_bytes(), &mut head);
            } else {
                head.push(character);
            }
        }
        escape(chunk.invalid(), &mut head);
    }
    escape(&path[kept..], &mut head);
    head
}

fn escape(bytes: &[u8], text: &mut String) {
    for byte in bytes {
        _ = write!(text, "%{byte:02X}");
    }
}

/// The second comment.
pub(super) fn tail(body: &[String], trace: Trace) -> String {
    let mut tail = format!("{END}{}", check(body));
    for (word, is_said) in
        [(" newline", trace.newline), (" created", trace.created), (" folder", trace.folder)]
    {
        if is_said {
            tail.push_str(word);
        }
    }
    tail
}

/// Tells whether a body is as it was written.
fn check(body: &[String]) -> String {
    let mut digest = Digest::of(body.join("\n").as_bytes()).to_string();
    digest.truncate(8);
    digest
}

fn text(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(target: &Path, body: &[&str], trace: Trace) -> String {
        let body: Vec<String> = body.iter().map(|line| (*line).to_owned()).collect();
        format!("{}\n{}\n{}\n", head("claude", target), body.join("\n"), tail(&body, trace))
    }

    #[test]
    fn whatever_a_target_is_called_its_block_is_found_again() {
        let odd = OsString::from_vec(b"/a b/100%/\xff\xc3\xa4/x\ny\r%41 \t ".to_vec());
        for path in [Path::new("/t"), Path::new("/\u{e4} \u{85}"), Path::new("/ "), Path::new(&odd)] {
            let trace = Trace { newline: true, created: false, folder: true };
            let text = format!("mine\n{}theirs\n", block(path, &["/x", "/y z"], trace));
            let blocks = Block::all(text.as_bytes());
            assert_eq!(blocks.len(), 1, "{text}");
            assert_eq!(blocks[0].lines, 1..5);
            assert_eq!(Block::ranges(text.as_bytes()).first(), Some(&(2..6)));
            assert_eq!((blocks[0].is_whole, blocks[0].trace), (true, trace));
            assert_eq!(blocks[0].target().as_deref(), Some(path));
            let crlf = text.replace('\n', "\r\n");
            assert_eq!(Block::all(crlf.as_bytes()), blocks);
        }
    }

    #[test]
    fn one_that_was_written_into_is_told() {
        let sound = block(Path::new("/t"), &["/x", "/y"], Trace::default());
        for (text, lines) in [
            (sound.replace("/x\n", ""), 0..3),
            (sound.replace("/x\n", "/x\n/mine\n"), 0..5),
            (sound.lines().take(3).collect::<Vec<_>>().join("\n"), 0..3),
            (sound.lines().take(3).collect::<Vec<_>>().join("\n") + "\n# >>> assembly claude", 0..3),
        ] {
            let found = Block::all(text.as_bytes());
            assert_eq!(found[0].lines, lines, "{text}");
            assert!(!found[0].is_whole, "{text}");
        }
        assert!(Block::all(b"# >>> assembled\n#<<< assembly x\n# <<< assembly 1\n").is_empty());
        let relative = block(Path::new("t"), &[], Trace::default());
        assert_eq!(Block::all(relative.as_bytes())[0].target(), None);
    }
}
