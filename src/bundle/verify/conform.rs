//! Compares a document with its shape and reports every difference.

use serde_json::{Map, Value};

use super::pointer::Pointer;
use super::shape::{Field, Shape};
use crate::bundle::{Finding, codes};
use crate::diagnostic::{Code, did_you_mean, visible};

/// Everything in `value` that is not as `shape` has it.
pub(in crate::bundle) fn conform(document: &str, value: &Value, shape: &Shape) -> Vec<Finding> {
    let mut comparison = Comparison { document, at: Pointer::default(), findings: Vec::new() };
    comparison.value(value, shape);
    comparison.findings
}

struct Comparison<'a> {
    document: &'a str,
    at: Pointer,
    findings: Vec<Finding>,
}

impl Comparison<'_> {
    fn value(&mut self, value: &Value, shape: &Shape) {
        match (shape, value) {
            (Shape::OrNull(_), Value::Null) => {}
            (Shape::OrNull(shape), value) => self.value(value, shape),
            (Shape::List(shape), Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    let above = self.at.enter_index(index);
                    self.value(item, shape);
                    self.at.leave(above);
                }
            }
            (Shape::Object(fields), Value::Object(object)) => self.fields(object, fields, None),
            (Shape::Tagged(tag, variants), Value::Object(object)) => self.tagged(object, tag, variants),
            (shape, value) if fits(shape, value) => {}
            (shape, value) => {
                let fact = format!("is {}, and must be {}", shown(value), shape.describe());
                self.report(&codes::WRONG_VALUE, &fact);
            }
        }
    }

    fn fields(&mut self, object: &Map<String, Value>, fields: &[Field], tag: Option<&str>) {
        for (key, shape) in fields {
            let above = self.at.enter(key);
            match object.get(*key) {
                Some(value) => self.value(value, shape),
                None => self.report(&codes::MISSING_KEY, "is missing"),
            }
            self.at.leave(above);
        }
        let is_known = |key: &str| tag == Some(key) || fields.iter().any(|(known, _)| *known == key);
        for key in object.keys().filter(|key| !is_known(key)) {
            let above = self.at.enter(key);
            let near = did_you_mean(key, fields.iter().map(|(known, _)| *known));
            let meant = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            self.report(&codes::UNKNOWN_KEY, &format!("is a key that the format does not have{meant}"));
            self.at.leave(above);
        }
    }

    fn tagged(&mut self, object: &Map<String, Value>, tag: &str, variants: &[(&str, &[Field])]) {
        let word = object.get(tag);
        if let Some((_, fields)) = variants.iter().find(|(name, _)| word.is_some_and(|word| word == name)) {
            return self.fields(object, fields, Some(tag));
        }
        let above = self.at.enter(tag);
        match word {
            None => self.report(&codes::MISSING_KEY, "is missing"),
            Some(word) => {
                let words: Vec<String> = variants.iter().map(|(name, _)| format!("`{name}`")).collect();
                let fact = format!("is {}, and must be {}", shown(word), words.join(" or "));
                self.report(&codes::WRONG_VALUE, &fact);
            }
        }
        self.at.leave(above);
    }

    fn report(&mut self, code: &'static Code, fact: &str) {
        self.findings.push(Finding::at(code, self.document, self.at.to_string(), fact));
    }
}

fn fits(shape: &Shape, value: &Value) -> bool {
    const MOST: u64 = (1 << 53) - 1;
    match (shape, value) {
        (Shape::Text, Value::String(text)) => !text.is_empty(),
        (Shape::Count, Value::Number(number)) => number.as_u64().is_some_and(|number| number <= MOST),
        (Shape::Flag, Value::Bool(_)) => true,
        (Shape::Hash, Value::String(text)) => is_hex(text, 64),
        (Shape::TreeDigest, Value::String(text)) => {
            text.strip_prefix("sha256:").is_some_and(|digits| is_hex(digits, 64))
        }
        (Shape::Color, Value::String(text)) => text.strip_prefix('#').is_some_and(|digits| is_hex(digits, 6)),
        (Shape::OneOf(words), Value::String(text)) => words.contains(&text.as_str()),
        _ => false,
    }
}

fn is_hex(digits: &str, length: usize) -> bool {
    digits.len() == length && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// A value in a message: short ones as they are.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 80;
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.len() > LONGEST => "a long string".to_owned(),
        Value::String(text) => format!("`{}`", visible(text)),
        other => other.to_string(),
    }
}
