//! The difference that a target makes to an ignore file that it shares with others, whatever that holds by then.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::block::{Block, Trace, head, tail};
use crate::plan::ignore::{LineFile, content, pieces};

/// What the block of a target and harness is to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExcludeEdit {
    pub(crate) harness: String,
    /// The lines between the comments; without any, the block goes.
    pub(crate) lines: Vec<String>,
    /// What becomes the user's when the block goes, in its place: nothing is there then that could take it back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left: Vec<String>,
    /// What was between them before: where somebody wrote into the block, everything else is theirs.
    pub(crate) known: Vec<String>,
    /// Whether the folder of the file goes too, as it was planned: of a file that is gone, nobody can say any more.
    pub(crate) folder_goes: bool,
}

/// The file after an edit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EditedExclude {
    /// `None` when there is no file.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Whether its folder was made for it too, and goes with it.
    pub(crate) folder_goes: bool,
}

/// What surrounds an edit.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// The target, without links.
    pub(crate) target: &'a Path,
    /// Whether the folder of the file is missing.
    pub(crate) folder_is_new: bool,
    /// Whether a target has nothing to do with the file any more, so that its block is nobody's.
    pub(crate) is_gone: &'a dyn Fn(&Path) -> bool,
}

/// A part of the file.
enum Part {
    /// What others wrote, a line with what ends it.
    Line(Vec<u8>),
    Block(Block),
    /// Where a block was whose line before it had no newline.
    Gap,
}

impl ExcludeEdit {
    /// Whether it can do no more than what it is for; it may have come with a repository.
    pub(crate) fn is_sound(&self) -> bool {
        let is_line = |line: &String| line.starts_with('/') && !line.contains(['\n', '\r', '\0']);
        let is_name = self.harness.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        is_name && !self.harness.is_empty() && self.lines.iter().chain(&self.left).all(is_line)
    }

    /// The edit of a file, or of none. Blocks that are nobody's any more go along; by themselves they are no reason.
    pub(crate) fn of(&self, before: Option<&[u8]>, around: &Around<'_>) -> EditedExclude {
        let own = match &self.lines[..] {
            [] => self.leaving(&Block::all(before.unwrap_or_default()), around),
            _ => head(&self.harness, around.target),
        };
        let alone = self.apply(before, &own, &Around { is_gone: &|_| false, ..*around });
        if alone.bytes.as_deref() == before { alone } else { self.apply(before, &own, around) }
    }

    /// The head of the block that goes when the target needs none any more: its own, or where it has none since it was
    /// moved or copied, that of the block which came along and is nobody's now.
    pub(super) fn leaving(&self, blocks: &[Block], around: &Around<'_>) -> String {
        let own = head(&self.harness, around.target);
        let came_along = |block: &&Block| {
            block.is_whole
                && block.body == self.known
                && block.is_for(&self.harness)
                && block.target().is_some_and(|target| (around.is_gone)(&target))
        };
        if blocks.iter().any(|block| block.head == own) {
            return own;
        }
        blocks.iter().find(came_along).map_or(own, |block| block.head.clone())
    }

    fn apply(&self, before: Option<&[u8]>, own: &str, around: &Around<'_>) -> EditedExclude {
        let bytes = before.unwrap_or_default();
        let Split { mut parts, mut left, is_placed } = self.split(bytes, own, around);
        if !self.lines.is_empty() && !is_placed {
            let trace = Trace { created: before.is_none(), folder: around.folder_is_new, newline: false };
            parts.push(Part::Block(self.block(around, trace)));
        }
        hand_over(&mut parts, &mut left);
        let bytes = print(&parts, bytes);
        let is_gone = bytes.is_empty() && (before.is_none() || left.created);
        EditedExclude { bytes: (!is_gone).then_some(bytes), folder_goes: is_gone && left.folder }
    }

