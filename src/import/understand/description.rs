//! The comment that a script begins with.

use crate::import::bash::{Comment, Script};

/// Comments that are for programs.
const DIRECTIVES: [&str; 8] = ["shellcheck ", "vim:", "-*-", "!/", "shfmt", "editorconfig", "SPDX", "ex:"];

/// The rest of a longer introduction stays a comment.
const LONGEST: usize = 160;

/// The description, and the comments that are left.
pub(super) fn description(script: &Script) -> (Option<String>, Vec<Comment>) {
    let text = script.file.text();
    let is_for_people = |comment: &&Comment| {
        let said = comment.text.as_str();
        let is_shebang = comment.span.start <= 3 && text[comment.span.clone()].starts_with("#!");
        let is_rule = !said.chars().any(char::is_alphanumeric);
        !is_shebang && !is_rule && !DIRECTIVES.iter().any(|directive| said.starts_with(directive))
    };
    let mut comments: Vec<Comment> = script.comments.iter().filter(is_for_people).cloned().collect();
    let first = script.commands.iter().find_map(|item| {
        use brush_parser::ast::SourceLocation;
        item.location().map(|span| script.span(&span).start)
    });
    let end = first.unwrap_or(text.len());
    let mut lines: Vec<String> = Vec::new();
    let mut line = None;
    while let Some(comment) = comments.first().filter(|comment| !comment.trails && comment.span.start < end) {
        let (own, _) = script.file.line_and_column(comment.span.start);
        let length: usize = lines.iter().map(String::len).sum();
        if line.is_some_and(|line| line + 1 != own) || length > LONGEST {
            break;
        }
        line = Some(own);
        lines.push(comments.remove(0).text);
    }
    let description = lines.join(" ");
    ((!description.is_empty()).then_some(description), comments)
}
