//! Globs: `*` and `?` do not cross a `/`, `[a-z]` and `[!a-z]` are one character, `{a,b}` is either, `\` takes the next
//! character as it is.
//!
//! A [`Glob`] is its steps, and all ways through them are followed at once: no glob, however odd, takes longer than its
//! length times that of the name.

mod compile;
#[expect(clippy::module_inception, reason = "named after its type")]
mod glob;
mod step;

pub use glob::Glob;
