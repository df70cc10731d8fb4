//! Adds nodes at the end of the manifest.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kdl::{KdlDocument, KdlNode};

use super::edited::Edited;
use super::error::EditError;
use super::layout::{gap, line_break, with_line_breaks};
use super::same::same_nodes;
use crate::Environment;
use crate::diagnostic::{Class, Diagnostic, Place, Problems, SourceFile};
use crate::manifest::file::{Failure, read_file};
use crate::manifest::language::MANIFEST;
use crate::manifest::text::excerpt;
use crate::manifest::{FILE_NAME, Manifest, codes, read, read_text, syntax};

/// Puts `text`, launchers and presets with their comments, behind what the manifest of `hub` says. Every byte that is
/// there stays; the line breaks are those of the file. Without a manifest the text becomes one.
///
/// What is wrong with the added nodes, such as a preset that does not exist, is in [`Edited::problems`].
///
/// # Errors
///
/// [`EditError::Problems`] when the text of the manifest or of an include is broken, when a name is taken (the label says
/// where), and when what is there would not be read as before.
pub fn append_nodes(hub: &Path, text: &str, environment: &Environment) -> Result<Edited, EditError> {
    let path = hub.join(FILE_NAME);
    let before = match read_file(&path, FILE_NAME) {
        Ok(file) => Some(file),
        Err(Failure::Missing) if fs_err::symlink_metadata(&path).is_err() => None,
        Err(Failure::Missing) => return Err(leads_nowhere().into()),
        Err(failure) => return Err(failure.problem(FILE_NAME, None).into()),
    };
    let old = before.as_ref().map_or("", |file| file.text());
    let added = with_line_breaks(text, line_break(if old.contains('\n') { old } else { text }));
    let after = format!("{old}{}{added}", gap(old));
    let start = after.len() - added.len();
    if before.is_some() {
        let manifest = sound_manifest(hub, environment)?;
        check_names(&manifest, &SourceFile::new(&path, FILE_NAME, added.as_str()))?;
    }
    let file = SourceFile::new(&path, FILE_NAME, after.as_str());
    check_nothing_moved(old, &added, &file, start)?;
    let mut problems = Problems::new();
    read_text(hub, &after, environment, &mut problems);
    let before = before.map(|file| file.text().to_owned());
    let mut edited = Edited { path, before, added: start..after.len(), after, problems: Vec::new() };
    edited.problems = problems.into_sorted().into_iter().filter(|problem| edited.concerns(problem)).collect();
    Ok(edited)
}

fn leads_nowhere() -> Diagnostic {
    Diagnostic::new(&codes::UNREADABLE, format!("`{FILE_NAME}` is a link that leads nowhere"))
        .help("make the file that it leads to, or delete the link")
}

/// The manifest as it is, if every text of it is KDL: else nobody knows which names are taken.
fn sound_manifest(hub: &Path, environment: &Environment) -> Result<Manifest, EditError> {
    let mut problems = Problems::new();
    let manifest = read(hub, environment, &mut problems);
    if manifest.sound {
        return Ok(manifest);
    }
    let stopping = problems.into_sorted().into_iter().filter(|problem| problem.class == Class::Stop);
    Err(EditError::Problems(stopping.collect()))
}

/// Every name of the added text has to be a new one.
fn check_names(manifest: &Manifest, added: &Arc<SourceFile>) -> Result<(), EditError> {
    let document = tree(added)?;
    let taken = document.nodes().iter().filter_map(|node| {
        let recipe = manifest.recipe(recipe_name(node)?)?;
        let (kind, name) = (recipe.kind.word(), excerpt(&recipe.name.value));
        Some(
            Diagnostic::new(&codes::DOUBLED_NAME, format!("there is a {kind} `{name}` already"))
                .label(&recipe.name.place, "declared here")
                .help("choose another name; launchers and presets share their names"),
        )
    });
    let taken: Vec<Diagnostic> = taken.collect();
    if taken.is_empty() { Ok(()) } else { Err(EditError::Problems(taken)) }
}

fn recipe_name(node: &KdlNode) -> Option<&str> {
    let name = node.entries().iter().find(|entry| entry.name().is_none())?;
    matches!(node.name().value(), "launcher" | "preset").then_some(name.value().as_string()?)
}

/// The tree of a text without any fault.
fn tree(file: &Arc<SourceFile>) -> Result<KdlDocument, EditError> {
    let mut problems = Problems::new();
    let parsed = syntax::parse(file, &MANIFEST, &mut problems);
    if parsed.sound { Ok(parsed.document) } else { Err(EditError::Problems(problems.into_sorted())) }
}

/// The new text has to say what the old one says, and then what was added.
fn check_nothing_moved(
    old: &str,
    added: &str,
    file: &Arc<SourceFile>,
    start: usize,
) -> Result<(), EditError> {
    let parse = |text: &str| tree(&SourceFile::new(file.path(), file.name(), text));
    let (old_tree, added_tree) = (parse(old)?, parse(added)?);
    let whole = tree(file);
    if let Ok(whole) = &whole
        && let Some((kept, new)) = whole.nodes().split_at_checked(old_tree.nodes().len())
        && same_nodes(kept, old_tree.nodes())
        && same_nodes(new, added_tree.nodes())
    {
        return Ok(());
    }
    Err(moved(file, end_of(old, start)).into())
}

/// The last thing that stands in a text, which may be what takes hold of the added nodes.
fn end_of(old: &str, start: usize) -> Range<usize> {
    let end = old.trim_end().len();
    let line = old[..end].rfind('\n').map_or(0, |at| at + 1);
    if end > line { line..end } else { start..start }
}

fn moved(file: &Arc<SourceFile>, end: Range<usize>) -> Diagnostic {
    let message = format!("nothing can be added at the end of `{}`", file.name());
    Diagnostic::new(&codes::OPEN_END, message)
        .label(&Place::new(file, end), "takes hold of what follows it")
        .help("delete the `/-` at the end that comments nothing out")
}
