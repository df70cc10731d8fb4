//! What is wrong, where, and what to type instead.
//!
//! Every room reports through [`Diagnostic`]: a stable [`Code`], labelled [`Place`]s in `launchers.kdl` or in
//! a file that it leads to, and a line of help that can be pasted. Rooms collect into [`Problems`] and go on; only
//! `cli/` decides what is printed and which exit code follows. This room knows no other.

mod annotation;
mod code;
mod drawing;
mod json;
mod json_place;
mod listed;
mod place;
mod plain;
mod problem;
mod report;
mod secret;
mod shell;
mod source_file;
mod suggest;
mod visible;

pub use annotation::to_annotation;
pub(crate) use code::codes;
pub use code::{Class, Code};
pub use drawing::wrapped;
pub use json::to_json;
pub(crate) use json_place::{offset_of, place_of_key};
pub(crate) use listed::{listed, listed_few};
pub use place::{Place, Spanned};
pub use problem::{Diagnostic, Diff, Label, Problems, Severity};
pub use report::{Form, render};
pub(crate) use secret::{discreet, secrets_in};
pub use shell::shell_word;
pub use source_file::SourceFile;
pub use suggest::did_you_mean;
pub(crate) use visible::visible_line;
pub use visible::{hidden_character, visible};
