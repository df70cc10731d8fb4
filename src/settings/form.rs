//! How a file is written, so that what comes looks like what is there.

use super::document::{Body, Document, Node};

/// The habits of a file.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// `\n` or `\r\n`.
    pub(super) line_end: &'static str,
    /// What one level is indented by.
    pub(super) unit: String,
    /// What stands between a key and its value.
    pub(super) colon: String,
    /// What follows a comma on one line.
    pub(super) gap: &'static str,
    /// Whether members have lines of their own.
    pub(super) has_lines: bool,
}

impl Form {
    /// The habits that the beginning of a file shows.
    pub(super) fn of(document: &Document) -> Self {
        let text = document.text();
        let line_end = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let mut form =
            Self { line_end, unit: "  ".to_owned(), colon: ": ".to_owned(), gap: " ", has_lines: true };
        let Some(first) = document.root.members().first() else { return form };
        let colon = &text[first.key_span.end..first.value.span.start];
        if !colon.contains(['\n', '\r']) {
            colon.clone_into(&mut form.colon);
            form.gap = if colon == ":" { "" } else { " " };
        }
        let before = &text[document.root.span.start + 1..first.key_span.start];
        match indent_in(before) {
            Some(indent) => {
                let outer = indent_before(text, document.root.span.start);
                indent.strip_prefix(outer).unwrap_or(indent).clone_into(&mut form.unit);
            }
            None => form.has_lines = false,
        }
        form
    }

    /// A value as it would stand on a line that is indented so; nothing: on one line with all else.
    pub(super) fn print(&self, document: &Document, node: &Node, indent: Option<&str>) -> String {
        let mut text = String::new();
        self.write(document, node, indent, &mut text);
        text
    }

    /// A member as it would stand there.
    pub(super) fn print_member(
        &self,
        document: &Document,
        key: &str,
        node: &Node,
        indent: Option<&str>,
    ) -> String {
        let mut text = quoted(key);
        text.push_str(&self.colon);
        self.write(document, node, indent, &mut text);
        text
    }

    fn write(&self, document: &Document, node: &Node, indent: Option<&str>, text: &mut String) {
        let parts = match &node.body {
            Body::Plain | Body::Text(_) => return text.push_str(document.raw(node)),
            Body::Array(elements) => elements.iter().map(|element| (None, element)).collect(),
            Body::Object(members) => members
                .iter()
                .map(|member| (Some(member.key_span.clone()), &member.value))
                .collect::<Vec<_>>(),
        };
        let inner = indent.map(|indent| format!("{indent}{}", self.unit));
        let brackets = if matches!(node.body, Body::Array(_)) { ['[', ']'] } else { ['{', '}'] };
        text.push(brackets[0]);
        for (index, (key, value)) in parts.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            match &inner {
                Some(inner) => text.extend([self.line_end, inner]),
                None if index > 0 => text.push_str(self.gap),
                None => {}
            }
            if let Some(key) = key {
                text.extend([&document.text[key.clone()], &self.colon]);
            }
            self.write(document, value, inner.as_deref(), text);
        }
        if let (Some(indent), false) = (indent, parts.is_empty()) {
            text.extend([self.line_end, indent]);
        }
        text.push(brackets[1]);
    }
}

/// A value on one line and without any space.
pub(super) fn compact(document: &Document, node: &Node) -> String {
    let form = Form { line_end: "", unit: String::new(), colon: ":".to_owned(), gap: "", has_lines: false };
    form.print(document, node, None)
}

/// A string in quotes.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What the last line of some white space is indented by; nothing when that has no line end.
pub(super) fn indent_in(space: &str) -> Option<&str> {
    space.rfind('\n').map(|at| &space[at + 1..])
}

/// What the line is indented by that a byte stands on.
pub(super) fn indent_before(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..at];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
