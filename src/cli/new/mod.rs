//! `new`: adds a launcher, module, hook or skill to the hub, or makes the hub first.

mod command;
mod declared_path;
mod hook;
mod init;
mod known;
mod launcher;
mod launcher_text;
mod module;
mod name;
mod skill;

pub(super) use command::{NewCommand, run};
