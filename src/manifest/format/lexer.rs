//! From text to tokens, as the scanner of this room sees them.

use super::token::{Kind, Token};
use crate::diagnostic::SourceFile;
use crate::manifest::Language;
use crate::manifest::scan::{is_newline, is_space, steps};
use std::sync::Arc;

/// The tokens of a text. Of a broken one as many as the scanner got through.
pub(super) fn tokens<'a>(file: &'a Arc<SourceFile>, language: &'static Language) -> Vec<Token<'a>> {
    let mut tokens: Vec<Token> = Vec::new();
    for step in steps(file, language) {
        let text = &file.text()[step.clone()];
        let Some(first) = text.chars().next().filter(|first| !is_space(*first)) else { continue };
        let start = step.start;
        let ends_text = step.end == file.text().len();
        match kind(first, text) {
            // In what is commented out, the scanner lets a lone backslash pass.
            Kind::Join if text.len() == 1 && !ends_text => {
                tokens.push(Token { kind: Kind::Value, text, start });
            }
            Kind::Newline if first == '\n' && joins_return(&mut tokens, file, start) => {}
            Kind::Join => join(text, start, &mut tokens),
            Kind::Value if text.ends_with('=') => dead_property(text, start, &mut tokens),
            kind => tokens.push(Token { kind, text, start }),
        }
    }
    tokens
}

fn kind(first: char, text: &str) -> Kind {
    match (first, text) {
        (_, ";") => Kind::Semicolon,
        (_, "{") => Kind::Open,
        (_, "}") => Kind::Close,
        (_, "=") => Kind::Equals,
        (_, "/-") => Kind::Slashdash,
        ('/', _) if text.starts_with("/*") => Kind::BlockComment,
        ('/', _) if text.starts_with("//") => Kind::LineComment,
        ('\\', _) if is_join(text) => Kind::Join,
        ('(', _) if text.ends_with(')') => Kind::Type,
        // In what is commented out, the scanner lets a shell's comment pass.
        ('#', _) if text[1..].starts_with(is_space) => Kind::LineComment,
        (first, _) if is_newline(first) => Kind::Newline,
        _ => Kind::Value,
    }
}

/// Makes one line break of `\r` and `\n`.
fn joins_return<'a>(tokens: &mut [Token<'a>], file: &'a SourceFile, start: usize) -> bool {
    match tokens.last_mut() {
        Some(last) if last.text == "\r" && last.start + 1 == start => {
            last.text = &file.text()[last.start..=start];
            true
        }
        _ => false,
    }
}

fn is_join(text: &str) -> bool {
    let rest = text[1..].trim_start_matches(is_space);
    rest.is_empty() || rest.starts_with(is_newline) || rest.starts_with("//") || rest.starts_with("/*")
}

/// The scanner takes a backslash, the comments behind it and the line break in one step.
fn join<'a>(text: &'a str, start: usize, tokens: &mut Vec<Token<'a>>) {
    tokens.push(Token { kind: Kind::Join, text: &text[..1], start });
    let mut at = 1;
    while at < text.len() {
        let rest = &text[at..];
        let (kind, length) = if rest.starts_with("/*") {
            (Some(Kind::BlockComment), comment_length(rest))
        } else if rest.starts_with("//") {
            (Some(Kind::LineComment), rest.find(is_newline).unwrap_or(rest.len()))
        } else if rest.starts_with(is_newline) {
            (Some(Kind::Newline), rest.len())
        } else {
            (None, rest.chars().next().map_or(1, char::len_utf8))
        };
        if let Some(kind) = kind {
            tokens.push(Token { kind, text: &rest[..length], start: start + at });
        }
        at += length;
    }
}

/// The length of the comment that a text begins with; comments nest.
fn comment_length(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(offset) = text[at..].find(['/', '*']) {
        at += offset;
        if text[at..].starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if text[at..].starts_with("*/") {
            (at, depth) = (at + 2, depth.saturating_sub(1));
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The scanner takes the name of a property that is commented out and its `=` in one step.
fn dead_property<'a>(text: &'a str, start: usize, tokens: &mut Vec<Token<'a>>) {
    let name = text[..text.len() - 1].trim_end_matches(is_space);
    let equals = text.len() - 1;
    tokens.push(Token { kind: Kind::Value, text: name, start });
    tokens.push(Token { kind: Kind::Equals, text: &text[equals..], start: start + equals });
}
