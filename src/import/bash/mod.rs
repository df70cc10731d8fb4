//! A script as a tree, with the comments that trees forget. Nothing is executed here.
//!
//! The tree is made by `brush-parser`. Around it stand what the parser lacks: a limit on what would exhaust it, a way to
//! go on behind a text that is not bash, the places of tokens in bytes, and the pieces of a word in one pass.

mod closing;
mod comments;
mod escapes;
mod limits;
mod mend;
mod parameter;
mod pieces;
mod script;
mod tokens;

pub(super) use comments::Comment;
pub(super) use limits::within_limits;
pub(super) use parameter::{Operation, Parameter};
pub(super) use pieces::{Piece, PieceKind, document_pieces, pieces};
pub(super) use script::Script;
