//! Joins a launcher with its presets and with what the hub holds, into one [`Composition`].

mod model;

pub use model::{Composition, Decision, Env, Flags, Hook, Module, Outcome, Program, Script, Skill, Target};
