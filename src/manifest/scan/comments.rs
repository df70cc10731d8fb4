//! Comments, `/-`, and the backslash that joins lines.

use super::super::codes;
use super::DEPTH;
use super::scanner::Scanner;
use super::state::{Last, Slashdash};
use super::unicode::{is_newline, is_space};

impl Scanner<'_> {
    pub(super) fn slash(&mut self) {
        if self.looking_at("//") {
            self.at = self.run(self.at, |character| !is_newline(character));
        } else if self.looking_at("/*") {
            self.block_comment();
        } else if self.looking_at("/-") {
            self.slashdash();
        } else {
            self.bare_path(self.at);
        }
    }

    /// A comment is white space, whatever it holds; blanking it spares the parser a recursion for every `*` in it.
    fn block_comment(&mut self) {
        let start = self.at;
        let mut open = vec![start];
        self.at += 2;
        while let Some(length) =
            self.text.as_bytes()[self.at..].iter().position(|byte| matches!(byte, b'*' | b'/'))
        {
            self.at += length;
            if self.looking_at("*/") {
                self.at += 2;
                open.pop();
                if open.is_empty() {
                    return self.blank(start..self.at);
                }
            } else if self.looking_at("/*") {
                if open.len() == DEPTH {
                    self.lost = true;
                    return self.fault(
                        &codes::NESTING,
                        self.at..self.at + 2,
                        format!("comments nest deeper than {DEPTH}"),
                        "this comment is one too many",
                        "a `/*` inside of a comment needs its own `*/`".to_owned(),
                    );
                }
                open.push(self.at);
                self.at += 2;
            } else {
                self.at += 1;
            }
        }
        self.lost = true;
        let unclosed = open.pop().unwrap_or(start);
        self.fault(
            &codes::UNCLOSED,
            unclosed..unclosed + 2,
            "a comment is not closed".to_owned(),
            "opened here",
            "write `*/` where it ends; comments nest, so a glob such as `\"src/**/*.rs\"` has to be quoted"
                .to_owned(),
        );
    }

    fn slashdash(&mut self) {
        let start = self.at;
        self.at += 2;
        if self.slashdash.is_some() {
            self.blank(start..self.at);
            return self.fault(
                &codes::SYNTAX,
                start..self.at,
                "a `/-` stands before another `/-`".to_owned(),
                "has nothing to comment out",
                "write it once".to_owned(),
            );
        }
        self.slashdash = Some(Slashdash { start, before_node: self.last == Last::Nothing });
    }

    /// Whether the backslash at `at` has nothing but white space or a comment behind it on its line.
    pub(super) fn joins_lines(&self, at: usize) -> bool {
        let rest = self.text[at + 1..].trim_start_matches(is_space);
        rest.is_empty() || rest.starts_with(is_newline) || rest.starts_with("//")
    }

    /// A backslash outside of strings joins the next line to this one.
    pub(super) fn backslash(&mut self) {
        let start = self.at;
        self.at = self.run(start + 1, is_space);
        while self.looking_at("/*") && !self.lost {
            self.block_comment();
            self.at = self.run(self.at, is_space);
        }
        if self.looking_at("//") {
            self.at = self.run(self.at, |character| !is_newline(character));
        }
        match self.peek() {
            None => {}
            Some('\r') if self.looking_at("\r\n") => self.at += 2,
            Some(newline) if is_newline(newline) => self.at += newline.len_utf8(),
            Some(_) => {
                self.at = start;
                self.bare_path(start);
            }
        }
    }
}
