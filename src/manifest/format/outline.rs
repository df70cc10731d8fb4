//! What has to be known about a token before it is reached: where blocks end, and what follows on the line.

use super::spacing::between;
use super::token::{Kind, Token};
use crate::manifest::scan::is_newline;

/// The widest line on which a block may stand whole, in characters.
pub(super) const WIDEST: usize = 100;

/// The tokens of a text, with a look ahead.
pub(super) struct Outline<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    /// For a `{` the index of its `}`, if both stand on one line that ends no sooner.
    closings: Vec<Option<usize>>,
    /// Whether only comments stand between a token and the end of its line.
    last_on_line: Vec<bool>,
}

impl<'a> Outline<'a> {
    pub(super) fn new(tokens: Vec<Token<'a>>) -> Self {
        let closings = closings(&tokens);
        let mut last_on_line = vec![true; tokens.len()];
        for index in (0..tokens.len().saturating_sub(1)).rev() {
            let next = tokens[index + 1].kind;
            last_on_line[index] = next == Kind::Newline || (next.is_comment() && last_on_line[index + 1]);
        }
        Self { tokens, closings, last_on_line }
    }

    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// Whether nothing but comments follows on the line.
    pub(super) fn is_last_on_line(&self, index: usize) -> bool {
        self.last_on_line.get(index).copied().unwrap_or(true)
    }

    /// Whether the block that begins at `open` stands on one line and fits on one that is `used` wide before it.
    pub(super) fn stays_on_line(&self, open: usize, used: usize) -> bool {
        let Some(close) = self.closings.get(open).copied().flatten() else { return false };
        let mut width = used;
        for index in open..=close {
            let token = self.tokens[index];
            width += token.text.chars().take(WIDEST).count();
            if index < close {
                width += between(token.kind, self.tokens[index + 1].kind).len();
            }
            if width > WIDEST {
                return false;
            }
        }
        true
    }

    /// Whether a `;` is followed by another node of its block.
    pub(super) fn parts_nodes(&self, semicolon: usize) -> bool {
        let mut behind = self.tokens[semicolon + 1..].iter();
        behind.find(|token| !token.kind.is_comment()).is_some_and(|token| token.kind != Kind::Close)
    }

    /// Whether a backslash leads to something that its node goes on with, be it a comment.
    pub(super) fn is_needed(&self, join: usize) -> bool {
        let mut index = join + 1;
        while self.kind(index).is_some_and(Kind::is_comment) {
            index += 1;
        }
        // Past the line breaks of this line and of those that hold only a backslash.
        while self.kind(index) == Some(Kind::Newline) {
            index += 1;
            if self.kind(index) == Some(Kind::Join) && self.kind(index + 1) == Some(Kind::Newline) {
                index += 1;
            } else {
                break;
            }
        }
        !matches!(self.kind(index), None | Some(Kind::Newline | Kind::Semicolon | Kind::Close))
    }
}

fn closings(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closings = vec![None; tokens.len()];
    // Each open block, and how many tokens before it end a line.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut breaks = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push((index, breaks)),
            Kind::Close => {
                if let Some((start, before)) = open.pop() {
                    closings[start] = (before == breaks).then_some(index);
                }
            }
            _ => breaks += usize::from(token.text.contains(is_newline)),
        }
    }
    closings
}
