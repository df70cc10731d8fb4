//! Words without quotes: the ones KDL knows, and the ones that are something else than their writer meant.

use std::ops::Range;

use super::super::codes;
use super::super::text::excerpt;
use super::numbers::{is_number, is_plain, is_too_large, looks_numeric};
use super::scanner::Scanner;
use super::state::Last;
use super::unicode::{is_invisible, is_newline, is_space, is_word};

/// Quotes of other languages and of word processors, each with the ones that may close it.
const QUOTES: &[(char, &[char])] = &[
    ('\'', &['\'']),
    ('`', &['`', '\'']),
    ('‘', &['’', '‘', '\'']),
    ('’', &['’', '\'']),
    ('“', &['”', '“', '"']),
    ('”', &['”', '"']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
];

impl Scanner<'_> {
    pub(super) fn word(&mut self) {
        let start = self.at;
        let end = self.run(start, is_word);
        let word = &self.text[start..end];
        let dead = self.is_dead();
        if !dead && word.starts_with(|first| QUOTES.iter().any(|(quote, _)| *quote == first)) {
            return self.foreign_quotes(start);
        }
        if word == "r" && self.old_raw_string(start) {
            return;
        }
        // Joiners have a meaning in words of other scripts.
        if let Some(hidden) = word.chars().find(|character| is_invisible(*character))
            && word.chars().all(|character| character.is_ascii() || is_invisible(character))
        {
            self.mend(start..end);
            self.hidden_in_word(hidden, start..end);
            return self.value_done(start..end, true);
        }
        if self.goes_on(end) {
            return self.bare_path(start);
        }
        if word == "," || (word.ends_with(',') && self.last != Last::Nothing) {
            return self.word_with_comma(start..end);
        }
        self.at = end;
        if self.last == Last::Nothing && self.beside_name(start..end) {
            return;
        }
        match word {
            "true" | "false" | "null" => self.old_keyword(start..end),
            "inf" | "-inf" | "nan" => self.bare_number_word(start..end),
            _ if looks_numeric(word) && !is_number(word) => self.bad_number(start..end),
            _ if looks_numeric(word) && is_too_large(word) => self.too_large(start..end),
            _ => self.value_done(start..end, !looks_numeric(word)),
        }
    }

    /// Whether a word is cut short at `end` by a character that only a quoted one can hold.
    fn goes_on(&self, end: usize) -> bool {
        match self.text[end..].chars().next() {
            Some('/' | '#' | '[' | '(') => true,
            Some('{') => self.starts_placeholder(end),
            Some('\\') => !self.joins_lines(end),
            _ => false,
        }
    }

    /// Everything from `start` to the next space: a path, a URL or a glob that should have been quoted.
    pub(super) fn bare_path(&mut self, start: usize) {
        self.at = self.bare_end(start);
        let end = if self.value_ends() { self.at } else { self.glued_end() };
        // `--option={{x}}` is one word to its writer, not a property.
        let is_option = self.last == Last::Equals && self.text[self.last_start..].starts_with('-');
        let start = if is_option { self.last_start } else { start };
        if is_option {
            self.last = Last::Value;
        }
        let written = &self.text[start..end];
        let meant = without_lone_quote(written).unwrap_or(written);
        let culprit = written.chars().find(|character| !is_word(*character)).unwrap_or('/');
        self.mend(start..end);
        self.mistake(
            &codes::BARE_WORD,
            start..end,
            format!("`{}` needs quotes", excerpt(written)),
            &format!("without quotes a word ends before `{culprit}`"),
            format!("quote it: {}", as_string(meant)),
        );
        self.at = end;
        self.take(start..end, true);
    }

    pub(super) fn placeholder(&mut self) {
        self.bare_path(self.at);
    }

    /// The end of what looks like one word to a person.
    fn bare_end(&self, start: usize) -> usize {
        let mut braces = 0_usize;
        let mut end = start;
        for character in self.text[start..].chars() {
            match character {
                '{' if braces > 0 || self.starts_placeholder(end) => braces += 1,
                '}' if braces > 0 => braces -= 1,
                '{' | '}' | ';' | '"' => break,
                _ if is_space(character) || is_newline(character) => break,
                _ => {}
            }
            end += character.len_utf8();
        }
        end.max(start + self.text[start..].chars().next().map_or(0, char::len_utf8))
    }

    fn foreign_quotes(&mut self, start: usize) {
        let line = self.rest_of_line(start);
        let mut characters = line.chars();
        let first = characters.next().unwrap_or('\'');
        let closers =
            QUOTES.iter().find(|(quote, _)| *quote == first).map_or(&[][..], |(_, closers)| *closers);
        let skipped = first.len_utf8();
        let inner = line[skipped..].find(closers).unwrap_or_else(|| {
            line[skipped..]
                .find(|character| is_space(character) || matches!(character, ';' | '{' | '}' | '"'))
                .unwrap_or(line.len() - skipped)
        });
        let content = &line[skipped..skipped + inner];
        let closer = line[skipped + inner..].chars().next().filter(|character| closers.contains(character));
        let end = start + skipped + inner + closer.map_or(0, char::len_utf8);
        self.mend(start..end);
        self.mistake(
            &codes::QUOTES,
            start..end,
            format!("`{first}` is no quote in KDL and becomes part of the word"),
            "not what it looks like",
            format!("write {}", as_string(content)),
        );
        self.value_done(start..end, true);
    }

    /// KDL 1's `r"…"` and `r#"…"#`; whether there is one.
    fn old_raw_string(&mut self, start: usize) -> bool {
        let quote = self.run(start + 1, |character| character == '#');
        if !self.text[quote..].starts_with('"') {
            return false;
        }
        let closing = format!("\"{}", &self.text[start + 1..quote]);
        let Some(length) = self.rest_of_line(quote + 1).find(&closing) else { return false };
        let content = &self.text[quote + 1..quote + 1 + length];
        let end = quote + 1 + length + closing.len();
        self.mend(start..end);
        self.mistake(
            &codes::OLD_KDL,
            start..end,
            "a raw string is written as in KDL 1".to_owned(),
            "KDL 2 has no `r` before the quotes",
            if content.contains('"') {
                format!("write `##\"{content}\"##`")
            } else {
                format!("write `#\"{content}\"#`")
            },
        );
        self.value_done(start..end, true);
        true
    }

    fn word_with_comma(&mut self, span: Range<usize>) {
        let comma = span.end - 1;
        self.comma(comma..span.end);
        self.at = span.end;
        self.joins_after_comma();
        if comma > span.start {
            if !is_plain(&self.text[span.start..comma]) {
                self.mend(span.start..comma);
            }
            self.take(span.start..comma, true);
        }
    }

    /// `cli:` and YAML's `-`, where a node's name should stand; whether it was one of them.
    fn beside_name(&mut self, span: Range<usize>) -> bool {
        let word = &self.text[span.clone()];
        if word == "-" && !self.takes_items() {
            self.mistake(
                &codes::DASH,
                span.clone(),
                "a `-` begins a list item in YAML, not in KDL".to_owned(),
                "read as a node named `-`",
                self.without_dash(span.end),
            );
            let end = if self.value_ends() { span.end } else { self.glued_end() };
            self.mend(span.start..end);
            self.at = end;
            self.take(span.start..end, true);
            return true;
        }
        let Some(name) = word.strip_suffix(':').filter(|name| !name.is_empty() && is_plain(name)) else {
            return false;
        };
        self.mistake(
            &codes::COLON,
            span.clone(),
            format!("the colon makes this a node named `{}`", excerpt(word)),
            "KDL has no colon between a name and its value",
            format!("write `{} \"…\"`", excerpt(name)),
        );
        self.blank(span.end - 1..span.end);
        self.take(span.start..span.end - 1, true);
        true
    }

    /// Whether a node `-` may be meant.
    fn takes_items(&self) -> bool {
        let owners = self.frames.iter().map(|frame| self.text[frame.owner.clone()].trim_matches('"'));
        self.language.items.is_some_and(|items| owners.into_iter().any(|owner| owner == items))
    }

    /// How the item of a list in a block is written, whose dash ends at `start`.
    fn without_dash(&self, start: usize) -> String {
        let owner = self.frames.last().map_or("", |frame| self.text[frame.owner.clone()].trim_matches('"'));
        let line = self.rest_of_line(start).trim_matches(is_space);
        let item = line.split(|character| is_space(character) || character == '}').next().unwrap_or_default();
        let item = item.trim_matches(['"', '\'']);
        if owner.is_empty() || item.is_empty() || item.contains('"') {
            return format!("write the items behind the node's name: `{}`", self.language.values);
        }
        format!("write the items behind the node's name: `{} \"{}\"`", excerpt(owner), excerpt(item))
    }

    fn old_keyword(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        self.mend(span.clone());
        self.mistake(
            &codes::OLD_KDL,
            span.clone(),
            format!("`{word}` is written as in KDL 1"),
            "a keyword begins with `#`",
            format!("write `#{word}`, or `\"{word}\"` when the word is meant"),
        );
        self.value_done(span, true);
    }

    fn bare_number_word(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        self.mend(span.clone());
        self.mistake(
            &codes::OLD_KDL,
            span.clone(),
            format!("`{word}` is reserved in KDL"),
            "neither a number nor a word",
            if self.last == Last::Equals {
                "write a number, or leave the property out where nothing is to be limited".to_owned()
            } else {
                format!("write `\"{word}\"` when the word is meant")
            },
        );
        self.value_done(span, true);
    }

    fn bad_number(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        self.mend(span.clone());
        let digits = word.trim_end_matches(|character: char| !character.is_ascii_digit());
        let decimal = word.replacen(',', ".", 1);
        let decimal = if decimal.starts_with('.') { format!("0{decimal}") } else { decimal };
        let help = if is_number(&decimal) {
            format!("write `{decimal}` for the number, or `\"{word}\"` for the text")
        } else if is_number(digits) {
            format!("write `{digits}` for the number, or `\"{word}\"` for the text")
        } else {
            format!("quote it: {}", as_string(word))
        };
        self.mistake(
            &codes::BAD_NUMBER,
            span.clone(),
            format!("`{}` begins like a number and is none", excerpt(word)),
            "neither a number nor a word",
            help,
        );
        self.value_done(span, true);
    }

    fn too_large(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        self.mend(span.clone());
        self.mistake(
            &codes::OUT_OF_RANGE,
            span.clone(),
            format!("the number `{}` is too large", excerpt(word)),
            "has more than 128 bits",
            format!("write a smaller number, or quote it: {}", as_string(word)),
        );
        self.value_done(span, true);
    }
}

/// What was meant by a word that ends with the only quote it has: the other one of the pair is missing.
pub(super) fn without_lone_quote(written: &str) -> Option<&str> {
    written.strip_suffix('"').filter(|word| !word.is_empty() && !word.contains('"'))
}

/// The text as a KDL string, in backticks.
pub(super) fn as_string(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return "write `\"` before and after it".to_owned();
    }
    if text.contains(['"', '\\']) { format!("`#\"{text}\"#`") } else { format!("`\"{text}\"`") }
}
