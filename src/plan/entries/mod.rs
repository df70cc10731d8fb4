//! The entries of ours in a settings file that others write to as well.
//!
//! With `settings "merge"` they come, change and go where they stand; with `"overwrite"` they are taken out of a file that
//! was edited since. What they are says the ledger; how they are edited, the room `settings`.

mod declare;
mod edit;
mod overwrite;
mod record;
mod report;
mod take_out;

pub(crate) use edit::EntriesEdit;
pub(crate) use record::Entries;
