//! Texts whose last line would become a heading, because no newline stands between it and the `---` that follows.

use std::sync::Arc;

use super::codes;
use super::model::Composition;
use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, shell_word, visible};
use crate::manifest::Delivery;

/// A text of the document.
struct Part<'a> {
    text: &'a str,
    file: &'a Arc<SourceFile>,
    listed: &'a Place,
    by: &'a str,
}

/// Reports every part of the document that something follows, and that ends in the middle of a paragraph.
pub(super) fn check_final_newlines(composition: &Composition, problems: &mut Problems) {
    let person = composition.person.as_ref();
    let invariant = person.and_then(|person| Some((person, person.invariant.as_ref()?)));
    let invariant = invariant.map(|(person, invariant)| Part {
        text: &invariant.text,
        file: &invariant.file,
        listed: &person.listed,
        by: &person.by,
    });
    let modules = composition.modules.iter().flatten().map(|module| Part {
        text: &module.text,
        file: &module.file,
        listed: &module.listed,
        by: &module.by,
    });
    let parts: Vec<Part<'_>> = invariant.into_iter().chain(modules).collect();
    let is_compiled = composition.delivery == Delivery::Compiled;
    let ends_early = is_compiled && composition.skills.as_ref().is_some_and(|skills| !skills.is_empty());
    let followed = if ends_early { parts.len() } else { parts.len().saturating_sub(1) };
    for part in &parts[..followed] {
        if ends_as_heading(part.text) {
            problems.push(describe(part));
        }
    }
}

fn describe(part: &Part<'_>) -> Diagnostic {
    let text = part.file.text().trim_end();
    let start = text.rfind('\n').map_or(0, |newline| newline + 1);
    let name = part.file.name();
    Diagnostic::new(
        &codes::NO_FINAL_NEWLINE,
        format!("the last line of `{}` becomes a heading, since no newline ends it", visible(name)),
    )
    .label(&Place::new(part.file, start..text.len()), "a `---` follows, which underlines it")
    .label(part.listed, "listed here, and not as the last one")
    .help(format!("run `echo >> {}`", shell_word(name)))
    .scope(part.by)
}

/// What a line stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside<'a> {
    /// Nothing that goes on.
    Nothing,
    Paragraph,
    /// A list, quote, table, or code that is indented: it goes on until a blank line.
    Container,
    /// Code up to such marks.
    Fence(&'a str),
}

/// Whether a `---` right under the text makes a heading of its last line: that is what Markdown does under a line of
/// a paragraph, but not under a heading, an item of a list, a quote, a row of a table or code.
fn ends_as_heading(text: &str) -> bool {
    // Nearly every text ends well, and is not looked at for that.
    !text.ends_with(['\n', '\r']) && text.lines().fold(Inside::Nothing, after) == Inside::Paragraph
}

/// What is open after a line, by what was open before it.
fn after<'a>(before: Inside<'a>, line: &'a str) -> Inside<'a> {
    let content = line.trim();
    let marks = content.get(..3).filter(|marks| matches!(*marks, "```" | "~~~"));
    match (before, marks) {
        (Inside::Fence(open), Some(marks)) if open == marks => Inside::Nothing,
        (Inside::Fence(_), _) => before,
        (_, Some(marks)) => Inside::Fence(marks),
        _ if content.is_empty() || is_heading(content) || is_rule(content) => Inside::Nothing,
        _ if content.starts_with(['>', '|', '<']) || is_item(content) => Inside::Container,
        (Inside::Nothing, _) if line.starts_with([' ', '\t']) => Inside::Container,
        (Inside::Nothing, _) => Inside::Paragraph,
        _ => before,
    }
}

fn is_heading(content: &str) -> bool {
    content.starts_with('#') && content.trim_start_matches('#').starts_with([' ', '\t'])
}

fn is_rule(content: &str) -> bool {
    content.len() > 2 && content.trim_matches(['-', '*', '_', '=', ' ']).is_empty()
}

fn is_item(content: &str) -> bool {
    let after_number = content.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_numbered = after_number.len() < content.len() && after_number.starts_with(['.', ')']);
    let rest = if is_numbered { &after_number[1..] } else { content.trim_start_matches(['-', '*', '+']) };
    (is_numbered || content.len() == rest.len() + 1) && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use super::ends_as_heading;

    #[test]
    fn only_the_end_of_a_paragraph_becomes_a_heading() {
        for text in [
            "x",
            "# A\ntext",
            "- a\n\ntext",
            "a\nb",
            "```\ncode\n```\ntext",
            "**bold** text",
            "ü",
            "a\r\nb",
            "-x",
            "#x",
            "1.5 times",
            "> q\n\nend.",
            "a\n---\nb",
        ] {
            assert!(ends_as_heading(text), "{text:?}");
        }
        for text in [
            "",
            " ",
            "x\n",
            "x\n\n",
            "x\r\n",
            "# A",
            "x\n## B",
            "- a",
            "text:\n- a\n- b",
            "- a\nlazy",
            "1. a",
            "> q",
            "> q\nlazy",
            "| a | b |",
            "```\ncode",
            "```\ncode\n```",
            "~~~\n```\nx",
            "<!-- x -->",
            "- a\n\n  more",
            "    code",
            "x\n---",
            "***",
        ] {
            assert!(!ends_as_heading(text), "{text:?}");
        }
    }
}
