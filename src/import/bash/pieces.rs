//! The pieces of a word, in one pass.
//!
//! `brush-parser` can do this too, but looks twice at everything that is nested, and gives up on numbers that are too
//! long for it.

use super::closing::closing;
use super::escapes::unescaped;
use super::parameter::Parameter;

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct Piece<'t> {
    pub(in crate::import) kind: PieceKind<'t>,
    /// Whether it stands in quotes, so that it is neither split nor matched.
    pub(in crate::import) quoted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) enum PieceKind<'t> {
    /// Itself, without quotes and backslashes.
    Text(String),
    /// `$NAME` or `${…}`.
    Parameter(Parameter<'t>),
    /// The text between `$(` and `)`, or between backquotes.
    Command(String),
    /// Arithmetic, and whatever else a shell may know: the text as it stands.
    Other(&'t str),
}

/// Cuts a word into pieces.
pub(in crate::import) fn pieces(word: &str) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { word, at: 0, found: Vec::new() };
    cutter.cut(None);
    cutter.found
}

/// Cuts the text of a here-document, in which quotes are plain characters.
pub(in crate::import) fn document_pieces(text: &str) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { word: text, at: 0, found: Vec::new() };
    cutter.cut(Some(Within::Document));
    cutter.found
}

/// What a text is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Quotes,
    Document,
}

struct Cutter<'t> {
    word: &'t str,
    at: usize,
    found: Vec<Piece<'t>>,
}

impl<'t> Cutter<'t> {
    fn rest(&self) -> &'t str {
        &self.word[self.at..]
    }

    /// Cuts to the end, or to the quote that closes.
    fn cut(&mut self, within: Option<Within>) {
        let quoted = within.is_some();
        while let Some(first) = self.rest().chars().next() {
            match first {
                '"' if within == Some(Within::Quotes) => return,
                '\'' if !quoted => self.single(),
                '"' if !quoted => self.double(1),
                '"' => {
                    self.text("\"", true);
                    self.at += 1;
                }
                '\\' => self.escape(within),
                '`' => self.backquoted(quoted),
                '$' => self.dollar(quoted),
                _ => {
                    let stops: &[char] =
                        if quoted { &['"', '\\', '`', '$'] } else { &['\'', '"', '\\', '`', '$'] };
                    let length = self.rest().find(stops).unwrap_or(self.rest().len());
                    self.text(&self.word[self.at..self.at + length], quoted);
                    self.at += length;
                }
            }
        }
    }

    fn push(&mut self, kind: PieceKind<'t>, quoted: bool) {
        self.found.push(Piece { kind, quoted });
    }

    fn text(&mut self, text: &str, quoted: bool) {
        match self.found.last_mut() {
            Some(Piece { kind: PieceKind::Text(last), quoted: before }) if *before == quoted => {
                last.push_str(text);
            }
            _ => self.push(PieceKind::Text(text.to_owned()), quoted),
        }
    }

    fn single(&mut self) {
        let inner = &self.rest()[1..];
        let length = inner.find('\'').unwrap_or(inner.len());
        self.text(&inner[..length], true);
        self.at = (self.at + length + 2).min(self.word.len());
    }

    /// `"…"`, of which `opening` bytes are to be skipped.
    fn double(&mut self, opening: usize) {
        self.at += opening;
        // An empty pair of quotes is a word too.
        self.text("", true);
        self.cut(Some(Within::Quotes));
        self.at = (self.at + 1).min(self.word.len());
    }

    fn escape(&mut self, within: Option<Within>) {
        let quoted = within.is_some();
        let Some(next) = self.rest()[1..].chars().next() else {
            self.text("\\", quoted);
            self.at += 1;
            return;
        };
        let is_quote = next == '"' && within == Some(Within::Quotes);
        let is_special = !quoted || is_quote || matches!(next, '$' | '`' | '\\' | '\n');
        if next != '\n' || !is_special {
            let start = usize::from(is_special);
            let text = &self.rest()[start..=next.len_utf8()];
            self.text(text, true);
        }
        self.at += 1 + next.len_utf8();
    }

    fn backquoted(&mut self, quoted: bool) {
        let inner = &self.rest()[1..];
        let mut command = String::new();
        let mut characters = inner.char_indices();
        let mut length = inner.len();
        while let Some((at, character)) = characters.next() {
            match character {
                '`' => {
                    length = at;
                    break;
                }
                '\\' => match characters.next() {
                    Some((_, next @ ('`' | '\\' | '$'))) => command.push(next),
                    Some((_, next)) => command.extend(['\\', next]),
                    None => command.push('\\'),
                },
                other => command.push(other),
            }
        }
        self.push(PieceKind::Command(command), quoted);
        self.at = (self.at + length + 2).min(self.word.len());
    }

    fn dollar(&mut self, quoted: bool) {
        let rest = self.rest();
        let behind = &rest[1..];
        if behind.starts_with("((") {
            return self.enclosed(3, quoted, |_| None);
        }
        match behind.chars().next() {
            Some('(') => self.enclosed(2, quoted, |inner| Some(PieceKind::Command(inner.to_owned()))),
            Some('{') => self.enclosed(2, quoted, |inner| Parameter::braced(inner).map(PieceKind::Parameter)),
            Some('\'') if !quoted => self.ansi(),
            Some('"') if !quoted => self.double(2),
            _ => {
                self.at += 1;
                if let Some((parameter, length)) = Parameter::bare(behind) {
                    self.push(PieceKind::Parameter(parameter), quoted);
                    self.at += length;
                } else {
                    self.text("$", quoted);
                }
            }
        }
    }

    /// What stands in brackets behind a dollar; `opening` bytes open it.
    fn enclosed(
        &mut self,
        opening: usize,
        quoted: bool,
        kind: impl FnOnce(&'t str) -> Option<PieceKind<'t>>,
    ) {
        let rest = self.rest();
        let length = closing(&rest[1..], quoted).map_or(rest.len(), |length| length + 2);
        let inner = rest.get(opening..length.saturating_sub(1)).unwrap_or_default();
        self.push(kind(inner).unwrap_or(PieceKind::Other(&rest[..length])), quoted);
        self.at += length;
    }

    /// `$'…'`.
    fn ansi(&mut self) {
        let inner = &self.rest()[2..];
        let mut end = inner.len();
        let mut escaped = false;
        for (at, character) in inner.char_indices() {
            if character == '\'' && !escaped {
                end = at;
                break;
            }
            escaped = character == '\\' && !escaped;
        }
        self.text(&unescaped(&inner[..end]), true);
        self.at = (self.at + end + 3).min(self.word.len());
    }
}

#[cfg(test)]
mod tests;
