//! A line of bash up to the cursor: its words as the command would get them, and how the last of them goes on.

/// What was typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The words without their quotes; the last is the one at the cursor, and may be empty.
    pub(super) words: Vec<String>,
    /// The last of them as it was typed.
    raw: String,
    /// The quote in which the cursor stands.
    quote: Option<char>,
}

impl Line {
    /// Cuts a line into words. Substitutions are taken as they are written.
    pub(super) fn read(text: &str) -> Self {
        let mut line = Self { words: vec![String::new()], raw: String::new(), quote: None };
        let mut characters = text.trim_start().chars();
        while let Some(character) = characters.next() {
            line.raw.push(character);
            match (line.quote, character) {
                (None, ' ' | '\t' | '\n') => {
                    if line.raw.len() > 1 {
                        line.words.push(String::new());
                    }
                    line.raw.clear();
                }
                (None, '\'' | '"') => line.quote = Some(character),
                (Some(quote), _) if character == quote => line.quote = None,
                (None | Some('"'), '\\') => {
                    let Some(next) = characters.next() else { break };
                    line.raw.push(next);
                    if line.quote.is_some() && !matches!(next, '"' | '\\' | '$' | '`') {
                        line.push('\\');
                    }
                    line.push(next);
                }
                _ => line.push(character),
            }
        }
        line
    }

    fn push(&mut self, character: char) {
        if let Some(word) = self.words.last_mut() {
            word.push(character);
        }
    }

    /// Whether the cursor stands in quotes.
    pub(super) fn is_quoted(&self) -> bool {
        self.quote.is_some()
    }

    /// What to put in the place of `replaced`, the end of the line that bash takes for the word at the cursor, so that
    /// the word becomes `candidate`.
    pub(super) fn completed(&self, candidate: &str, replaced: &str) -> String {
        let kept = self.raw.strip_suffix(replaced).unwrap_or_default();
        let kept = Self::read(kept).words.pop().unwrap_or_default();
        let rest = candidate.strip_prefix(&kept).unwrap_or(candidate);
        let mut typed = String::with_capacity(rest.len());
        for (index, character) in rest.chars().enumerate() {
            let is_special = match self.quote {
                Some('\'') => false,
                Some(_) => matches!(character, '"' | '\\' | '$' | '`'),
                None => {
                    " \t\"'\\$`&|;<>()*?[]{}!^".contains(character)
                        || (index == 0 && "~#".contains(character))
                }
            };
            match (self.quote, character) {
                (Some('\''), '\'') => typed.push_str("'\\'"),
                _ if is_special => typed.push('\\'),
                _ => {}
            }
            typed.push(character);
        }
        typed
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    fn words(text: &str) -> Vec<String> {
        Line::read(text).words
    }

    #[test]
    fn a_line_is_cut_as_bash_cuts_it() {
        assert_eq!(words("assembly run do"), ["assembly", "run", "do"]);
        assert_eq!(words("  assembly \t run  "), ["assembly", "run", ""]);
        assert_eq!(words(""), [""]);
        assert_eq!(words("a 'b c' \"d $e\\\" \\f\" g\\ h"), ["a", "b c", "d $e\" \\f", "g h"]);
        assert_eq!(words("a --x='b c"), ["a", "--x=b c"]);
        assert_eq!(words("a Stop:gu a::b"), ["a", "Stop:gu", "a::b"]);
        assert_eq!(words("a '' b\\"), ["a", "", "b"]);
        assert_eq!(words("a ü'ß"), ["a", "üß"]);
    }

    #[test]
    fn a_candidate_is_typed_as_it_has_to_be() {
        let completed =
            |line: &str, replaced: &str, candidate: &str| Line::read(line).completed(candidate, replaced);
        assert_eq!(completed("x do", "do", "docs"), "docs");
        assert_eq!(completed("x a", "a", "a b's $c"), "a\\ b\\'s\\ \\$c");
        assert_eq!(completed("x a\\ ", "a\\ ", "a b"), "a\\ b");
        assert_eq!(completed("x 'a ", "a ", "a b's"), "a b'\\''s");
        assert_eq!(completed("x \"a ", "a ", "a \"$b"), "a \\\"\\$b");
        assert_eq!(completed("x Stop:gu", "gu", "Stop:guard.py"), "guard.py");
        assert_eq!(completed("x --color=al", "al", "--color=always"), "always");
        assert_eq!(completed("x a::b::", "", "a::b::c"), "c");
        assert_eq!(completed("x ", "", "~#"), "\\~#");
        // Bash 3 says less about what it will replace; the whole word is better than a part of it.
        assert_eq!(completed("x abc", "other", "abcd"), "abcd");
    }
}
