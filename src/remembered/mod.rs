//! The targets that were written to, remembered in the user's state folder.
//!
//! A launcher that is deleted, or that opens another target now, leaves behind what it wrote: nothing in the hub leads
//! there any more. So every target has a small file of its own, named by its path, that says which hub wrote to it. What
//! was written there, the target's ledger knows.

mod memory;
mod record;

pub use memory::Memory;
pub use record::Remembered;
