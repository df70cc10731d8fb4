//! The top level of one file.

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::codes;
use super::model::{RecipeKind, Source, Variable};
use super::names::{check_recipe_name, check_text};
use super::reader::{NodeReader, unknown};
use super::reading::Reading;
use super::recipe::{self, ReadRecipe, read_body};
use super::source;
use super::vars;

/// Every node of the top level.
pub(super) const NODES: [&str; 5] = ["launcher", "preset", "vars", "include", "source"];

/// A top-level node that was read.
pub(super) enum Item {
    Vars(Vec<Variable>),
    Recipe(Box<ReadRecipe>),
    Include(Include),
    Source(Source),
}

/// `include "PATH or GLOB" required=#false`.
pub(super) struct Include {
    pub(super) path: Spanned<String>,
    pub(super) required: bool,
}

/// Reads the nodes of a file's top level, in order.
pub(super) fn read_document(nodes: &[KdlNode], reading: &mut Reading) -> Vec<Item> {
    nodes.iter().filter_map(|node| read_node(node, reading)).collect()
}

fn read_node(node: &KdlNode, reading: &mut Reading) -> Option<Item> {
    if reading.is_mended(node.name().span()) {
        return None;
    }
    match node.name().value() {
        "launcher" => recipe(RecipeKind::Launcher, node, reading),
        "preset" => recipe(RecipeKind::Preset, node, reading),
        "vars" => Some(Item::Vars(vars::read(node, reading))),
        "include" => include(node, reading).map(Item::Include),
        "source" => source::read(node, reading).map(Item::Source),
        _ => {
            report_unknown(node, reading);
            None
        }
    }
}

fn recipe(kind: RecipeKind, node: &KdlNode, reading: &mut Reading) -> Option<Item> {
    let mut reader = NodeReader::new(node, reading);
    let example = match kind {
        RecipeKind::Launcher => "launcher \"myapp-mac-claude\" { … }",
        RecipeKind::Preset => "preset \"base\" { … }",
    };
    let name = reader.argument::<String>(example, reading);
    reading.recipe = name.as_ref().map(|name| name.value.clone());
    if let Some(name) = &name {
        check_recipe_name(kind, name, reading);
    }
    // Without a name the body is read all the same, for its problems.
    let nameless = || Spanned::new(String::new(), Place::new(reading.file, 0..0));
    let read_name = name.clone().unwrap_or_else(nameless);
    let read = read_body(kind, read_name, reader.children(), reading);
    reader.finish(reading);
    reading.recipe = None;
    name.is_some().then(|| Item::Recipe(Box::new(read)))
}

fn include(node: &KdlNode, reading: &mut Reading) -> Option<Include> {
    let mut reader = NodeReader::new(node, reading);
    let path = reader.argument("include \"presets.kdl\"", reading);
    // Said wrongly, it says at least that the file may be missing.
    let is_said = reader.has_property("required");
    let required = reader.property("required", reading).map_or(!is_said, |required| required.value);
    reader.finish(reading);
    let path = path.filter(|path| check_text("include", path, reading))?;
    Some(Include { path, required })
}

fn report_unknown(node: &KdlNode, reading: &mut Reading) {
    let name = Spanned::new(node.name().value().to_owned(), reading.place(node.name().span()));
    let (mut diagnostic, _): (Diagnostic, _) = unknown(&codes::UNKNOWN_NODE, "the node", &name, &NODES);
    if recipe::NODES.contains(&name.value.as_str()) {
        diagnostic = diagnostic.help(format!("write `{}` inside of a `launcher` or `preset`", name.value));
    } else if let Some(help) = diagnostic.help.take() {
        diagnostic.help = Some(newer(&help));
    }
    reading.report(diagnostic);
}

/// Adds that the node may be one of a later version.
pub(crate) fn newer(help: &str) -> String {
    match help.strip_suffix('?') {
        Some(question) => format!("{question}, or does this file need a newer assembly?"),
        None => format!("{help}; or this file needs a newer assembly"),
    }
}
