//! What more than one room does to a file system, where the standard library has no call for it.

mod absent;
mod cause;
mod folder;
mod folders_above;
mod identity;
mod new_file;
mod open_regular;
mod read_regular;
mod real;
mod swap;
mod work_tree;

pub(crate) use absent::{found, if_there, is_absent, may_be_there};
pub(crate) use cause::cause;
pub(crate) use folder::{create_folder, discard, make_folder};
pub(crate) use folders_above::folders_above;
pub(crate) use identity::Identity;
pub(crate) use new_file::create_private;
pub(crate) use open_regular::open_regular;
pub(crate) use read_regular::read_regular;
pub(crate) use real::real;
pub(crate) use swap::{exchange, rename_to_nothing};
pub(crate) use work_tree::WorkTree;
