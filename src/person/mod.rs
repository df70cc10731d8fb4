//! Persons: what `persons/NAME/person.kdl` says, and what one role of it comes to.
//!
//! [`read`] takes the text of a person, with the reader and the diagnostics of the manifest, to a [`Person`] whose every
//! value has its place. [`Person::select`] finds the role and the seat that a launcher names, and
//! [`Selection::identity`] is the outcome as plain data: an [`Identity`] renders itself for the instructions, wherever
//! it was stored meanwhile. A role's favourite colour is the [`meld`] of those of its personalities.
//!
//! Nothing here opens a file, looks at a skill or knows an agent CLI. Names mean nothing: they are handed on.

mod check;
pub mod codes;
mod color;
mod format_text;
mod identity;
mod language;
mod legible;
mod meld;
mod model;
mod named;
mod personality;
mod read;
mod render;
mod role;
mod select;
mod text;

pub use color::Color;
pub use format_text::format_text;
pub use identity::{Identity, IdentityPersonality, IdentitySeat};
pub use meld::meld;
pub use model::{Person, Personality, Role, Seat};
pub use named::{Entry, Named};
pub use read::read;
pub use select::Selection;

#[cfg(test)]
mod tests;
