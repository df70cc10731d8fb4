//! The launch room with real processes and a real tmux server: what was declared arrives, byte for byte.

mod agent;
mod in_place;
mod in_window;
mod server;
mod stand_in;
