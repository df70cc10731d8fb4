//! Settings files in JSON that several programs write: what is ours in one, edited where it stands.
//!
//! [`merge`] takes the text of a file, what was ours in it and what is to be, and gives the text that has it. A file is
//! never printed anew: only the bytes of our entries come, change and go, so whatever else is in it stays as somebody
//! wrote it, numbers, escapes, doubled keys and white space included. Taking everything out again ([`Document::empty`])
//! gives the bytes from before.
//!
//! An entry is what stands under a key of nested objects: a value, or one element of an array. The room knows nothing of
//! what the keys mean, and writes nothing.

mod array;
mod document;
mod edits;
mod equal;
mod fault;
mod form;
mod merge;
mod merger;
mod object;
mod reader;
mod share;
#[cfg(test)]
mod tests;
mod words;

pub use document::Document;
pub use fault::Fault;
pub use merge::{Conflict, Merged, merge};
pub use share::{Share, Under};
