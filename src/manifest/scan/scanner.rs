//! The walk over the text.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Place, Problems, SourceFile};

use super::super::codes;
use super::super::language::Language;
use super::super::text::first_lines;
use super::marks::Mended;
use super::state::{Frame, Last, Reported, Slashdash};
use super::unicode::{is_forbidden, is_newline, is_space, is_word};
use super::{LIMIT, MISTAKES};

/// What the scanner made of a text.
pub(in crate::manifest) struct Scan {
    /// As long as the original, with comments blanked and mistakes mended; none when nothing can be parsed.
    pub(in crate::manifest) text: Option<String>,
    /// What was mended.
    pub(in crate::manifest) mended: Mended,
    /// Whether no mistake was found.
    pub(in crate::manifest) sound: bool,
}

/// Walks over `file` and reports what is wrong with its text.
pub(in crate::manifest) fn scan(
    file: &Arc<SourceFile>,
    language: &'static Language,
    problems: &mut Problems,
) -> Scan {
    if file.text().len() > LIMIT {
        problems.push(
            Diagnostic::new(&codes::TOO_LARGE, format!("`{}` is over 4 MiB", file.name()))
                .label(&Place::new(file, 0..0), "not read")
                .help(language.too_large),
        );
        return Scan { text: None, mended: Mended::default(), sound: false };
    }
    let mut scanner = Scanner::new(file, language, problems);
    scanner.walk();
    scanner.finish()
}

/// What the walk over `file` takes in one step each: a token, white space, a comment. Ends where nothing can be
/// understood any more.
pub(in crate::manifest) fn steps(file: &Arc<SourceFile>, language: &'static Language) -> Vec<Range<usize>> {
    let mut steps = Vec::new();
    let mut problems = Problems::new();
    let mut scanner = Scanner::new(file, language, &mut problems);
    scanner.lost = file.text().len() > LIMIT;
    scanner.skip_mark();
    while !scanner.lost
        && let Some(character) = scanner.peek()
    {
        let start = scanner.at;
        scanner.step(character);
        steps.push(start..scanner.at);
    }
    steps
}

/// The state of the walk. The other files of this folder add what they are named after.
pub(super) struct Scanner<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) language: &'static Language,
    pub(super) text: &'a str,
    /// The byte that is looked at.
    pub(super) at: usize,
    pub(super) last: Last,
    /// The start of the last value or name that was read.
    pub(super) last_start: usize,
    /// The end of the last token of the node at hand.
    pub(super) last_end: usize,
    pub(super) slashdash: Option<Slashdash>,
    /// The open blocks; the first is the document.
    pub(super) frames: Vec<Frame>,
    /// A `[` was reported in this node.
    pub(super) in_list: bool,
    /// What is said once for each node.
    pub(super) reported: Reported,
    /// The name of the node at hand.
    pub(super) node: Range<usize>,
    /// Where the line at hand begins.
    pub(super) line_start: usize,
    /// How far that line is indented, in bytes; none while only white space was read on it.
    pub(super) indent: Option<usize>,
    /// The first block whose `}` is less indented than the line that opened it.
    pub(super) outdented: Option<Range<usize>>,
    /// Nothing after this point can be understood.
    pub(super) lost: bool,
    out: Vec<u8>,
    mended: Mended,
    mistakes: usize,
    problems: &'a mut Problems,
}

impl<'a> Scanner<'a> {
    fn new(file: &'a Arc<SourceFile>, language: &'static Language, problems: &'a mut Problems) -> Self {
        Self {
            file,
            language,
            text: file.text(),
            at: 0,
            last: Last::Nothing,
            last_start: 0,
            last_end: 0,
            slashdash: None,
            frames: vec![Frame::new(0, false, 0)],
            in_list: false,
            reported: Reported::default(),
            node: 0..0,
            line_start: 0,
            indent: None,
            outdented: None,
            lost: false,
            out: file.text().as_bytes().to_vec(),
            mended: Mended::default(),
            mistakes: 0,
            problems,
        }
    }

    fn walk(&mut self) {
        self.skip_mark();
        while !self.lost {
            let Some(character) = self.peek() else { break };
            self.step(character);
        }
        if !self.lost {
            self.end_node();
            self.report_unclosed_blocks();
        }
    }

    /// A byte order mark is no part of the text.
    fn skip_mark(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
    }

