//! `=`, and the brackets and parentheses that no node takes.

use super::super::codes;
use super::super::text::excerpt;
use super::scanner::Scanner;
use super::state::Last;

impl Scanner<'_> {
    /// Reports a `=` that is the last thing in its node.
    pub(super) fn equals_without_value(&mut self) {
        if self.last != Last::Equals {
            return;
        }
        let at = self.last_end.saturating_sub(1);
        // Alone, the name would be a value.
        self.mend(self.last_start..at);
        self.blank(at..at + 1);
        self.mistake(
            &codes::EQUALS,
            at..at + 1,
            "no value follows the `=`".to_owned(),
            "a value is wanted here",
            "write `name=\"value\"`".to_owned(),
        );
        self.last = Last::Value;
    }

    /// `=` between the name and the value of a property.
    pub(super) fn equals(&mut self) {
        let start = self.at;
        self.at += 1;
        if self.last == Last::Text {
            self.last = Last::Equals;
            self.last_end = self.at;
            return;
        }
        if self.last == Last::Block {
            return self.behind_block(start..self.at);
        }
        self.blank(start..self.at);
        let (message, help) = if self.last == Last::Name {
            ("a node's value follows its name without `=`", "write `name \"value\"`")
        } else {
            (
                "no property name stands before the `=`",
                "write `name=\"value\"`; quote a word that holds a `=`",
            )
        };
        self.mistake(&codes::EQUALS, start..self.at, message.to_owned(), "not here", help.to_owned());
        if self.last == Last::Value {
            let end = self.run(self.at, super::unicode::is_word);
            self.blank(self.at..end);
            self.at = end;
        }
    }

    /// Brackets of a list, which KDL does not have.
    pub(super) fn bracket(&mut self, character: char) {
        let start = self.at;
        self.at += 1;
        self.blank(start..self.at);
        let closes = character == ']';
        if !(closes && self.in_list) {
            self.mistake(
                &codes::LIST,
                start..self.at,
                format!("`{character}` is no part of KDL"),
                "values follow one another",
                self.without_brackets(start),
            );
        }
        self.in_list = !closes;
    }

    /// How the list that begins at `start` is written.
    fn without_brackets(&self, start: usize) -> String {
        const LONGEST: usize = 80;
        let node = self.text[self.node.clone()].trim_matches('"');
        let line = self.rest_of_line(start + 1);
        let values = line.find(']').map(|end| line[..end].replace(',', " "));
        let values = values.map(|values| values.split_whitespace().collect::<Vec<_>>().join(" "));
        match values.filter(|values| !values.is_empty() && values.len() <= LONGEST) {
            Some(values) if !node.is_empty() && self.last != Last::Nothing => {
                format!("write the values with spaces between them: `{} {values}`", excerpt(node))
            }
            _ => format!("write the values with spaces between them: `{}`", self.language.values),
        }
    }

    /// A type annotation, which no node takes.
    pub(super) fn parenthesis(&mut self, character: char) {
        let start = self.at;
        let line = self.rest_of_line(start + 1);
        let end = start + 1 + line.find(['(', ')', '{', '}', ';', '"']).unwrap_or(line.len());
        let closed = character == '(' && self.text[end..].starts_with(')');
        self.at = if closed { end + 1 } else { start + 1 };
        self.blank(start..self.at);
        if closed {
            self.mistake(
                &codes::TYPE_ANNOTATION,
                start..self.at,
                format!(
                    "`{}` is a type annotation, and no node takes one",
                    excerpt(&self.text[start..self.at])
                ),
                "not needed",
                "delete it; a value that begins with `(` has to be quoted".to_owned(),
            );
        } else {
            self.mistake(
                &codes::SYNTAX,
                start..self.at,
                format!("a `{character}` stands alone"),
                "has no meaning here",
                "quote the value that it belongs to".to_owned(),
            );
        }
    }
}
