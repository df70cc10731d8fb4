//! YAML as far as a frontmatter needs it: a tree in which everything has its place, and what plain text means.
//!
//! The tree is built from the events of `granit-parser`, the parser beneath `serde-saphyr`. Serde itself would stop at
//! the first value of a wrong type, forget where keys stand, and lose all places in a field that is a list or a string.

mod fault;
mod node;
mod parse;
mod plain;
mod quote;
mod tree;

pub(super) use fault::Fault;
pub(super) use node::{Content, Node, Scalar};
pub(super) use parse::{key_and_value, parse};
pub(super) use plain::{is_null, other_type};
pub(super) use quote::{double_quoted, flow, scalar};
pub(super) use tree::Verbatim;
