//! Claude Code, as observed in version 2.1.332.

mod events;
mod handlers;
mod layout;
mod options;

pub(super) use layout::CLAUDE;
