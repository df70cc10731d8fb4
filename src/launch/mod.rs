//! Hands the terminal over to the agent: in place, or in a new tmux window. The only room that starts one.
//!
//! A [`Session`] says everything about the process to be: program, words, directory and the *complete* environment.
//! [`exec`] turns this process into it, so that the exit code, the terminal and its signals are the agent's own.
//! Inside tmux, [`open_window`] writes the session to a *launch file* and opens a window in which assembly itself
//! runs [`LAUNCH_COMMAND`] on that file: [`run_launch_file`] reads it, removes it and execs. A detour, because tmux
//! cuts commands at 16 KB, reads a final `;` as its own, shows its words to every user of the machine, and starts
//! windows with the environment of its server instead of the caller's.
//!
//! No shell stands between a declared word and the agent. The room knows none of those before it: who composes a
//! session, and what is printed about it, is decided elsewhere.

mod error;
mod escape;
mod exec;
mod file;
mod find;
mod hold;
mod record;
mod run_file;
mod session;
mod window;

pub use error::{LaunchError, Unfit};
pub use exec::{check_interpreter, exec};
pub use find::find_program;
pub use run_file::run_launch_file;
pub use session::{Session, session_environment};
pub use window::{LAUNCH_COMMAND, Window, in_tmux, open_window, window_name};
