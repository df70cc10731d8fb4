//! Reads a whole frontmatter, and goes on behind a fault.

use std::ops::Range;

use super::tree::{Verbatim, document};
use super::{Content, Fault, Node};

/// What was read, and what kept the rest from being read.
#[derive(Debug)]
pub(in crate::skill) struct Parsed {
    /// Nothing at all where even the first key is broken.
    pub(in crate::skill) root: Option<Node>,
    pub(in crate::skill) faults: Vec<Fault>,
}

/// Reads the fields of a frontmatter. `base` is where `text` begins in the file.
///
/// A parser of YAML stops at its first fault, and often far behind it: a forgotten quote is closed by the next one. So
/// where there is a fault, each key at the outermost level is read by itself, with what stands below it.
pub(in crate::skill) fn parse(text: &str, base: usize, verbatim: &Verbatim) -> Parsed {
    let whole = document(text, base, verbatim);
    let Some(first) = whole.fault else { return Parsed { root: whole.root, faults: Vec::new() } };
    let mut pairs = Vec::new();
    let mut faults = Vec::new();
    for chunk in chunks(text) {
        let parsed = document(&text[chunk.clone()], base + chunk.start, verbatim);
        // An anchor may stand in another field.
        faults.extend(parsed.fault.filter(|fault| !fault.needs_anchor || *fault == first));
        match parsed.root {
            Some(Node { content: Content::Mapping(some), .. }) => pairs.extend(some),
            Some(Node { content: Content::Scalar(scalar), .. }) if scalar.is_null() => {}
            Some(_) => faults.push(first.clone()),
            None => {}
        }
    }
    if faults.is_empty() {
        // Each field is well, but not all of them together.
        return Parsed { root: whole.root, faults: vec![first] };
    }
    faults.dedup();
    Parsed { root: Some(Node::new(Content::Mapping(pairs), base..base + text.len())), faults }
}

/// The text in pieces, each but the first with a key at its start.
fn chunks(text: &str) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if at > start && key(line).is_some() {
            chunks.push(start..at);
            start = at;
        }
        at += line.len();
    }
    chunks.push(start..text.len());
    chunks
}

/// The key of a line at the outermost level, and where in the line its value stands.
pub(in crate::skill) fn key_and_value(line: &str) -> Option<(&str, Range<usize>)> {
    let key = key(line)?;
    let rest = &line[key.len() + 1..];
    let value = rest.trim();
    if value.is_empty() {
        return None;
    }
    let start = key.len() + 1 + (rest.len() - rest.trim_start().len());
    Some((key, start..start + value.len()))
}

/// The word before a `:` that ends a key.
fn key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic())
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && (rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']));
    is_key.then_some(key)
}
