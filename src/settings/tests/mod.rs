//! What a merge makes of files, and of generated ones compared with an independent model.

mod any_file;
mod examples;
mod faults;
mod model;
mod two_hundred;

use super::{Document, Merged, Share, merge};

fn document(text: &str) -> Document {
    Document::parse(text).unwrap()
}

/// Merges what is declared into a file that has nothing of ours.
fn into(file: &str, now: &str) -> Merged {
    merge(Some(file), &Share::none(), &document(now)).unwrap()
}

fn text(merged: &Merged) -> &str {
    merged.text.as_deref().unwrap_or_default()
}

/// Merges once more, by way of what the ledger remembers.
fn again(merged: &Merged, file: &str, now: &str) -> Merged {
    merge(Some(file), &recorded(merged), &document(now)).unwrap()
}

fn recorded(merged: &Merged) -> Share {
    let under = serde_json::to_string(merged.share.under()).unwrap();
    let under: Vec<super::Under> = serde_json::from_str(&under).unwrap();
    Share::recorded(&merged.share.ours(), &under).unwrap()
}

/// Takes all of ours out again.
fn without(merged: &Merged) -> Option<String> {
    again(merged, text(merged), "{}").text
}
