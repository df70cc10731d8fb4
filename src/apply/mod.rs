//! Carries out a plan in the target: lock, journal, atomic renames, ledger.
//!
//! The only room that writes to a target. The order of [`apply`] is what makes it safe to kill at any moment: what
//! must not be lost is copied and synced first, then a journal says all that is going to happen, then it happens,
//! then the ledger says that it did, then the journal goes. Whoever comes next and finds a journal finishes it.

mod apply_plan;
mod aside;
mod backups;
mod clean;
pub mod codes;
mod copies;
mod entries;
mod error;
mod event;
mod exclude;
mod finish;
mod folder;
mod journal;
mod lines;
mod lock;
mod locked;
mod new;
mod outcome;
mod ownership;
mod put;
mod remove;
mod rescue;
mod restore;
mod session_file;
mod steps;
mod sweep;
mod tidy;
mod write;

#[cfg(test)]
mod tests;

pub use apply_plan::{Applied, Conflict, apply};
pub use clean::{Cleaned, clean};
pub use error::{ApplyError, Failure};
pub use event::Event;
pub use ownership::{Installed, install, uninstall};
pub use restore::{export, restore};
