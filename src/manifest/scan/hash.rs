//! What begins with `#`: keywords, raw strings, and comments in the manner of the shell.

use super::super::codes;
use super::super::text::excerpt;
use super::scanner::Scanner;
use super::state::Last;
use super::unicode::{is_newline, is_word};
use super::words::as_string;

impl Scanner<'_> {
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
