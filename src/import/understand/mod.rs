//! Follows a script without running it: what each variable comes to, which steps it takes, and what it starts.
//!
//! A [`Walker`](walker::Walker) goes through the commands in order. What has an effect that a manifest cannot say is
//! reported with its place and kept; variables that depend on it count as the caller's from then on.

mod alternative;
mod assign;
mod builtins;
mod call;
mod chain;
mod compound;
mod cut;
mod description;
mod doubtful;
mod expand;
mod finish;
mod flow;
mod folders;
mod guards;
mod launch;
mod names;
mod parameters;
mod problems;
mod row;
mod scope;
mod simple;
mod sources;
mod steps;
mod walker;

pub(super) use finish::hub_of;
pub(super) use walker::{Understood, understand};
