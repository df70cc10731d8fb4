//! The part of a `SKILL.md` that an agent reads.

use super::fences;

/// The text of a `SKILL.md` below its frontmatter; all of it where there is none.
pub fn body(text: &str) -> &str {
    fences::split(text).map_or(text, |parts| &text[parts.body])
}
