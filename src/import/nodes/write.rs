//! The text of a launcher or preset.

use std::ops::Range;

use super::attach::{Remarks, attach};
use super::recipe::{Entry, Recipe};
use crate::diagnostic::{Place, visible};
use crate::import::bash::Comment;
use crate::import::draft::Draft;
use crate::manifest::quoted;

/// A node in the making: its name, and values that are written behind it.
struct Node {
    head: &'static str,
    /// What is written behind the name, and where it comes from.
    values: Vec<(String, Option<Range<usize>>)>,
    /// Whether values with comments of their own get a node of their own.
    splits: bool,
}

impl Node {
    fn new(head: &'static str, values: Vec<(String, Option<Range<usize>>)>) -> Self {
        Self { head, values, splits: false }
    }

    fn said(head: &'static str, value: impl Into<String>) -> Self {
        Self::new(head, vec![(value.into(), None)])
    }

    /// A node that may stand several times, its values in order.
    fn list(head: &'static str, entries: &[Entry]) -> Self {
        let values = entries.iter().map(|entry| (quoted(&entry.text), entry.origin.clone())).collect();
        Self { head, values, splits: true }
    }
}

/// Writes a launcher or preset. Of a draft come the comments, and what could not be said.
pub(in crate::import) fn write(recipe: &Recipe, draft: Option<&Draft>) -> String {
    let nodes = nodes(recipe);
    let kind = if recipe.is_preset { "preset" } else { "launcher" };
    let mut text = format!("{kind} {} {{\n", quoted(&recipe.name));
    let origins: Vec<Option<Range<usize>>> =
        nodes.iter().flat_map(|node| node.values.iter().map(|(_, origin)| origin.clone())).collect();
    let (remarks, left) = match draft {
        Some(draft) => attach(draft.file.text(), &comments(draft), &origins),
        None => (vec![Remarks::default(); origins.len()], Vec::new()),
    };
    let mut remarks = remarks.into_iter();
    for node in &nodes {
        let own: Vec<Remarks> = remarks.by_ref().take(node.values.len()).collect();
        write_node(node, &own, &mut text);
    }
    for comment in left {
        line(&mut text, &format!("// {}", visible(&comment)));
    }
    for place in draft.map(unsaid).unwrap_or_default() {
        write_unsaid(&place, &mut text);
    }
    text.push_str("}\n");
    text
}

fn nodes(recipe: &Recipe) -> Vec<Node> {
    let mut nodes = Vec::new();
    nodes.extend(recipe.description.as_ref().map(|text| Node::said("description", quoted(&one_line(text)))));
    nodes.extend(recipe.uses.as_ref().map(|preset| Node::said("use", quoted(preset))));
    if !recipe.vars.is_empty() {
        let vars: Vec<String> =
            recipe.vars.iter().map(|(name, value)| format!("        {name} {}\n", quoted(value))).collect();
        nodes.push(Node::said("vars", format!("{{\n{}    }}", vars.concat())));
    }
    let one = |entry: &Entry| vec![(quoted(&entry.text), entry.origin.clone())];
    nodes.extend(recipe.target.as_ref().map(|target| Node::new("target", one(target))));
    if let Some(cli) = &recipe.cli {
        let mut node = Node::new("cli", one(cli));
        if let Some(harness) = &recipe.harness {
            node.values.push((format!("harness={}", quoted(harness)), None));
        }
        nodes.push(node);
    }
    for (head, entries) in
        [("modules", &recipe.modules), ("hooks", &recipe.hooks), ("skills", &recipe.skills)]
    {
        nodes.extend(entries.as_ref().map(|entries| Node::list(head, entries)));
    }
    if recipe.leaves_gitignore {
        nodes.push(Node::said("gitignore", "#false"));
    }
    for group in &recipe.flags {
        nodes.push(Node { splits: false, ..Node::list("flags", group) });
    }
    for (name, value, origin) in &recipe.env {
        let value = value.as_ref().map_or_else(|| "#null".to_owned(), |value| quoted(value));
        nodes.push(Node::new("env", vec![(format!("{}={value}", property_name(name)), origin.clone())]));
    }
    if recipe.leaves_tmux {
        nodes.push(Node::said("tmux", "#false"));
    }
    nodes
}

/// Variables are named as shells name them, so only the words that KDL takes for something else need quotes.
fn property_name(name: &str) -> String {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !matches!(name, "true" | "false" | "null" | "inf" | "nan");
    if is_word { name.to_owned() } else { quoted(name) }
}

fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn write_node(node: &Node, remarks: &[Remarks], text: &mut String) {
    let mut open = node.head.to_owned();
    let mut behind: Vec<String> = Vec::new();
    let mut has_values = false;
    for ((value, _), own) in node.values.iter().zip(remarks) {
        if node.splits && has_values && (!behind.is_empty() || !own.above.is_empty()) {
            close(&mut open, &mut behind, text);
            node.head.clone_into(&mut open);
        }
        for comment in &own.above {
            line(text, &format!("// {}", visible(comment)));
        }
        open.push(' ');
        open.push_str(value);
        has_values = true;
        behind.extend(own.behind.iter().cloned());
    }
    close(&mut open, &mut behind, text);
}

fn close(open: &mut String, behind: &mut Vec<String>, text: &mut String) {
    if !behind.is_empty() {
        open.push_str(" // ");
        open.push_str(&visible(&behind.join("; ")));
        behind.clear();
    }
    line(text, open);
}

fn line(text: &mut String, content: &str) {
    text.push_str("    ");
    text.push_str(content.trim_end());
    text.push('\n');
}

/// What is kept of a script, neighbours joined.
fn unsaid(draft: &Draft) -> Vec<Place> {
    let mut joined: Vec<Place> = Vec::new();
    for place in &draft.unsaid {
        let between = joined.last().and_then(|last| draft.file.text().get(last.span.end..place.span.start));
        let is_beside = between
            .is_some_and(|between| between.chars().all(|c| matches!(c, ' ' | '\t' | '\\' | '\n')))
            && between.is_some_and(|between| !between.contains('\n') || between.contains('\\'));
        match joined.last_mut().filter(|_| is_beside) {
            Some(last) => last.span.end = place.span.end.max(last.span.end),
            None => joined.push(place.clone()),
        }
    }
    joined
}

/// What a manifest cannot say, as comments.
fn write_unsaid(place: &Place, text: &mut String) {
    let (number, _) = place.line_and_column();
    let source = place.file.text();
    let start = source[..place.span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &source[start..place.span.start];
    let indent: &str = if before.trim().is_empty() { before } else { "" };
    line(text, &format!("// not imported, line {number}:"));
    for row in place.text().lines() {
        let row = row.strip_prefix(indent).unwrap_or(row).replace('\t', "    ");
        line(text, &format!("//     {}", visible(row.trim_end())));
    }
}

/// The comments that are not part of something that is kept as a whole.
fn comments(draft: &Draft) -> Vec<Comment> {
    let is_kept = |comment: &Comment| {
        draft
            .unsaid
            .iter()
            .any(|place| place.span.start <= comment.span.start && comment.span.start < place.span.end)
    };
    draft.comments.iter().filter(|comment| !is_kept(comment)).cloned().collect()
}
