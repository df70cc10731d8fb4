//! Whether the CLI understands the declared keys of its settings file.
//!
//! A value of the wrong type, or a permission rule of no form, can be dropped by the CLI without a word, so these are
//! errors. A key or word that is not known may be one of a newer CLI, so these are warnings.

mod contradiction;
mod keys;
mod rule;
mod value;

pub(super) use contradiction::check_contradictions;
pub(super) use keys::check_layer;
