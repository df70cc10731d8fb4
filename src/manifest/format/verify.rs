//! Whether a formatted text still says what the original says.

use kdl::KdlDocument;

use super::token::{Kind, Token};
use crate::manifest::edit::same_documents;
use crate::manifest::scan::{is_newline, is_space};

/// Whether both texts have the same nodes, the same comments at the same places, and the same commented-out parts.
pub(super) fn says_the_same(old: (&[Token], &KdlDocument), new: (&[Token], &KdlDocument)) -> bool {
    same_documents(old.1, new.1) && words(old.0) == words(new.0) && nodes(old.0) == nodes(new.0)
}

/// Every token but those that only part others.
fn words(tokens: &[Token]) -> Vec<String> {
    let parts = |token: &&Token| matches!(token.kind, Kind::Newline | Kind::Semicolon | Kind::Join);
    tokens.iter().filter(|token| !parts(token)).map(written).collect()
}

/// Every token but the comments, and where nodes end.
fn nodes(tokens: &[Token]) -> Vec<Option<String>> {
    let mut nodes = Vec::new();
    let (mut is_joined, mut is_waiting) = (false, false);
    let end = |nodes: &mut Vec<Option<String>>| {
        if nodes.last().is_some_and(Option::is_some) {
            nodes.push(None);
        }
    };
    for token in tokens {
        match token.kind {
            Kind::LineComment | Kind::BlockComment => continue,
            Kind::Join => is_joined = true,
            Kind::Newline if is_joined => is_joined = false,
            Kind::Newline if is_waiting => {}
            Kind::Newline | Kind::Semicolon => end(&mut nodes),
            Kind::Close => {
                end(&mut nodes);
                nodes.push(Some("}".to_owned()));
            }
            Kind::Open => {
                nodes.push(Some("{".to_owned()));
                nodes.push(None);
            }
            _ => nodes.push(Some(written(token))),
        }
        if !matches!(token.kind, Kind::Newline | Kind::Join) {
            is_waiting = token.kind == Kind::Slashdash;
        }
    }
    end(&mut nodes);
    nodes
}

/// A token without the white space that may change: at the end of a comment, and before the lines of a string.
fn written(token: &Token) -> String {
    match token.kind {
        Kind::LineComment => token.text.trim_end_matches(is_space).to_owned(),
        Kind::Value if token.text.contains(is_newline) => {
            let lines = token.text.split(is_newline).map(|line| line.trim_start_matches(is_space));
            lines.collect::<Vec<_>>().join("\n")
        }
        _ => token.text.to_owned(),
    }
}
