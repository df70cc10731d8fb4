//! The launch room with real processes and a real tmux server: what was declared arrives, byte for byte.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod agent;
mod in_place;
mod in_window;
mod server;
mod stand_in;
