//! What may follow a value, and what is glued to it.

use crate::manifest::text::excerpt;
use std::ops::Range;

use super::super::codes;
use super::scanner::Scanner;
use super::unicode::{is_forbidden, is_invisible, is_newline, is_space, is_word};
use super::words::{as_string, without_lone_quote};

impl Scanner<'_> {
    /// Takes a value, after looking that nothing is glued to its end.
    pub(super) fn value_done(&mut self, span: Range<usize>, text: bool) {
        self.at = span.end;
        if self.looking_at(",") {
            self.comma(span.end..span.end + 1);
            self.at += 1;
            if self.joins_after_comma() {
                return self.take(span, text);
            }
        }
        if text && self.looking_at(":") {
            self.colon_after(span.clone());
        }
        if self.value_ends() {
            return self.take(span, text);
        }
        let glued = self.peek();
        let end = self.glued_end();
        self.mend(span.start..end);
        if let Some(hidden) = glued.filter(|character| is_forbidden(*character)) {
            self.hidden_in_word(hidden, span.start..end);
            self.at = end;
            return self.take(span.start..end, true);
        }
        if glued == Some('"') && self.text[span.clone()].ends_with(':') {
            self.colon_before(span.clone(), end);
            self.at = end;
            return self.take(span.start..end, true);
        }
        // Behind a whole word, a quote with which no string begins is half of a pair.
        let alone = Some(&self.text[span.start..end]).filter(|_| text).and_then(without_lone_quote);
        let help = alone.map_or_else(
            || {
                "put a space between them, or quote the whole; a quote inside of a string is written `\\\"`"
                    .to_owned()
            },
            |word| format!("quote it: {}", as_string(word)),
        );
        self.mistake(
            &codes::GLUED,
            span.start..end,
            "two values stand without a space between them".to_owned(),
            "read as more than one value",
            help,
        );
        self.at = end;
        self.take(span.start..end, true);
    }

    /// `"modules": …`, as in JSON.
    fn colon_after(&mut self, span: Range<usize>) {
        let colon = span.end..span.end + 1;
        let name = self.text[span].trim_matches(['"', '#']);
        self.mistake(
            &codes::COLON,
            colon.clone(),
            format!("a colon stands behind `{}`", excerpt(name)),
            "KDL has no colon between a name and its value",
            format!("write `{} \"…\"`; in `env`, `{}=\"…\"`", excerpt(name), excerpt(name)),
        );
        self.blank(colon);
        self.at += 1;
    }

    /// `B:"y"`, where a property is meant.
    fn colon_before(&mut self, word: Range<usize>, end: usize) {
        let (name, value) = (&self.text[word.start..word.end - 1], &self.text[word.end..end]);
        let help = format!("write `{}={}`", excerpt(name), excerpt(value));
        let message = format!("a colon stands behind `{}`", excerpt(name));
        let label = "KDL has no colon between a name and its value";
        self.mistake(&codes::COLON, word.end - 1..word.end, message, label, help);
    }

    /// A character that cannot be seen is part of a word.
    pub(super) fn hidden_in_word(&mut self, hidden: char, span: Range<usize>) {
        let shown = hidden.escape_unicode();
        let word: String = self.text[span.clone()].chars().filter(|&letter| !is_invisible(letter)).collect();
        self.mistake(
            &codes::CONTROL_CHARACTER,
            span,
            format!("the invisible character `{shown}` stands in a word"),
            "not what it looks like",
            format!("write `{}`, typed anew", excerpt(&word)),
        );
    }

    /// A comma at the end of a line was meant to go on with the values of the next one; whether it does.
    pub(super) fn joins_after_comma(&mut self) -> bool {
        let newline = self.run(self.at, is_space);
        let line = self.run(newline, is_newline);
        let next = self.run(line, is_space);
        let goes_on = line > newline && self.text[next..].starts_with('"');
        if goes_on {
            self.blank(self.at..next);
            self.line_start = line;
            self.indent = Some(next - line);
            self.at = next;
        }
        goes_on
    }

    /// Whether the text at hand may follow a value.
    pub(super) fn value_ends(&self) -> bool {
        let Some(next) = self.peek() else { return true };
        is_space(next)
            || is_newline(next)
            || matches!(next, '}' | ';' | '=' | ')' | ']')
            || (next == '{' && !self.starts_placeholder(self.at))
            || (next == '\\' && self.joins_lines(self.at))
            || self.looking_at("//")
            || self.looking_at("/*")
    }

    /// The end of everything that hangs together with the value before the byte at hand, on its line. Where it is commented
    /// out, a `=` ends it, with or without a space before it.
    pub(super) fn glued_end(&mut self) -> usize {
        let is_dead = self.is_dead();
        let mut quoted = false;
        let mut end = self.at;
        for character in self.text[self.at..].chars() {
            let ends = is_newline(character)
                || (!quoted && (is_space(character) || character == ';' || (is_dead && character == '=')));
            if ends {
                break;
            }
            quoted ^= character == '"';
            end += character.len_utf8();
        }
        // The end of a string of several lines, in the middle of a mistake, is anyone's guess.
        self.lost |= self.text[self.at..end].contains("\"\"\"");
        end
    }

    /// Blanks a comma, and says so once for each node.
    pub(super) fn comma(&mut self, span: Range<usize>) {
        self.blank(span.clone());
        if !self.reported.comma && !self.in_list {
            self.mistake(
                &codes::COMMA,
                span,
                "a comma stands between values".to_owned(),
                "would become part of a name",
                "separate values by a space: `\"a.md\" \"b.md\"`".to_owned(),
            );
        }
        self.reported.comma = true;
    }

    /// Whether `start` begins a `{{name}}` without quotes.
    pub(super) fn starts_placeholder(&self, start: usize) -> bool {
        self.text[start..].starts_with("{{") && {
            let end = self.run(start + 2, is_word);
            end > start + 2 && self.text[end..].starts_with("}}")
        }
    }
}
