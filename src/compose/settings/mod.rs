//! Keys of the CLI's settings file: those of presets and of the launcher, merged by key.
//!
//! Objects merge by key, single values replace, lists append without doubles. Whether a single value is a list of one
//! is known to the harness alone, which says so by an [`IsList`].

mod expand;
mod json;
mod merge;
mod model;
mod select;
mod tree;

pub use model::{IsList, ListItem, MergedSetting, MergedValue, Settings, SettingsLayer};
pub(super) use select::select;
