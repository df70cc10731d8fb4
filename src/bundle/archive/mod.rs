//! Bundles as one file: a tar of plain files in a gzip.
//!
//! What is written depends on nothing but the tree: no compressor has a say in it, and no clock, user or system. What
//! is read is mistrusted: nothing but files and folders with portable names, in a form that every tar reads alike, of
//! a size that a bundle can have, and nothing of it appears before it is verified.

mod entry;
mod export;
mod gzip;
mod import;
mod limits;
mod listing;
mod pax;
mod read;
mod source;
mod write;

#[cfg(test)]
mod tests;

pub use export::export;
pub use import::import;
