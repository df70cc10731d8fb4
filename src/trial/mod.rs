//! Runs a program that is not trusted to end, and leaves nothing of it behind.
//!
//! A [`Trial`] is run by a second process of this program, its *guard* ([`GUARD_COMMAND`]), in a session of its own. The
//! guard starts the program, feeds it, keeps what it prints up to a limit and stops it when its time is over. It also
//! watches a pipe from the process that asked: however that one ends, by Ctrl-C or by `kill -9`, the pipe closes, and the
//! guard ends everything it started. On Linux it becomes the parent of every orphan below it, so a process that left
//! for a session of its own is found too; elsewhere those of the program's process group are.
//!
//! The room knows nothing of hooks or scripts: it takes words and gives bytes.

mod capture;
mod error;
mod guard;
mod kin;
mod outcome;
mod record;
#[expect(clippy::module_inception, reason = "named after its type")]
mod trial;
mod watch;

pub use error::TrialError;
pub use guard::guard;
pub use outcome::{Captured, Ending, Outcome};
pub use trial::{GUARD_COMMAND, Trial};
