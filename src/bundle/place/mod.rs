//! Puts finished trees and files where people asked for them, whole or not at all.
//!
//! Everything is made in a private folder beside its destination and gets its name in one go. What stood there stays
//! live until then, and goes only if it is a bundle that verifies: anything else is kept, under a name that says so.
//! A process that is killed leaves such a folder behind, without its lock; whoever builds there next clears it away.

mod aside;
mod claim;
mod destination;
mod error;
mod link;
mod output;
mod put;
mod staging;
mod store;
mod sweep;

#[cfg(test)]
mod tests;

pub use claim::inside_bundle;
pub use destination::Destination;
pub use error::PlaceError;
pub use output::{Output, Written};
pub use put::{Effect, Fill, Placed, Put};
pub use store::{Store, Stored};
