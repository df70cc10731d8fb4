//! Reads `metadata` and `hooks`, whose keys belong to others, and keeps them as they are.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use super::values::{Values, text_of};
use crate::diagnostic::{Diagnostic, visible};
use crate::skill::codes;
use crate::skill::rules;
use crate::skill::yaml::{Content, Node, Scalar};

/// Reads a tree of values.
pub(super) struct Tree<'a, 'values> {
    values: &'a mut Values<'values>,
    /// The open spec has strings only in `metadata`.
    strings_only: bool,
}

impl<'a, 'values> Tree<'a, 'values> {
    pub(super) fn metadata(values: &'a mut Values<'values>) -> Self {
        Self { values, strings_only: true }
    }

    pub(super) fn hooks(values: &'a mut Values<'values>) -> Self {
        Self { values, strings_only: false }
    }

    pub(super) fn read(mut self, key: &str, at: &Node, node: &Node) -> Map<String, Value> {
        match &node.content {
            Content::Mapping(pairs) => self.fields(key, pairs, true),
            Content::Scalar(scalar) if scalar.is_null() => {
                self.values.no_value(key, at);
                Map::new()
            }
            _ => {
                self.values.wrong_type(key, node, "keys and values");
                Map::new()
            }
        }
    }

    fn fields(&mut self, key: &str, pairs: &[(Node, Node)], outermost: bool) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut first: HashMap<&str, &Node> = HashMap::new();
        for (name, node) in pairs {
            let Content::Scalar(scalar) = &name.content else {
                self.values.wrong_type(key, name, "words as keys");
                continue;
            };
            if let Some(first) = first.insert(&scalar.text, name) {
                self.values.duplicate(&scalar.text, first, name);
                continue;
            }
            self.check(key, &scalar.text, name);
            let string = self.strings_only && outermost;
            if string {
                self.check_string(key, &scalar.text, node);
            }
            fields.insert(scalar.text.clone(), self.value(key, node, string));
        }
        fields
    }

    fn value(&mut self, key: &str, node: &Node, string: bool) -> Value {
        match &node.content {
            Content::Sequence(items) => {
                Value::Array(items.iter().map(|item| self.value(key, item, false)).collect())
            }
            Content::Mapping(pairs) => Value::Object(self.fields(key, pairs, false)),
            Content::Scalar(scalar) => {
                let text = text_of(scalar);
                self.check(key, text, node);
                match typed(scalar, text) {
                    // Kept as it is written: `1.10` is a version, not 1.1.
                    Value::Number(_) if string => Value::String(text.to_owned()),
                    typed => typed,
                }
            }
        }
    }

    /// A value of `metadata` that is not a string.
    fn check_string(&mut self, key: &str, name: &str, node: &Node) {
        let place = self.values.place(node);
        match &node.content {
            Content::Scalar(scalar) if scalar.is_null() => {}
            Content::Scalar(scalar) => {
                self.values.check_type(&format!("{key}.{}", visible(name)), scalar, &place);
            }
            _ => self.values.push(
                Diagnostic::new(
                    &codes::NOT_TEXT,
                    format!(
                        "`{key}.{}` takes text in the open spec, found {}",
                        visible(name),
                        node.describe()
                    ),
                )
                .label(&place, "kept; only the harness that it is meant for understands it")
                .help("write it as one string if a validator of the open spec shall take it"),
            ),
        }
    }

    fn check(&mut self, key: &str, text: &str, node: &Node) {
        let place = self.values.place(node);
        if self.strings_only {
            self.values.check_characters(key, text, &place);
            return;
        }
        // The command of a hook may be a script of several indented lines.
        if let Some((character, kind)) = rules::forbidden(text, &['\n', '\r', '\t']) {
            self.values.push(super::characters::diagnostic(key, character, kind, &place));
        }
    }
}

/// What YAML 1.2 makes of a scalar.
fn typed(scalar: &Scalar, text: &str) -> Value {
    if !scalar.plain {
        return Value::String(text.to_owned());
    }
    if scalar.is_null() {
        return Value::Null;
    }
    match text {
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number)
}

fn number(text: &str) -> Option<Number> {
    let radix =
        |prefix, base| text.strip_prefix(prefix).and_then(|digits| u64::from_str_radix(digits, base).ok());
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Some(number.into());
    }
    // Rust reads `inf` and `nan` as well.
    if !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
        return None;
    }
    let integer = text.parse::<u64>().map(Number::from).or_else(|_| text.parse::<i64>().map(Number::from));
    integer.ok().or_else(|| text.parse().ok().and_then(Number::from_f64))
}
