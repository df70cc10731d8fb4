//! Words for a text that is not in two parts.

use std::ops::Range;
use std::sync::Arc;

use super::fences::NoParts;
use crate::diagnostic::{Diagnostic, Place, SourceFile, visible};
use crate::skill::codes;

/// What to say of the `SKILL.md` in the folder `directory_name`.
pub(super) fn without_parts(file: &Arc<SourceFile>, directory_name: &str, missing: NoParts) -> Diagnostic {
    let name = visible(directory_name);
    let place = |range: Range<usize>| Place::new(file, range);
    match missing {
        NoParts::NotOpened { first, late: Some(late) } => Diagnostic::new(
            &codes::NO_FRONTMATTER,
            format!("skill `{name}` has no frontmatter in its first line"),
        )
        .label(&place(first), "an empty line")
        .label(&place(late), "this `---` comes too late to open a frontmatter")
        .help("delete the lines before `---`"),
        NoParts::NotOpened { first, late: None } => {
            Diagnostic::new(&codes::NO_FRONTMATTER, format!("skill `{name}` has no frontmatter"))
                .label(&place(first), "the first line is not `---`")
                .help(format!(
                    "begin the file with the four lines `---`, `name: {name}`, `description: …` and `---`"
                ))
        }
        NoParts::NotClosed { opening, meant } => {
            let diagnostic = Diagnostic::new(
                &codes::UNCLOSED_FRONTMATTER,
                format!("the frontmatter of skill `{name}` has no closing `---`"),
            )
            .label(&place(opening), "opened here");
            match meant {
                Some(meant) => diagnostic
                    .label(&place(meant), "not exactly `---`")
                    .help("write `---` at the start of this line and nothing else"),
                None => diagnostic.help("write a line `---` between the last field and the text"),
            }
        }
    }
}
