//! A script run for once, with a stand-in for its agent, in a scratch copy of home.
//!
//! [`Scratch`] is the copy: the hub, the target, and a folder of programs that comes first in `PATH`. The script is run in
//! one, its launcher in another of the same path, and [`compare`] says in what they differ. This is the one place of this
//! room that starts anything, and what it starts is under the guard of [`crate::trial`].

mod compare;
mod copy;
mod found;
mod run;
mod scratch;
mod stand_in;

pub use compare::{Difference, compare};
pub use found::{Found, files_in};
pub use run::{Ended, run_script};
pub use scratch::Scratch;
pub use stand_in::Session;
