//! A parsed script.

use std::ops::Range;
use std::sync::Arc;

use brush_parser::ast::CompoundListItem;
use brush_parser::{ParseError, ParserOptions, SourceSpan, parse_tokens};

use super::comments::{Comment, comments};
use super::limits::refused;
use super::mend::{blank, mend};
use super::tokens::{Offsets, PlacedToken, place, skip_gap, tokenize};
use crate::diagnostic::{Place, SourceFile};

/// A script: its commands, tokens and comments, and what was not understood.
#[derive(Debug)]
pub(in crate::import) struct Script {
    /// The text that was read.
    pub(in crate::import) file: Arc<SourceFile>,
    /// The commands in order.
    pub(in crate::import) commands: Vec<CompoundListItem>,
    /// The comments in order.
    pub(in crate::import) comments: Vec<Comment>,
    /// Stretches that are not bash. Nothing in them was read.
    pub(in crate::import) broken: Vec<Range<usize>>,
    tokens: Vec<PlacedToken>,
    offsets: Offsets,
    mended: String,
}

/// A stretch of the script that was understood.
#[derive(Default)]
struct Part {
    commands: Vec<CompoundListItem>,
    tokens: Vec<PlacedToken>,
}

impl Script {
    /// Parses a script.
    ///
    /// # Errors
    ///
    /// Why it is not even tried: the words follow the script's name.
    pub(in crate::import) fn parse(file: &Arc<SourceFile>) -> Result<Self, &'static str> {
        if let Some(reason) = refused(file.text()) {
            return Err(reason);
        }
        let mended = mend(file.text());
        // The byte order mark became one byte, so bytes are counted in the text of the file.
        let offsets = Offsets::of(file.text());
        let mut script = Self {
            file: Arc::clone(file),
            commands: Vec::new(),
            comments: Vec::new(),
            broken: Vec::new(),
            tokens: Vec::new(),
            offsets,
            mended,
        };
        script.read();
        Ok(script)
    }

    /// Reads everything that can be read, stretch by stretch.
    fn read(&mut self) {
        /// So often is gone on behind something that is not bash.
        const MOST_BREAKS: usize = 16;
        let lines = line_starts(&self.mended);
        let mut from = 0;
        for _ in 0..=MOST_BREAKS {
            let error = match self.part(from, self.mended.len()) {
                Ok(part) => return self.add(part, from, self.mended.len()),
                Err(error) => error,
            };
            let at = line_of_error(&error, &lines).max(from);
            let (end, part) = self.part_before(from, at, &lines);
            self.add(part, from, end);
            let behind = self.start_behind(end, at, &lines);
            self.broken.push(self.bytes(end)..self.bytes(behind));
            from = behind;
            if from >= self.mended.len() {
                return;
            }
        }
        self.broken.push(self.bytes(from)..self.file.text().len());
    }

    /// Offsets of the mended text differ from those of the file by a byte order mark.
    fn bytes(&self, at: usize) -> usize {
        if self.file.text().starts_with('\u{feff}') && at > 0 { at + 2 } else { at }
    }

    fn add(&mut self, part: Part, from: usize, end: usize) {
        let text = self.file.text();
        let until = self.bytes(end);
        let mut found = comments(&text[..until], &part.tokens);
        let from = self.bytes(from);
        found.retain(|comment| comment.span.start >= from);
        found.extend(part.tokens.iter().filter_map(|token| quoted_comment(text, token)));
        found.sort_by_key(|comment| comment.span.start);
        self.comments.extend(found);
        self.commands.extend(part.commands);
        self.tokens.extend(part.tokens);
    }

    /// Parses the stretch as if nothing stood around it.
    fn part(&self, from: usize, end: usize) -> Result<Part, ParseError> {
        let text = format!("{}{}", blank(&self.mended[..from]), &self.mended[from..end]);
        let tokens = tokenize(&text).map_err(|inner| ParseError::Tokenizing { inner, position: None })?;
        let program = parse_tokens(&tokens, &ParserOptions::default())?;
        let commands = program.complete_commands.into_iter().flat_map(|list| list.0).collect();
        Ok(Part { commands, tokens: place(&tokens, self.file.text(), &self.offsets) })
    }

    /// The longest beginning of a stretch that ends with a line and is understood.
    fn part_before(&self, from: usize, at: usize, lines: &[usize]) -> (usize, Part) {
        const TRIES: usize = 200;
        let ends = lines.iter().rev().filter(|line| **line > from && **line <= at).take(TRIES);
        for end in ends {
            if let Ok(part) = self.part(from, *end) {
                return (*end, part);
            }
        }
        (from, Part::default())
    }

    /// The nearest line behind an error from which on everything is understood, or else the end.
    fn start_behind(&self, end: usize, at: usize, lines: &[usize]) -> usize {
        const TRIES: usize = 200;
        let starts = lines.iter().filter(|line| **line > at.max(end)).take(TRIES);
        for start in starts {
            if self.part(*start, self.mended.len()).is_ok() {
                return *start;
            }
        }
        self.mended.len()
    }

    /// The bytes of something the parser gave a place, from its first token on.
    pub(in crate::import) fn span(&self, span: &SourceSpan) -> Range<usize> {
        let span = self.offsets.span(span);
        skip_gap(self.file.text(), span.start, span.end)..span.end
    }

    /// The words between two places, in order. Elements of an array have no place of their own.
    pub(in crate::import) fn words_in(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let inside = |token: &&PlacedToken| token.span.start >= range.start && token.span.end <= range.end;
        self.tokens
            .iter()
            .filter(inside)
            .filter(|token| token.is_word)
            .map(|token| token.span.clone())
            .collect()
    }

    /// From `start` to the end of the last token before `limit`, here-documents included, separators not.
    pub(in crate::import) fn extent(&self, start: usize, limit: usize) -> Range<usize> {
        let text = self.file.text();
        let is_separator = |token: &PlacedToken| {
            !token.is_word && matches!(text[token.span.clone()].trim(), "" | ";" | "&" | ";;")
        };
        let inside = self.tokens.iter().filter(|token| token.span.start >= start && token.span.start < limit);
        let end = inside.filter(|token| !is_separator(token)).map(|token| token.span.end).max();
        start..end.unwrap_or(start)
    }

    /// The start of the token before a place, if it is this word.
    pub(in crate::import) fn word_before(&self, at: usize, word: &str) -> Option<usize> {
        let before = self.tokens.iter().rev().find(|token| token.span.end <= at)?;
        (before.is_word && self.file.text().get(before.span.clone()) == Some(word))
            .then_some(before.span.start)
    }

    /// A place of this script.
    pub(in crate::import) fn place(&self, span: Range<usize>) -> Place {
        let text = self.file.text();
        let kept = text.get(span.clone()).map_or(0, |text| text.trim_end().len());
        Place::new(&self.file, span.start..span.start + kept)
    }
}

