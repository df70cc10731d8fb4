//! Strings in quotes, raw strings, and what follows a value.

use std::ops::Range;

use super::super::codes;
use super::super::text::excerpt;
use super::scanner::Scanner;
use super::unicode::{is_forbidden, is_newline, is_space, is_word};

/// The longest string that a help line repeats, in bytes.
const LONGEST: usize = 200;

/// How a string literal ended.
enum End {
    /// With its quotes.
    Closed,
    /// Not at all.
    Open,
}

/// The first thing that is wrong inside of a literal.
enum Flaw {
    Escape(Range<usize>),
    Forbidden(Range<usize>),
    /// A line of a multi-line string that does not begin like its last one.
    Indent(Range<usize>),
    /// Closing quotes of a multi-line string that do not stand on a line of their own.
    Closing(Range<usize>),
}

impl Scanner<'_> {
    /// `"…"` or `"""…"""`.
    pub(super) fn quoted(&mut self) {
        let start = self.at;
        let multi_line = self.looking_at("\"\"\"");
        if multi_line && !self.text[start + 3..].starts_with(is_newline) {
            return self.triple_on_one_line(start);
        }
        let (end, flaw) = self.quoted_body(multi_line);
        if matches!(end, End::Open) {
            return self.unclosed_string(start, multi_line);
        }
        self.literal_done(start, flaw);
    }

    /// Walks to the end of a string in quotes.
    fn quoted_body(&mut self, multi_line: bool) -> (End, Option<Flaw>) {
        self.at += if multi_line { 3 } else { 1 };
        let mut flaw = None;
        let mut lines = Vec::new();
        while let Some(character) = self.peek() {
            match character {
                '"' if !multi_line => {
                    self.at += 1;
                    return (End::Closed, flaw);
                }
                '"' if self.looking_at("\"\"\"") => {
                    let indent = indent_flaw(self.text, &lines, self.at);
                    self.at += 3;
                    return (End::Closed, flaw.or(indent));
                }
                '\\' => {
                    let start = self.at;
                    if !self.escape() {
                        flaw = flaw.or(Some(Flaw::Escape(start..self.at)));
                    }
                }
                _ if is_newline(character) && !multi_line => return (End::Open, flaw),
                _ => {
                    if is_forbidden(character) {
                        flaw = flaw.or(Some(Flaw::Forbidden(self.at..self.at + character.len_utf8())));
                    }
                    self.at += character.len_utf8();
                    if is_newline(character) {
                        lines.push(self.at);
                    }
                }
            }
        }
        (End::Open, flaw)
    }

    /// Steps over a backslash and what it escapes; whether KDL knows it.
    fn escape(&mut self) -> bool {
        self.at += 1;
        let Some(character) = self.peek() else { return false };
        match character {
            '\\' | '"' | 'b' | 'f' | 'n' | 'r' | 't' | 's' => {
                self.at += 1;
                true
            }
            'u' => self.unicode_escape(),
            _ if is_space(character) || is_newline(character) => {
                self.at = self.run(self.at, |space| is_space(space) || is_newline(space));
                true
            }
            _ => {
                self.at += character.len_utf8();
                false
            }
        }
    }

    /// `u{…}` with one to six hexadecimal digits that make a scalar value.
    fn unicode_escape(&mut self) -> bool {
        self.at += 1;
        if !self.looking_at("{") {
            return false;
        }
        let digits = self.at + 1;
        let end = self.run(digits, |digit| digit.is_ascii_hexdigit());
        if !self.text[end..].starts_with('}') {
            return false;
        }
        self.at = end + 1;
        end - digits <= 6
            && u32::from_str_radix(&self.text[digits..end], 16).ok().and_then(char::from_u32).is_some()
    }

    /// `#"…"#` with any number of `#`.
    pub(super) fn raw_string(&mut self, hashes: usize) {
        let start = self.at;
        let quotes = start + hashes;
        let multi_line =
            self.text[quotes..].starts_with("\"\"\"") && self.text[quotes + 3..].starts_with(is_newline);
        let closing = format!("{}{}", if multi_line { "\"\"\"" } else { "\"" }, &self.text[start..quotes]);
        let body = quotes + if multi_line { 3 } else { 1 };
        let Some(length) = self.raw_length(body, &closing, multi_line) else {
            return self.unclosed_string(start, multi_line);
        };
        self.at = body + length + closing.len();
        let flaw = self.text[body..body + length]
            .match_indices(is_forbidden)
            .next()
            .map(|(offset, found)| Flaw::Forbidden(body + offset..body + offset + found.len()));
        let close = body + length;
        let flaw = flaw.or_else(|| {
            let newlines = self.text[body..close].match_indices(is_newline);
            let lines: Vec<usize> = newlines.map(|(offset, newline)| body + offset + newline.len()).collect();
            if multi_line { indent_flaw(self.text, &lines, close) } else { None }
        });
        if &self.text[body..body + length] == "\"" {
            // The parser takes `#"""#` for a multi-line string that is not well formed.
            self.mend(start..self.at);
            self.mistake(
                &codes::SYNTAX,
                start..self.at,
                "a raw string cannot hold a single quote alone".to_owned(),
                "looks like a multi-line string",
                "write `\"\\\"\"`".to_owned(),
            );
        }
        self.literal_done(start, flaw);
    }

    /// How long the body of a raw string is, if `closing` follows it.
    fn raw_length(&self, body: usize, closing: &str, multi_line: bool) -> Option<usize> {
        let mut at = body;
        loop {
            let stop = |character| character == '"' || (!multi_line && is_newline(character));
            at += self.text[at..].find(stop)?;
            if self.text[at..].starts_with(closing) {
                return Some(at - body);
            }
            if !self.text[at..].starts_with('"') {
                return None;
            }
            at += 1;
        }
    }

    /// Reports what is wrong with a closed literal, and takes it as a value.
    fn literal_done(&mut self, start: usize, flaw: Option<Flaw>) {
        let end = self.at;
        match flaw {
            Some(Flaw::Escape(span)) => self.bad_escape(start..end, span),
            Some(Flaw::Indent(span)) => {
                self.mend(start..end);
                self.mistake(
                    &codes::SYNTAX,
                    span,
                    "a line of a string is less indented than its closing `\"\"\"`".to_owned(),
                    "begins with other white space",
                    "indent every line as the closing `\"\"\"`; that much is cut off each".to_owned(),
                );
            }
            Some(Flaw::Closing(span)) => {
                self.mend(start..end);
                self.mistake(
                    &codes::SYNTAX,
                    span,
                    "the `\"\"\"` that closes a string stands behind text".to_owned(),
                    "not on a line of its own",
                    "write it on the next line".to_owned(),
                );
            }
            Some(Flaw::Forbidden(span)) => {
                self.mend(start..end);
                let shown = self.text[span.clone()].escape_unicode().to_string();
                self.mistake(
                    &codes::CONTROL_CHARACTER,
                    span,
                    format!("`{shown}` stands in a string"),
                    "an invisible character",
                    format!("delete it, or write it as `{shown}`"),
                );
            }
            None => {}
        }
        self.value_done(start..end, true);
    }

    fn bad_escape(&mut self, literal: Range<usize>, escape: Range<usize>) {
        self.mend(literal.clone());
        let inner = self.text[literal.clone()].trim_matches('"');
        let help = if inner.len() > LONGEST || inner.contains(is_newline) || inner.contains('"') {
            "write the backslash twice, or use a raw string".to_owned()
        } else {
            format!("write `#\"{inner}\"#`, where a backslash is only a backslash")
        };
        self.mistake(
            &codes::BAD_ESCAPE,
            escape.clone(),
            format!("`{}` is no escape that KDL knows", excerpt(&self.text[escape])),
            "a backslash in a quoted string begins an escape",
            help,
        );
    }

    fn triple_on_one_line(&mut self, start: usize) {
        let line = self.rest_of_line(start);
        let end = start + line[3..].find("\"\"\"").map_or(line.len(), |length| 6 + length);
        self.at = end;
        self.mend(start..end);
        self.mistake(
            &codes::SYNTAX,
            start..start + 3,
            "a string in `\"\"\"` begins on the next line".to_owned(),
            "a line break has to follow",
            "use a single `\"` for a string on one line".to_owned(),
        );
        self.value_done(start..end, true);
    }

    /// A string without its end. On one line the rest of the line is taken for it, so that the next one can be read.
    fn unclosed_string(&mut self, start: usize, multi_line: bool) {
        let line_end = self.run(start, |character| !is_newline(character));
        let end = if multi_line { line_end } else { self.end_lines_below(line_end).unwrap_or(line_end) };
        let hashes = self.run(start, |character| character == '#') - start;
        let (message, help) = if hashes > 0 && !multi_line {
            let closing = format!("\"{}", "#".repeat(hashes));
            let inner = self.rest_of_line(start + hashes + 1);
            let help = match inner.strip_suffix('"').filter(|inner| inner.len() <= LONGEST) {
                Some(inner) => format!("write `{}\"{inner}{closing}`", "#".repeat(hashes)),
                None => format!("write `{closing}` where it ends"),
            };
            (format!("a raw string is not closed: its `{closing}` is missing"), help)
        } else {
            let closing = if multi_line { "\"\"\"` on a line of its own" } else { "\"`" };
            let help = format!(
                "write the closing `{closing} where it ends; a string of several lines begins and ends with `\"\"\"`"
            );
            ("a string is not closed: its second `\"` is missing".to_owned(), help)
        };
        self.fault(&codes::UNCLOSED, start..end, message, "begins here", help);
        if multi_line {
            self.lost = true;
        } else {
            self.at = end;
            self.mend(start..end);
            self.take(start..end, true);
        }
    }

    /// The end of a string that goes on below the line that ends at `at`, though it should not: behind a `"` that
    /// closes something on a line that opens nothing, with nothing that looks like a node on the way there.
    fn end_lines_below(&self, mut at: usize) -> Option<usize> {
        const MOST: usize = 10;
        for _ in 0..MOST {
            let start = at + self.text[at..].chars().next().filter(|next| is_newline(*next))?.len_utf8();
            let line = self.rest_of_line(start);
            let first = line.trim_start_matches(is_space);
            let word = &first[..first.find(|letter| !is_word(letter)).unwrap_or(first.len())];
            let is_node = self.language.has_node(word);
            if is_node || first.starts_with(['}', '/']) {
                return None;
            }
            if line.matches('"').count() % 2 == 1 {
                let quote = line.rfind('"')?;
                let before = line[..quote].ends_with(|letter| !is_space(letter));
                let behind = line[quote + 1..].trim_start_matches(is_space);
                let ends = behind.is_empty() || behind.starts_with(['}', ';']);
                return (before && ends).then_some(start + quote + 1);
            }
            at = start + line.len();
        }
        None
    }
}

/// What is wrong with the lines of a multi-line string, by where they begin; `close` is where its closing quotes are.
/// Each line has to begin with the white space before the closing quotes, or to be blank.
fn indent_flaw(text: &str, lines: &[usize], close: usize) -> Option<Flaw> {
    let last = *lines.last()?;
    let prefix = &text[last..close];
    if let Some(offset) = prefix.find(|character| !is_space(character)) {
        // An escaped line break may stand there; the parser judges it.
        let escaped = prefix[offset..].starts_with('\\');
        return (!escaped).then_some(Flaw::Closing(close..close + 3));
    }
    let bad = lines[..lines.len() - 1].iter().find(|line| {
        let rest = &text[**line..];
        let inner = rest.trim_start_matches(is_space);
        !rest.starts_with(prefix) && !inner.starts_with(is_newline) && !inner.starts_with('\\')
    })?;
    let width = text[*bad..].find(|character| !is_space(character)).unwrap_or_default();
    Some(Flaw::Indent(*bad..*bad + width.max(1)))
}
