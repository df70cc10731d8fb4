//! Drafts as nodes of a manifest, with the comments of the scripts.

mod attach;
mod beside;
mod preset;
mod recipe;
mod speech;
mod write;

pub(super) use preset::lift;
pub(super) use recipe::Recipe;
pub(super) use write::write;
