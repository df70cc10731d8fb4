//! Claude Code, as observed in version 2.1.332.

mod answers;
mod events;
mod handlers;
mod layout;
mod options;
mod protocol;
mod session_events;
mod settings;
mod tool_events;
mod tool_samples;
mod turn_events;

pub(super) use layout::CLAUDE;
