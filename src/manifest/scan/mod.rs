//! Goes over the text of a manifest before the KDL parser does.
//!
//! The parser of the `kdl` crate recurses by block, by `*` of a comment and by mistake, and takes exponential time over
//! nested `/-`; its errors show what it expected, not what a person meant. This scanner walks the text once, without
//! recursion, and knows KDL 2's strings, comments and words. It
//!
//! - refuses what would exhaust the parser (see [`LIMIT`] and [`DEPTH`]),
//! - names mistakes that people bring along from YAML, JSON, shell and KDL 1, each with what to write instead,
//! - blanks comments, and *mends* what it reported, byte for byte, so that the parser and the reader can go on and
//!   find the other mistakes. A value that was mended is [`Mended`]; the reader does not speak about it again.

mod comments;
mod hash;
mod literal;
mod marks;
mod numbers;
mod scanner;
mod state;
mod structure;
mod symbols;
mod unicode;
mod values;
mod words;

pub(super) use marks::Mended;
pub(super) use scanner::{scan, steps};
pub(super) use unicode::{is_newline, is_space};

/// The longest file that is read, in bytes.
pub(super) const LIMIT: usize = 4 << 20;

/// How deep blocks and comments may nest.
pub(super) const DEPTH: usize = 64;

/// After so many mistakes the text is something else than a manifest.
const MISTAKES: usize = 256;
