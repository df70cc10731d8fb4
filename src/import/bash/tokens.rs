//! The tokens of a script at their bytes.

use std::ops::Range;

use brush_parser::{
    SourcePosition, SourceSpan, Token, TokenizerError, TokenizerOptions, uncached_tokenize_str,
};

/// From the characters that the parser counts to bytes.
#[derive(Debug)]
pub(super) struct Offsets {
    /// Where each character begins; nothing when every character is a byte.
    starts: Option<Vec<usize>>,
    length: usize,
}

impl Offsets {
    pub(super) fn of(text: &str) -> Self {
        let starts = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self { starts, length: text.len() }
    }

    pub(super) fn byte(&self, position: &SourcePosition) -> usize {
        let index = match &self.starts {
            Some(starts) => starts.get(position.index).copied(),
            None => Some(position.index),
        };
        index.unwrap_or(self.length).min(self.length)
    }

    pub(super) fn span(&self, span: &SourceSpan) -> Range<usize> {
        let start = self.byte(&span.start);
        start..self.byte(&span.end).max(start)
    }
}

/// A token without its value: the text at its place has that.
#[derive(Clone, Debug)]
pub(super) struct PlacedToken {
    pub(super) span: Range<usize>,
    pub(super) is_word: bool,
}

/// Cuts a text into tokens, as the parser wants them.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, TokenizerError> {
    let options = TokenizerOptions { enable_extended_globbing: true, posix_mode: false, sh_mode: false };
    uncached_tokenize_str(text, &options)
}

/// The tokens at their places, which begin with the token and not with what leads to it.
pub(super) fn place(tokens: &[Token], text: &str, offsets: &Offsets) -> Vec<PlacedToken> {
    let placed = tokens.iter().map(|token| {
        let span = offsets.span(token.location());
        let start = skip_gap(text, span.start, span.end);
        PlacedToken { span: start..span.end, is_word: matches!(token, Token::Word(..)) }
    });
    placed.collect()
}

/// The first byte from `start` on that is neither space, nor a continued line, nor a comment.
pub(super) fn skip_gap(text: &str, start: usize, end: usize) -> usize {
    let mut at = start;
    while let Some(rest) = text.get(at..end) {
        if let Some(blank) = rest.chars().next().filter(|first| matches!(first, ' ' | '\t' | '\r')) {
            at += blank.len_utf8();
        } else if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") {
            at += 2;
        } else if rest.starts_with('#') {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            break;
        }
    }
    if at >= end { start } else { at }
}
