//! What more than one room does to a file system, where the standard library has no call for it.

mod absent;
mod folder;
mod swap;

pub(crate) use absent::is_absent;
pub(crate) use folder::{create_folder, discard, make_folder};
pub(crate) use swap::{exchange, rename_to_nothing};
