//! What stands between two tokens on one line.

use super::token::Kind;

/// A space, or nothing.
pub(super) fn between(before: Kind, behind: Kind) -> &'static str {
    match (before, behind) {
        (Kind::Slashdash, behind) if behind.is_comment() => " ",
        (Kind::Slashdash | Kind::Equals, _)
        | (_, Kind::Equals | Kind::Semicolon)
        | (Kind::Type, Kind::Value)
        | (Kind::Open, Kind::Close) => "",
        _ => " ",
    }
}
