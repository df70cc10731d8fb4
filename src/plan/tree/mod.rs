//! Copied folders: the ledger's table, file by file.
//!
//! A [`Node`](node::Node) brings together what is wanted and what the ledger has recorded, [`Found`](found::Found) is
//! what stands there, and a [`Pass`](pass::Pass) over both decides. Only names that one of the first two knows are ever
//! looked at: everything else in the folder is the user's, and stays.

mod declared;
mod found;
mod node;
mod pass;
mod report;
mod undeclared;
mod verdict;
mod writes;

pub(super) use declared::{Declared, Foreign, Special, TreeRequest};
pub(super) use pass::Edits;
pub(super) use undeclared::Leaving;