    fn step(&mut self, character: char) {
        if !is_space(character) {
            self.indent.get_or_insert(self.at - self.line_start);
        }
        match character {
            ';' => self.semicolon(),
            '/' => self.slash(),
            '\\' => self.backslash(),
            '{' => self.open_brace(),
            '}' => self.close_brace(),
            '"' => self.quoted(),
            '#' => self.hash(),
            '(' | ')' => self.parenthesis(character),
            '[' | ']' => self.bracket(character),
            '=' => self.equals(),
            _ if is_newline(character) => {
                self.at += character.len_utf8();
                self.line_start = self.at;
                self.indent = None;
                self.end_line();
            }
            _ if is_space(character) => self.at += character.len_utf8(),
            _ if is_word(character) => self.word(),
            _ => self.forbidden(character),
        }
    }

    fn finish(mut self) -> Scan {
        self.mended.sort();
        let sound = self.mistakes == 0;
        // Only whole characters are overwritten, and only by ASCII, so the bytes are UTF-8.
        let text = if self.lost { None } else { String::from_utf8(self.out).ok() };
        Scan { text, mended: self.mended, sound }
    }

    /// The character at hand.
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Whether the text goes on with `prefix` at the byte at hand.
    pub(super) fn looking_at(&self, prefix: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(prefix.as_bytes())
    }

    /// The end of the run of characters that satisfy `wanted`, from `start`.
    pub(super) fn run(&self, start: usize, wanted: impl Fn(char) -> bool) -> usize {
        self.text[start..]
            .find(|character| !wanted(character))
            .map_or(self.text.len(), |length| start + length)
    }

    /// The rest of the line from `start`, or as much of it as a mistake may be looked for in. Bounded, so that a long
    /// line full of mistakes takes linear time.
    pub(super) fn rest_of_line(&self, start: usize) -> &'a str {
        const WIDEST: usize = 4096;
        let mut end = self.text.len().min(start + WIDEST);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let window = &self.text[start..end];
        window.find(is_newline).map_or(window, |length| &window[..length])
    }

    /// Whether what is read is commented out, so that its mistakes do not matter.
    pub(super) fn is_dead(&self) -> bool {
        self.slashdash.is_some()
            || self.frames.last().is_some_and(|frame| frame.dead || frame.dead_node.is_some())
    }

    /// Reports a mistake in text that counts, or one behind which nothing more can be read.
    pub(super) fn mistake(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: String,
        label: &str,
        help: String,
    ) {
        if self.lost || !self.is_dead() {
            self.fault(code, span, message, label, help);
        }
    }

    /// Reports a mistake that breaks the text even where it is commented out.
    pub(super) fn fault(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: String,
        label: &str,
        help: String,
    ) {
        let place = Place::new(self.file, first_lines(self.text, span));
        self.report(Diagnostic::new(code, message).label(&place, label).help(help));
    }

    /// Adds a finished diagnostic, and gives up after too many.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.mistakes += 1;
        self.problems.push(diagnostic);
        if self.mistakes == MISTAKES {
            self.lost = true;
            let place = Place::new(self.file, self.at..self.at);
            self.problems.push(
                Diagnostic::new(
                    &codes::SYNTAX,
                    format!("`{}` has over {MISTAKES} mistakes", self.file.name()),
                )
                .label(&place, "not read any further")
                .help(format!("is it {}? mend the mistakes before this one first", self.language.file)),
            );
        }
    }

    /// Overwrites a range with spaces: for the parser nothing stands there.
    pub(super) fn blank(&mut self, range: Range<usize>) {
        if let Some(bytes) = self.out.get_mut(range) {
            bytes.fill(b' ');
        }
    }

    /// Overwrites a range with one word that the reader will not speak about.
    pub(super) fn mend(&mut self, range: Range<usize>) {
        if let Some(bytes) = self.out.get_mut(range.clone()) {
            bytes.fill(b'_');
        }
        self.mended.add(range);
    }

    fn forbidden(&mut self, character: char) {
        let start = self.at;
        self.at = self.run(start, is_forbidden);
        self.blank(start..self.at);
        self.mistake(
            &codes::CONTROL_CHARACTER,
            start..self.at,
            format!("`{}` stands in the text", character.escape_unicode()),
            "an invisible character",
            "delete it; in a quoted string it can be written as `\\u{…}`".to_owned(),
        );
    }
}