    /// The file without what goes: the own block in its place with its new lines, those of others as they are.
    fn split(&self, bytes: &[u8], own: &str, around: &Around<'_>) -> Split {
        let lines: Vec<&[u8]> = pieces(bytes).collect();
        let end = line_end(bytes);
        let mut split = Split::default();
        let mut at = 0;
        for block in Block::all(bytes) {
            split.keep(&lines[at..block.lines.start]);
            at = block.lines.end;
            let is_own = block.head == own;
            let is_gone = || block.is_whole && block.target().is_some_and(|target| (around.is_gone)(&target));
            if !is_own && !is_gone() {
                split.parts.push(Part::Block(block));
                continue;
            }
            // Its first line is a comment of ours, and its last one if it has an end.
            let inner = lines[block.lines.start + 1..][..block.body.len()].iter();
            let is_foreign = |line: &&&[u8]| {
                let mut ours = self.known.iter().chain(&self.lines);
                !block.is_whole && ours.all(|known| known.as_bytes() != content(line))
            };
            let foreign: Vec<&[u8]> = inner.filter(is_foreign).copied().collect();
            let newline = block.trace.newline && foreign.is_empty();
            split.keep(&foreign);
            if is_own && !self.lines.is_empty() && !split.is_placed {
                let is_same = block.is_whole && block.body == self.lines;
                let trace = Trace { newline, ..block.trace };
                split.parts.push(Part::Block(if is_same { block } else { self.block(around, trace) }));
                split.is_placed = true;
                continue;
            }
            if is_own && self.lines.is_empty() && !split.is_placed && !self.left.is_empty() {
                split.parts.extend(self.left.iter().map(|line| Part::Line([line.as_bytes(), end].concat())));
                split.is_placed = true;
            } else if newline {
                split.parts.push(Part::Gap);
            }
            split.left.created |= block.trace.created;
            split.left.folder |= block.trace.folder;
        }
        split.keep(&lines[at..]);
        split
    }

    fn block(&self, around: &Around<'_>, trace: Trace) -> Block {
        let head = head(&self.harness, around.target);
        Block { lines: 0..0, head, body: self.lines.clone(), trace, is_whole: true }
    }
}

/// What of a file stays.
#[derive(Default)]
struct Split {
    parts: Vec<Part>,
    /// What the blocks that go would have had to undo.
    left: Trace,
    /// Whether the own block is among them, or what is left of it.
    is_placed: bool,
}

impl Split {
    fn keep(&mut self, lines: &[&[u8]]) {
        self.parts.extend(lines.iter().map(|line| Part::Line(line.to_vec())));
    }
}

/// Whoever goes last leaves the file as it was before the first: what the blocks that go would have undone is for any of
/// those that stay.
fn hand_over(parts: &mut [Part], left: &mut Trace) {
    for part in parts {
        if let Part::Block(Block { trace, is_whole: true, .. }) = part {
            trace.created |= left.created;
            trace.folder |= left.folder;
            *left = Trace::default();
        }
    }
}

/// The file of these parts. Blocks that are as they were keep their bytes.
fn print(parts: &[Part], before: &[u8]) -> Vec<u8> {
    let (found, lines) = (Block::all(before), pieces(before).collect::<Vec<_>>());
    let end = line_end(before);
    let mut bytes: Vec<u8> = Vec::with_capacity(before.len());
    let mut has_gap = false;
    for part in parts {
        match part {
            Part::Gap => has_gap = true,
            Part::Line(line) => {
                has_gap = false;
                bytes.extend_from_slice(line);
            }
            Part::Block(block) => {
                let mut trace = block.trace;
                trace.newline |= std::mem::take(&mut has_gap);
                if !bytes.is_empty() && !bytes.ends_with(b"\n") {
                    bytes.extend_from_slice(end);
                    trace.newline = true;
                }
                if !block.is_whole || (trace == block.trace && found.contains(block)) {
                    bytes.extend_from_slice(&lines[block.lines.clone()].concat());
                    continue;
                }
                let tail = tail(&block.body, trace);
                for line in [&block.head].into_iter().chain(&block.body).chain([&tail]) {
                    bytes.extend_from_slice(line.as_bytes());
                    bytes.extend_from_slice(end);
                }
            }
        }
    }
    if has_gap {
        // Only as much as was added: a `\r` can have been theirs.
        bytes.truncate(bytes.len() - usize::from(bytes.ends_with(b"\n")));
        if bytes.ends_with(b"\r") && LineFile::new(&bytes).uses_crlf() {
            bytes.pop();
        }
    }
    bytes
}

/// What ends the lines that are added to a file.
fn line_end(bytes: &[u8]) -> &'static [u8] {
    if LineFile::new(bytes).uses_crlf() { b"\r\n" } else { b"\n" }
}

/// What of a file is in no block: what the user wrote, and git's own comments.
pub(crate) fn without_blocks(bytes: &[u8]) -> Vec<u8> {
    let blocks = Block::all(bytes);
    let is_outside = |at: &usize| !blocks.iter().any(|block| block.is_whole && block.lines.contains(at));
    let lines = pieces(bytes).enumerate().filter(|(at, _)| is_outside(at));
    lines.flat_map(|(_, line)| line.iter().copied()).collect()
}
