//! Shell launchers as nodes of a manifest.
//!
//! [`import`] reads scripts that source a shell library and call its five steps, follows them without running anything,
//! and writes down what they come to: `bash` makes a tree of the text, `understand` follows it to a draft, `nodes` says
//! the draft in the words of a manifest. What a manifest cannot say is reported with its place in the script, and kept
//! as a comment. Only `trial` runs anything, when it is asked to.

mod bash;
pub mod codes;
mod draft;
mod import_scripts;
mod nodes;
mod old_skills;
mod read_script;
mod text;
pub mod trial;
mod understand;

pub use import_scripts::{Imported, Launcher, import};
pub use old_skills::old_skills;

#[cfg(test)]
mod tests;
