//! Reads a document strictly: its shape, its keys, its form.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::conform::conform;
use super::shape::Shape;
use super::strict::{Strict, parse};
use crate::bundle::{Finding, canonical, codes};

/// The document, if it can be understood in spite of what is wrong with it; everything that is wrong is reported.
pub(super) fn read<T: DeserializeOwned + Serialize>(
    name: &str,
    format: &str,
    bytes: &[u8],
    shape: &Shape,
    findings: &mut Vec<Finding>,
) -> Option<T> {
    let Strict { value, repeated } = match parse(bytes) {
        Ok(strict) => strict,
        Err(error) => {
            findings.push(Finding::at(&codes::MALFORMED, name, "", &format!("is not JSON: {error}")));
            return None;
        }
    };
    if let Some(Value::String(other)) = value.get("format")
        && other != format
        && other.starts_with(format.trim_end_matches(|character| character != '/'))
    {
        let fact = format!("has the format `{other}`, which this version does not read");
        findings
            .push(Finding::at(&codes::UNKNOWN_FORMAT, name, "/format", &fact).help("use a newer assembly"));
        return None;
    }
    let mut wrong = conform(name, &value, shape);
    for pointer in repeated {
        wrong.push(Finding::at(&codes::DUPLICATE_KEY, name, pointer, "is there twice"));
    }
    let document: Option<T> = serde_json::from_value(value).ok();
    // Another form follows from everything above.
    if let Some(document) = &document
        && wrong.is_empty()
        && let Ok(value) = serde_json::to_value(document)
    {
        let expected = canonical::document(&value);
        if expected != bytes {
            wrong.push(not_canonical(name, bytes, &expected));
        }
    }
    findings.extend(wrong);
    document
}

fn not_canonical(name: &str, bytes: &[u8], expected: &[u8]) -> Finding {
    let same = bytes.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let line = bytes[..same].split(|byte| *byte == b'\n').count();
    let fact = format!("is not in its one form: it differs from line {line} on");
    Finding::new(&codes::NOT_CANONICAL, name, format!("`{name}` {fact}"))
        .help("keys in the order of the format, two spaces, a final newline, no escapes that are not needed")
}
