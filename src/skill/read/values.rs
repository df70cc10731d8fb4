//! Reads one value as text, list or word, and reports what is wrong with it.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, Spanned, did_you_mean, visible};
use crate::skill::codes;
use crate::skill::yaml::{self, Content, Node, Scalar};

/// Turns nodes into values.
pub(super) struct Values<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    problems: &'a mut Problems,
}

impl<'a> Values<'a> {
    pub(super) fn new(file: &'a Arc<SourceFile>, problems: &'a mut Problems) -> Self {
        Self { file, problems }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.problems.push(diagnostic);
    }

    pub(super) fn place(&self, node: &Node) -> Place {
        Place::new(self.file, node.span.clone())
    }

    /// Text; what is not text but can be read as it stands is taken with a warning.
    pub(super) fn text(&mut self, key: &str, at: &Node, node: &Node) -> Option<Spanned<String>> {
        let scalar = self.scalar(key, at, node)?;
        let place = self.place(node);
        let text = text_of(scalar);
        self.check_characters(key, text, &place);
        self.check_type(key, scalar, &place);
        self.check_comment(key, scalar, &place);
        Some(Spanned::new(text.to_owned(), place))
    }

    /// Text that by custom stands in brackets without quotes, as in `argument-hint: [issue-number]`.
    pub(super) fn hint(&mut self, key: &str, at: &Node, node: &Node) -> Option<Spanned<String>> {
        if matches!(node.content, Content::Scalar(_)) {
            return self.text(key, at, node);
        }
        let place = self.place(node);
        let text = place.text().trim().to_owned();
        if !text.starts_with(['[', '{']) || text.contains('\n') {
            self.wrong_type(key, node, "text");
            return None;
        }
        self.push(
            Diagnostic::new(
                &codes::UNQUOTED,
                format!("the value of `{key}` is in brackets and not in quotes"),
            )
            .label(&place, "a list for YAML; Claude Code shows it as it stands")
            .help(format!("write `{key}: {}`", visible(&yaml::double_quoted(&text)))),
        );
        Some(Spanned::new(text, place))
    }

    /// Text of which only the words count, not how they are written.
    pub(super) fn word(&mut self, key: &str, at: &Node, node: &Node) -> Option<Spanned<String>> {
        let scalar = self.scalar(key, at, node)?;
        Some(Spanned::new(text_of(scalar).to_owned(), self.place(node)))
    }

    /// One of a few words.
    pub(super) fn choice<T>(
        &mut self,
        key: &str,
        at: &Node,
        node: &Node,
        words: &[&str],
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let written = self.word(key, at, node)?;
        let chosen = parse(&written.value);
        if chosen.is_none() {
            let help = match did_you_mean(&written.value, words.iter().copied()) {
                Some(near) => format!("did you mean `{key}: {near}`?"),
                None => format!("write one of `{}`", words.join("`, `")),
            };
            let message = format!("`{}` is no value of `{key}`", visible(&written.value));
            self.push(
                Diagnostic::new(&codes::UNKNOWN_VALUE, message)
                    .label(&written.place, "no harness knows this word here")
                    .help(help),
            );
        }
        chosen
    }

    /// A list, or one string that `split` makes one of; and where each entry stands.
    pub(super) fn list(
        &mut self,
        key: &str,
        at: &Node,
        node: &Node,
        split: impl Fn(&str) -> Vec<String>,
    ) -> (Vec<String>, Vec<Place>) {
        if let Content::Sequence(items) = &node.content {
            let entries = items.iter().filter_map(|item| self.entry(key, item));
            return entries.map(|entry| (entry.value, entry.place)).unzip();
        }
        if matches!(node.content, Content::Mapping(_)) {
            self.wrong_type(key, node, "a list");
            return (Vec::new(), Vec::new());
        }
        let Some(scalar) = self.scalar(key, at, node) else { return (Vec::new(), Vec::new()) };
        let place = self.place(node);
        self.check_comment(key, scalar, &place);
        let entries = split(text_of(scalar));
        for entry in &entries {
            self.check_characters(key, entry, &place);
        }
        let places = vec![place; entries.len()];
        (entries, places)
    }

    fn entry(&mut self, key: &str, item: &Node) -> Option<Spanned<String>> {
        let Content::Scalar(scalar) = &item.content else {
            self.wrong_type(key, item, "text");
            return None;
        };
        let place = self.place(item);
        if scalar.is_null() {
            self.push(
                Diagnostic::new(&codes::NO_VALUE, format!("an entry of `{key}` is empty"))
                    .label(&place, "nothing stands here")
                    .help("delete the entry"),
            );
            return None;
        }
        let text = text_of(scalar);
        self.check_characters(key, text, &place);
        Some(Spanned::new(text.to_owned(), place))
    }

    fn scalar<'node>(&mut self, key: &str, at: &Node, node: &'node Node) -> Option<&'node Scalar> {
        match &node.content {
            Content::Scalar(scalar) if scalar.is_null() => {
                self.no_value(key, at);
                None
            }
            Content::Scalar(scalar) => Some(scalar),
            _ => {
                self.wrong_type(key, node, "text");
                None
            }
        }
    }

    pub(super) fn no_value(&mut self, key: &str, at: &Node) {
        let place = self.place(at);
        self.push(
            Diagnostic::new(&codes::NO_VALUE, format!("`{key}` has no value"))
                .label(&place, "counts as not there")
                .help(format!("write a value behind `{key}:`, or delete the line")),
        );
    }

    pub(super) fn wrong_type(&mut self, key: &str, node: &Node, expected: &str) {
        let place = self.place(node);
        let written = place.text().trim();
        let help = if expected == "text" && !written.contains('\n') {
            format!("write it in quotes: `{}`", visible(&yaml::double_quoted(written)))
        } else {
            match expected {
                "text" => format!("write one string behind `{key}:`"),
                "a list" => format!("write `{key}: [one, two]`"),
                _ => format!("write indented lines `name: value` below `{key}:`"),
            }
        };
        self.push(
            Diagnostic::new(
                &codes::WRONG_TYPE,
                format!("`{key}` takes {expected}, found {}", node.describe()),
            )
            .label(&place, format!("{} here", node.describe()))
            .help(help),
        );
    }

    pub(super) fn duplicate(&mut self, key: &str, first: &Node, second: &Node) {
        let (first, second) = (self.place(first), self.place(second));
        self.push(
            Diagnostic::new(&codes::DUPLICATE_KEY, format!("key `{}` stands twice", visible(key)))
                .label(&second, "the second one")
                .label(&first, "the first one")
                .help("delete one of the two"),
        );
    }
}

/// The newlines that end a block belong to the block, not to the text.
pub(super) fn text_of(scalar: &Scalar) -> &str {
    if scalar.block { scalar.text.trim_end_matches('\n') } else { &scalar.text }
}
