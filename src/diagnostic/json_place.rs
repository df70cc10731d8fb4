//! Where something stands in a JSON document.

use std::sync::Arc;

use super::{Place, SourceFile};

/// The place of the key that `path` leads to in a document that parses; of a key that is there twice the last one, which is the one that counts.
pub(crate) fn place_of_key(file: &Arc<SourceFile>, path: &[&str]) -> Option<Place> {
    let text = file.text();
    let mut found = None;
    // The keys of the objects that are open; none for a list, or before the first key.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                let end = string_end(text, at);
                let is_key = text[end..].trim_start().starts_with(':');
                if let Some(key) = open.last_mut().filter(|_| is_key) {
                    *key = serde_json::from_str(&text[at..end]).ok();
                    if open.len() == path.len()
                        && open.iter().map(Option::as_deref).eq(path.iter().map(|key| Some(*key)))
                    {
                        found = Some(Place::new(file, at..end));
                    }
                }
                at = end;
                continue;
            }
            b'{' | b'[' => open.push(None),
            b'}' | b']' => drop(open.pop()),
            _ => {}
        }
        at += 1;
    }
    found
}

/// One behind the closing quote of the string that begins at `start`.
fn string_end(text: &str, start: usize) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The byte offset of a line and column as `serde_json` counts them: from 1, in bytes.
pub(crate) fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len())
}
