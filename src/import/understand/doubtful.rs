//! Variables that something left out decides about.

use std::ops::Range;
use std::rc::Rc;

use super::scope::Value;
use super::walker::Walker;
use crate::import::bash::Script;

/// Commands that give values to the variables they name.
const READERS: [&str; 8] = ["read", "mapfile", "readarray", "getopts", "for", "select", "printf", "vared"];

impl Walker {
    /// Every variable that a stretch of script may give a value counts as the caller's from here on.
    pub(super) fn doubt(&mut self, script: &Rc<Script>, range: &Range<usize>) {
        let text = script.file.text();
        let place = script.place(range.clone());
        let mut reads = false;
        let mut end = range.start;
        for span in script.words_in(range) {
            let word = text.get(span.clone()).unwrap_or_default();
            // What was named on a line before is another command's.
            reads &= !text.get(end..span.start).unwrap_or_default().contains(['\n', ';']);
            end = span.end;
            let name = name_in(word);
            let behind = &word[name.len()..];
            // What is added is missing, and what was there before is still known.
            let is_added = behind.starts_with("+=") && self.scope.value(name).is_some();
            let is_assigned = !is_added && (behind.starts_with(['=', '[']) || behind.starts_with("+="));
            if !name.is_empty() && (is_assigned || (reads && behind.is_empty())) {
                self.scope.set(name, Value::Doubtful, &place);
            }
            reads |= READERS.contains(&word);
        }
    }
}

/// The name at the start of a word.
fn name_in(word: &str) -> &str {
    let length = word
        .find(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .unwrap_or(word.len());
    if word.starts_with(|first: char| first.is_ascii_digit()) { "" } else { &word[..length] }
}