/// A word such as `` `# this` ``, which people write between continued lines.
fn quoted_comment(text: &str, token: &PlacedToken) -> Option<Comment> {
    let word = text.get(token.span.clone())?.trim_end();
    let said = word.strip_prefix("`#")?.strip_suffix('`')?.trim().to_owned();
    Some(Comment { span: token.span.clone(), text: said, trails: false })
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// The start of the line that an error is about.
fn line_of_error(error: &ParseError, lines: &[usize]) -> usize {
    let line = match error {
        ParseError::ParsingNear(position) | ParseError::Tokenizing { position: Some(position), .. } => {
            position.line
        }
        ParseError::Tokenizing { inner, .. } => match inner {
            brush_parser::TokenizerError::UnterminatedSingleQuote(position)
            | brush_parser::TokenizerError::UnterminatedAnsiCQuote(position)
            | brush_parser::TokenizerError::UnterminatedDoubleQuote(position)
            | brush_parser::TokenizerError::UnterminatedBackquote(position)
            | brush_parser::TokenizerError::UnterminatedExtendedGlob(position) => position.line,
            _ => lines.len(),
        },
        ParseError::ParsingAtEndOfInput => lines.len(),
    };
    lines.get(line.saturating_sub(1)).or(lines.last()).copied().unwrap_or_default()
}
