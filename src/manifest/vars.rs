//! `vars { name "value" }`.

use std::collections::HashMap;

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned};

use super::codes;
use super::model::Variable;
use super::names::{check_no_nul, check_var_name, warn_of_escaped_path};
use super::reader::NodeReader;
use super::reading::Reading;
use super::text::excerpt;

/// Reads a block of vars. Within one block a name stands once; a later block may say it anew.
pub(super) fn read(node: &KdlNode, reading: &mut Reading) -> Vec<Variable> {
    let mut block = NodeReader::new(node, reading);
    let mut first: HashMap<&str, Place> = HashMap::new();
    let mut variables = Vec::new();
    for child in block.children() {
        if reading.is_mended(child.name().span()) {
            continue;
        }
        let place = reading.place(child.name().span());
        if let Some(earlier) = first.get(child.name().value()) {
            let name = excerpt(child.name().value());
            let diagnostic = Diagnostic::new(&codes::DOUBLED_NODE, format!("the var `{name}` stands twice"))
                .label(&place, "again here")
                .label(earlier, "first here")
                .help("keep one of them");
            reading.report(diagnostic);
            continue;
        }
        first.insert(child.name().value(), place.clone());
        variables.extend(variable(child, place, reading));
    }
    block.finish(reading);
    variables
}

fn variable(node: &KdlNode, place: Place, reading: &mut Reading) -> Option<Variable> {
    let mut reader = NodeReader::new(node, reading);
    let name = Spanned::new(reader.name().to_owned(), place);
    let value = reader.argument::<String>(&format!("{} \"value\"", excerpt(&name.value)), reading);
    reader.finish(reading);
    let good = check_var_name(&name, reading);
    let value = value.filter(|value| check_no_nul(value, reading))?;
    warn_of_escaped_path(&value, reading);
    good.then_some(Variable { name, value })
}
