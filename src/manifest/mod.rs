//! `launchers.kdl` and its includes: text in, typed [`Manifest`] out, every value with its place.

mod model;

pub use model::{
    Cli, EnvEntry, Field, FlagGroup, HookEntry, Manifest, Pick, Recipe, RecipeKind, SkillMode, Tmux, Variable,
};
