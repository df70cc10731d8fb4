//! Edits the hub's own files. The one module that writes there.
//!
//! Text is changed at its spans, never made anew from the model: every byte outside of a change stays. What came out is
//! read again before anything is written, and when more has changed than was meant, nothing is.

mod add;
mod append;
mod edited;
mod error;
mod folder_lock;
mod layout;
mod put;
mod quoted;
mod replace;
mod same;

#[cfg(test)]
mod tests;

pub use add::{NewFile, add_file, add_skill};
pub use append::append_nodes;
pub use edited::Edited;
pub use error::EditError;
pub(super) use layout::line_break;
pub use put::{put_file, remove_file};
pub use quoted::quoted;
pub(super) use same::same_documents;
