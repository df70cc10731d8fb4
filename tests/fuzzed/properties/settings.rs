//! A settings file of several writers, and what is ours in it.

use assembly::settings::{Document, Merged, Share, merge};

use super::text;

/// What parts the file, what was declared before, and what is declared now.
const BETWEEN: char = '\0';

/// Any file is refused with a place in it, or what is declared comes and goes and leaves every byte as it was.
pub fn settings(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut parts = text.split(BETWEEN);
    let file = parts.next().unwrap_or_default();
    let [before, now] = [parts.next(), parts.next()].map(|part| part.unwrap_or("{}"));
    for text in [file, before, now] {
        is_refused_with_its_place(text);
    }
    let (Ok(_), Some(before), Some(now)) = (Document::parse(file), declared(before), declared(now)) else {
        return;
    };
    let first = into(Some(file), &Share::none(), &before);
    comes_and_goes(&first, &before, file);
    let second = into(first.text.as_deref(), &first.share, &now);
    comes_and_goes(&second, &now, file);
}

/// What is declared is written by us: no object has a key twice.
fn declared(text: &str) -> Option<Document> {
    let value: serde_json::Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    Document::parse(value.to_string()).ok()
}

fn is_refused_with_its_place(text: &str) {
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_object = serde_json::from_str::<serde_json::Value>(unmarked).is_ok_and(|value| value.is_object());
    match Document::parse(text) {
        Ok(document) => assert_eq!(document.text(), text),
        Err(fault) => {
            assert!(!is_object, "{fault:?} in {text:?}");
            assert!(text.is_char_boundary(fault.offset), "{fault:?} in {text:?}");
            let (line, column) = fault.line_and_column(text);
            assert!(line > 0 && column > 0 && !fault.what.is_empty(), "{fault:?}");
        }
    }
}

fn into(file: Option<&str>, before: &Share, now: &Document) -> Merged {
    merge(file, before, now).unwrap_or_else(|fault| panic!("{fault:?} in {file:?}"))
}

/// Merging the same again changes nothing, the ledger's record of our share is our share, and nothing declared leaves the
/// file as it was.
fn comes_and_goes(merged: &Merged, declared: &Document, file: &str) {
    let share = Share::recorded(&merged.share.ours(), merged.share.under()).unwrap();
    assert_eq!(share, merged.share, "what the ledger remembers");
    let again = into(merged.text.as_deref(), &share, declared);
    assert_eq!((again.text.as_deref(), &again.share), (merged.text.as_deref(), &share), "a second time");
    let without = into(merged.text.as_deref(), &share, &Document::empty());
    assert_eq!(without.text.as_deref(), Some(file), "taken out of {:?}", merged.text);
}
