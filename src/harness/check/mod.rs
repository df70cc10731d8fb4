//! Compares a composition with a layout, before anything is written.
//!
//! An event, a matcher or a field that the CLI does not understand can void its whole settings file without a word, so
//! these are errors here.

mod event;
mod field;
mod given;
mod handler;
mod harness;
mod literal;
mod matcher;
mod repeated;
mod settings;
mod taken;

#[cfg(test)]
mod tests;
