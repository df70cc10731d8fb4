//! Words without quotes: the ones KDL knows, and the ones that are something else than their writer meant.

use std::ops::Range;

use super::super::codes;
use super::super::text::excerpt;
use super::scanner::Scanner;
use super::state::Last;
use super::unicode::{is_newline, is_space, is_word};

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
        if !dead && word == "r" && self.old_raw_string(start) {
            return;
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
        let culprit = written.chars().find(|character| !is_word(*character)).unwrap_or('/');
        self.mend(start..end);
        self.mistake(
            &codes::BARE_WORD,
            start..end,
            format!("`{}` needs quotes", excerpt(written)),
            &format!("without quotes a word ends before `{culprit}`"),
            format!("quote it: {}", as_string(written)),
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
        if word == "-" {
            self.mistake(
                &codes::DASH,
                span.clone(),
                "a `-` begins a list item in YAML, not in KDL".to_owned(),
                "read as a node named `-`",
                "write the items behind the node's name: `modules \"a.md\" \"b.md\"`".to_owned(),
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
            format!("write `\"{word}\"` when the word is meant"),
        );
        self.value_done(span, true);
    }

    fn bad_number(&mut self, span: Range<usize>) {
        let word = &self.text[span.clone()];
        self.mend(span.clone());
        let digits = word.trim_end_matches(|character: char| !character.is_ascii_digit());
        let help = if is_number(digits) {
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

    /// A keyword, a raw string, or a comment in the manner of the shell.
    pub(super) fn hash(&mut self) {
        let start = self.at;
        let hashes = self.run(start, |character| character == '#') - start;
        if self.text[start + hashes..].starts_with('"') {
            return self.raw_string(hashes);
        }
        let end = self.run(start + hashes, is_word);
        match &self.text[start..end] {
            "#true" | "#false" | "#null" | "#inf" | "#-inf" | "#nan" => {
                return self.value_done(start..end, false);
            }
            word if self.last == Last::Equals || is_misspelt_keyword(word) => {
                let word = word.to_owned();
                self.mend(start..end.max(start + hashes));
                self.mistake(
                    &codes::SYNTAX,
                    start..end,
                    format!("`{}` is no keyword of KDL", excerpt(&word)),
                    "a word with `#` is `#true`, `#false` or `#null`",
                    format!("write `#true`, `#false` or `#null`, or quote it: {}", as_string(&word)),
                );
                return self.value_done(start..end, true);
            }
            _ => {}
        }
        let line_end = self.run(start, |character| !is_newline(character));
        self.blank(start..line_end);
        self.mistake(
            &codes::HASH_COMMENT,
            start..line_end,
            "`#` begins no comment in KDL".to_owned(),
            "meant as a comment?",
            "write `//` instead of `#`".to_owned(),
        );
        self.at = line_end;
    }
}

/// `#True`, `#yes` and their like: meant as a keyword, not as a comment.
fn is_misspelt_keyword(word: &str) -> bool {
    matches!(
        word.trim_start_matches('#').to_ascii_lowercase().as_str(),
        "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "none" | "nil" | "inf" | "nan" | "t" | "f"
    )
}

/// Whether the parser reads the word as a string.
fn is_plain(word: &str) -> bool {
    !looks_numeric(word) && !matches!(word, "true" | "false" | "null" | "inf" | "-inf" | "nan")
}

/// Whether KDL reads the word as a number, or refuses it as one.
fn looks_numeric(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = unsigned.strip_prefix('.').unwrap_or(unsigned);
    digits.starts_with(|first: char| first.is_ascii_digit())
}

/// `number` of the KDL 2 grammar.
fn is_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = |text: &str, radix| {
        text.starts_with(|first: char| first.is_digit(radix))
            && text.chars().all(|digit| digit == '_' || digit.is_digit(radix))
    };
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(rest) = unsigned.strip_prefix(prefix) {
            return digits(rest, radix);
        }
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole, 10)
        && fraction.is_none_or(|text| digits(text, 10))
        && exponent.is_none_or(|text| digits(text, 10))
}

/// Whether a number is an integer that the parser, which keeps 128 bits, cannot hold.
fn is_too_large(word: &str) -> bool {
    let (sign, unsigned) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let (radix, digits) = match unsigned.get(..2) {
        Some("0x") => (16, &unsigned[2..]),
        Some("0o") => (8, &unsigned[2..]),
        Some("0b") => (2, &unsigned[2..]),
        _ if unsigned.contains(['.', 'e', 'E']) => return false,
        _ => (10, unsigned),
    };
    i128::from_str_radix(&format!("{sign}{}", digits.replace('_', "")), radix).is_err()
}

/// The text as a KDL string, in backticks.
fn as_string(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return "write `\"` before and after it".to_owned();
    }
    if text.contains(['"', '\\']) { format!("`#\"{text}\"#`") } else { format!("`\"{text}\"`") }
}

#[cfg(test)]
mod tests {
    use super::is_number;

    #[test]
    fn knows_the_numbers_of_kdl() {
        for number in ["0", "-5", "+1.5", "1_000", "1e9", "1.5E-3", "0xff", "-0b1_0", "0o7"] {
            assert!(is_number(number), "{number}");
        }
        for word in ["5s", "1.", ".5", "1e", "0x", "0b2", "1.2.3", "2024-01-01", "_1", "1.e5"] {
            assert!(!is_number(word), "{word}");
        }
    }
}
