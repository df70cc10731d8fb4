//! Writes tokens with the white space that belongs between them.

use super::literal::{indent_at, moved};
use super::outline::{Outline, WIDEST};
use super::spacing::between;
use super::token::{Kind, Token};
use crate::manifest::edit::line_break;
use crate::manifest::scan::{is_newline, is_space};

const INDENT: &str = "    ";

/// The text of the tokens in the one form. `source` is the text they come from.
pub(super) fn print(source: &str, outline: &Outline) -> String {
    let mut printer = Printer {
        source,
        outline,
        line_break: line_break(source),
        out: String::with_capacity(source.len() + source.len() / 8),
        blocks: Vec::new(),
        previous: None,
        in_node: false,
        breaks: 0,
        is_fresh: true,
        is_after_comment: false,
        is_joined: false,
        is_continued: false,
        is_waiting: false,
    };
    if source.starts_with('\u{feff}') {
        printer.out.push('\u{feff}');
    }
    for (index, token) in outline.tokens.iter().enumerate() {
        printer.token(index, token);
    }
    if printer.previous.is_some() {
        printer.end_line();
    }
    printer.out
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the place that the printer has reached"
)]
struct Printer<'a> {
    source: &'a str,
    outline: &'a Outline<'a>,
    line_break: &'static str,
    out: String,
    /// The open blocks, and whether each stands on one line.
    blocks: Vec<bool>,
    /// The last token that was written.
    previous: Option<Kind>,
    /// A node has begun and may go on.
    in_node: bool,
    /// Line breaks since the last token that was written.
    breaks: usize,
    /// Nothing of the block, or of the text, is on a line of its own yet.
    is_fresh: bool,
    /// What the next node follows is a comment on its line.
    is_after_comment: bool,
    /// A backslash was written: the next line break is part of the node.
    is_joined: bool,
    /// The line at hand goes on with a node of the line before, and is empty yet.
    is_continued: bool,
    /// A `/-` waits for what it comments out.
    is_waiting: bool,
}

impl Printer<'_> {
    fn token(&mut self, index: usize, token: &Token) {
        match token.kind {
            Kind::Newline => self.newline(),
            Kind::Join => self.join(index),
            Kind::Semicolon => self.semicolon(index),
            Kind::LineComment | Kind::BlockComment => self.comment(index, token),
            Kind::Open => self.open(index),
            Kind::Close => self.close(),
            Kind::Value | Kind::Type | Kind::Equals | Kind::Slashdash => self.word(token),
        }
    }

    fn on_one_line(&self) -> bool {
        self.blocks.last().copied().unwrap_or_default()
    }

    fn newline(&mut self) {
        if self.is_continued {
            return;
        }
        if self.is_joined || (self.is_waiting && self.previous == Some(Kind::LineComment)) {
            self.is_joined = false;
            self.continue_below();
        } else if !self.is_waiting {
            self.in_node = false;
            self.is_after_comment = false;
            self.breaks += 1;
        }
    }

    /// Ends the line within a node.
    fn continue_below(&mut self) {
        self.out.push_str(self.line_break);
        self.is_continued = true;
    }

    /// A backslash stays where something follows it, and is not repeated on an empty line.
    fn join(&mut self, index: usize) {
        let is_bare = self.outline.kind(index + 1) == Some(Kind::Newline);
        let is_idle = !self.in_node || self.is_waiting || (self.is_continued && is_bare);
        if !is_idle && self.outline.is_needed(index) {
            self.write(Kind::Join, "\\");
            self.is_joined = true;
        }
    }

    fn semicolon(&mut self, index: usize) {
        // A `/-` at the end of a node would take hold of the next one.
        let is_wanted = self.is_waiting || (self.on_one_line() && self.outline.parts_nodes(index));
        if self.in_node && is_wanted {
            self.out.push(';');
            self.previous = Some(Kind::Semicolon);
        }
        self.in_node = false;
        self.is_waiting = false;
    }

    fn comment(&mut self, index: usize, token: &Token) {
        let text = token.text.trim_end_matches(is_space);
        let is_behind = self.previous.is_some() && self.breaks == 0;
        let stays = self.in_node
            || self.on_one_line()
            || self.is_after_comment
            || (is_behind && (token.kind == Kind::LineComment || self.outline.is_last_on_line(index)));
        if stays {
            self.write(token.kind, text);
        } else {
            self.begin_line();
            self.put(token.kind, text);
            self.is_after_comment = true;
        }
    }

    fn word(&mut self, token: &Token) {
        self.begin_node();
        self.is_waiting = token.kind == Kind::Slashdash;
        self.separate(token.kind);
        let moved = if token.text.contains(is_newline) {
            let new = indent_at(&self.out, self.out.len());
            moved(token.text, indent_at(self.source, token.start), new)
        } else {
            None
        };
        self.put(token.kind, moved.as_deref().unwrap_or(token.text));
    }

    fn open(&mut self, index: usize) {
        self.begin_node();
        self.is_waiting = false;
        self.separate(Kind::Open);
        let on_one_line = self.on_one_line() || self.outline.stays_on_line(index, self.column());
        self.put(Kind::Open, "{");
        self.blocks.push(on_one_line);
        self.in_node = false;
        self.is_after_comment = false;
        self.is_fresh = true;
    }

    fn close(&mut self) {
        let on_one_line = self.blocks.pop().unwrap_or_default();
        if on_one_line || self.previous == Some(Kind::Open) {
            self.separate(Kind::Close);
        } else {
            self.is_fresh = true;
            self.begin_line();
        }
        self.put(Kind::Close, "}");
        self.in_node = true;
        self.is_after_comment = false;
        self.is_waiting = false;
    }

    /// A node begins on a line of its own, unless its block stands on one line or a comment is before it.
    fn begin_node(&mut self) {
        if !self.in_node && !self.on_one_line() && !self.is_after_comment {
            self.begin_line();
        }
        self.in_node = true;
        self.is_after_comment = false;
    }

    /// Begins a line in the block, behind one blank line where there were some.
    fn begin_line(&mut self) {
        if self.previous.is_some() {
            self.end_line();
            if self.breaks > 1 && !self.is_fresh {
                self.out.push_str(self.line_break);
            }
        }
        self.out.push_str(&INDENT.repeat(self.blocks.len()));
        self.previous = None;
        self.is_fresh = false;
    }

    fn end_line(&mut self) {
        if !std::mem::take(&mut self.is_continued) {
            self.out.push_str(self.line_break);
        }
    }

    fn write(&mut self, kind: Kind, text: &str) {
        self.separate(kind);
        self.put(kind, text);
    }

    /// What stands before a token on its line.
    fn separate(&mut self, kind: Kind) {
        if std::mem::take(&mut self.is_continued) {
            self.out.push_str(&INDENT.repeat(self.blocks.len() + 1));
        } else if let Some(previous) = self.previous {
            self.out.push_str(between(previous, kind));
        }
    }

    fn put(&mut self, kind: Kind, text: &str) {
        self.out.push_str(text);
        self.previous = Some(kind);
        self.breaks = 0;
    }

    /// How wide the line at hand is, in characters.
    fn column(&self) -> usize {
        self.out.chars().rev().take_while(|character| *character != '\n').take(WIDEST).count()
    }
}
