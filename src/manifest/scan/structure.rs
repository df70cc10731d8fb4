//! Nodes and blocks: where they begin, where they end, and braces that do not fit.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place};

use super::super::codes;
use super::super::text::excerpt;
use super::DEPTH;
use super::scanner::Scanner;
use super::state::{Frame, Last, Reported, Slashdash};
use super::unicode::{is_space, is_word};

impl Scanner<'_> {
    /// A line break: the node ends, but a block on the next line may have been meant for it.
    pub(super) fn end_line(&mut self) {
        let dead = self.frames.last().is_some_and(|frame| frame.dead_node.is_some());
        if self.slashdash.is_some() || (self.last == Last::Nothing && !dead) {
            return;
        }
        let (last, end) = (self.last, self.last_end);
        self.end_node();
        if let Some(frame) = self.frames.last_mut() {
            match last {
                Last::Nothing => {}
                Last::Block => frame.node_end = None,
                _ => frame.node_end = (!dead).then_some(end),
            }
        }
    }

    /// `;` ends a node; one that ends nothing would trip the parser.
    pub(super) fn semicolon(&mut self) {
        let start = self.at;
        let dead = self.frames.last().is_some_and(|frame| frame.dead_node.is_some());
        if dead || self.last == Last::Nothing {
            self.blank(start..start + 1);
        }
        if !dead && self.last == Last::Nothing {
            self.mistake(
                &codes::SYNTAX,
                start..start + 1,
                "a `;` ends nothing".to_owned(),
                "no node stands before it",
                "delete it".to_owned(),
            );
        }
        self.end_node();
        self.at += 1;
    }

    /// The node at hand is over.
    pub(super) fn end_node(&mut self) {
        self.equals_without_value();
        let at = self.at;
        if let Some(frame) = self.frames.last_mut() {
            frame.node_end = None;
            if let Some(start) = frame.dead_node.take() {
                self.blank(start..at);
            }
        }
        if let Some(slashdash) = self.slashdash.take() {
            self.blank(slashdash.start..at);
        }
        self.last = Last::Nothing;
        self.in_list = false;
        self.reported = Reported::default();
    }

    /// Takes note of a value that was read; `text` when it could be the name of a node or property.
    pub(super) fn take(&mut self, span: Range<usize>, text: bool) {
        if let Some(slashdash) = self.slashdash.take() {
            if slashdash.before_node {
                if let Some(frame) = self.frames.last_mut() {
                    frame.dead_node = Some(slashdash.start);
                }
            } else {
                return self.drop_entry(slashdash, &span);
            }
        }
        self.last = match self.last {
            Last::Nothing => {
                if !text {
                    self.mend(span.clone());
                    self.mistake(
                        &codes::SYNTAX,
                        span.clone(),
                        format!("`{}` cannot begin a node", excerpt(&self.text[span.clone()])),
                        "a node's name is a word or a string",
                        format!("begin the line with the name of a node, as in `{}`", self.language.value),
                    );
                }
                self.node = span.clone();
                Last::Name
            }
            Last::Equals => Last::Value,
            Last::Block => {
                self.behind_block(span.clone());
                Last::Block
            }
            _ if text => Last::Text,
            _ => Last::Value,
        };
        self.last_start = span.start;
        self.last_end = span.end;
    }

    /// What stands behind the block of a node is left out, and reported once for each node.
    pub(super) fn behind_block(&mut self, span: Range<usize>) {
        self.blank(span.clone());
        if !std::mem::replace(&mut self.reported.surplus, true) {
            let word = &self.text[span.clone()];
            let help = if self.language.has_node(word) {
                format!("write a `;` before `{word}`, or put it on a line of its own")
            } else {
                "put it before the `{`, or on a line of its own".to_owned()
            };
            let message = "something follows the `}` of a block on its line".to_owned();
            self.mistake(&codes::SYNTAX, span, message, "belongs to no node", help);
        }
    }

    /// Blanks a commented-out value, or the name of a property, whose value then follows.
    fn drop_entry(&mut self, slashdash: Slashdash, span: &Range<usize>) {
        self.blank(slashdash.start..span.end);
        let next = self.run(span.end, is_space);
        if self.text[next..].starts_with('=') {
            self.at = next + 1;
            self.blank(next..next + 1);
            self.slashdash = Some(slashdash);
        }
    }

    pub(super) fn open_brace(&mut self) {
        if self.starts_placeholder(self.at) && self.last != Last::Nothing {
            return self.placeholder();
        }
        self.equals_without_value();
        let open = self.at;
        self.at += 1;
        if self.frames.len() > DEPTH {
            self.lost = true;
            return self.fault(
                &codes::NESTING,
                open..open + 1,
                format!("blocks nest deeper than {DEPTH}"),
                "this block is one too many",
                "no node needs more than four levels; close the blocks that are finished with `}`".to_owned(),
            );
        }
        let mut frame = Frame::new(open, self.is_dead(), self.indent.unwrap_or_default());
        frame.owner = self.node.clone();
        frame.nodeless = self.last == Last::Nothing;
        match self.slashdash.take() {
            Some(slashdash) => {
                frame.blank_from = Some(slashdash.start);
                // A name before it takes no `=` behind it.
                frame.resumes = Some(if self.last == Last::Text { Last::Value } else { self.last });
            }
            None if self.last == Last::Nothing => frame.blank_from = self.lone_block(open, &mut frame),
            None if self.last == Last::Block => {
                frame.blank_from = Some(open);
                self.mistake(
                    &codes::LONE_BLOCK,
                    open..open + 1,
                    "a second block follows the first one".to_owned(),
                    "a node has one block",
                    "write everything into one block".to_owned(),
                );
            }
            None => {}
        }
        frame.dead |= frame.blank_from.is_some();
        self.last = Last::Nothing;
        self.in_list = false;
        self.reported = Reported::default();
        self.frames.push(frame);
    }

    /// A `{` where a node should begin. Joins it to the node on the line before; else says from where to blank.
    fn lone_block(&mut self, open: usize, frame: &mut Frame) -> Option<usize> {
        let node_end = self.frames.last_mut().and_then(|outer| outer.node_end.take());
        let block = self.language.block;
        let (message, help) = if node_end.is_some() {
            (
                "the block stands on a line of its own",
                format!("write the `{{` behind its node, as in `{block}`"),
            )
        } else {
            ("the block belongs to no node", format!("write a node's name before it, as in `{block}`"))
        };
        self.mistake(
            &codes::LONE_BLOCK,
            open..open + 1,
            message.to_owned(),
            "no node stands before it on this line",
            help,
        );
        if let Some(end) = node_end {
            self.blank(end..open);
            frame.nodeless = false;
            return None;
        }
        Some(open)
    }

    pub(super) fn close_brace(&mut self) {
        let close = self.at;
        if self.frames.len() == 1 {
            self.blank(close..close + 1);
            self.at += 1;
            return self.fault(
                &codes::SURPLUS_BRACE,
                close..close + 1,
                "this `}` closes nothing".to_owned(),
                "every block before it is closed",
                "delete it, or look for a `{` that is missing above".to_owned(),
            );
        }
        self.end_node();
        self.at += 1;
        if self.closes_too_early(close) {
            self.blank(close..close + 1);
            self.last = Last::Block;
            self.last_end = close;
            return self.mistake(
                &codes::SURPLUS_BRACE,
                close..close + 1,
                "this `}` closes the block too early".to_owned(),
                "the next line goes on in the block",
                "delete it".to_owned(),
            );
        }
        let Some(frame) = self.frames.pop() else { return };
        let outer_is_dead = self.is_dead();
        if let Some(start) = frame.blank_from
            && !outer_is_dead
        {
            self.blank(start..close + 1);
        }
        self.note_outdent(&frame, close);
        let last = if frame.nodeless { Last::Nothing } else { Last::Block };
        self.last = frame.resumes.unwrap_or(last);
        self.last_end = close + 1;
    }

    /// Whether a `}` in the middle of a line closes a launcher or preset that goes on in the next line.
    fn closes_too_early(&self, close: usize) -> bool {
        let [_, frame] = self.frames.as_slice() else { return false };
        let line = &self.text[self.line_start..close];
        if frame.open >= self.line_start || !line.trim_end_matches(is_space).ends_with('}') {
            return false;
        }
        let rest = self.text[close + 1..].trim_start_matches(is_space);
        let Some(next) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n")) else { return false };
        let node = next.trim_start_matches(is_space);
        let indent = next.len() - node.len();
        let word = &node[..node.find(|character| !is_word(character)).unwrap_or(node.len())];
        let is_of_body = self.language.body.contains(&word) && !self.language.top.contains(&word);
        is_of_body && indent > frame.indent
    }

    /// Remembers the first block that seems to have been closed by the `}` of an outer one.
    fn note_outdent(&mut self, frame: &Frame, close: usize) {
        let indent = self.indent.unwrap_or_default();
        let begins_line = close == self.line_start + indent;
        if self.outdented.is_none() && begins_line && indent < frame.indent {
            self.outdented = Some(frame.open..frame.open + 1);
        }
    }

    /// At the end of the text: the blocks that are still open.
    pub(super) fn report_unclosed_blocks(&mut self) {
        let Some(first) = self.frames.get(1) else { return };
        let file = self.file;
        let place = |span| Place::new(file, span);
        let count = self.frames.len() - 1;
        let message = if count == 1 {
            "a block is not closed by a `}`".to_owned()
        } else {
            format!("{count} blocks are not closed by a `}}`")
        };
        let mut diagnostic = Diagnostic::new(&codes::UNCLOSED, message)
            .label(&place(first.open..first.open + 1), "opened here");
        if let Some(innermost) = self.frames.last()
            && count > 1
        {
            diagnostic = diagnostic.label(&place(innermost.open..innermost.open + 1), "the innermost one");
        }
        if let Some(span) = self.outdented.clone() {
            diagnostic = diagnostic.label(&place(span), "by the indentation, the `}` of this one is missing");
        }
        self.report(diagnostic.help("write the missing `}` where the block ends"));
        self.lost = true;
    }
}
