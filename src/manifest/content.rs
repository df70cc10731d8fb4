//! The nodes that say who the agent is, how its content is handed over, and whose a name is.

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Spanned};

use super::choice::unknown_value;
use super::codes;
use super::mode::Delivery;
use super::model::{PersonPick, Preference};
use super::names::{check_pick, check_text};
use super::reader::NodeReader;
use super::reading::Reading;

const PERSON: &str = "person \"sam\" role=\"backend\"";

/// `person "NAME" role="ROLE" seat="SEAT"`.
pub(super) fn person(node: &KdlNode, reading: &mut Reading) -> Option<PersonPick> {
    let mut reader = NodeReader::new(node, reading);
    let name = reader.argument::<String>(PERSON, reading);
    let name_place = reader.name_place(reading);
    let has_role = reader.has_property("role");
    let role = reader.property::<String>("role", reading);
    let has_seat = reader.has_property("seat");
    let seat = reader.property::<String>("seat", reading);
    reader.finish(reading);
    if !has_role {
        let diagnostic = Diagnostic::new(&codes::MISSING_ARGUMENT, "`person` has no `role`")
            .label(&name_place, "`role=` has to follow")
            .help(format!("write `{PERSON}`"));
        reading.report(diagnostic);
    }
    let name = name.filter(|name| check_pick(name, "persons", reading));
    let role = role.filter(|role| check_text("role", role, reading));
    let seat = seat.filter(|seat| check_text("seat", seat, reading));
    if has_seat && seat.is_none() {
        return None;
    }
    Some(PersonPick { name: name?, role: role?, seat })
}

/// `delivery "native"` or `"compiled"`.
pub(super) fn delivery(node: &KdlNode, reading: &mut Reading) -> Option<Spanned<Delivery>> {
    let mut reader = NodeReader::new(node, reading);
    let word = reader.argument::<String>("delivery \"native\"", reading);
    reader.finish(reading);
    let word = word?;
    let delivery = match word.value.as_str() {
        "native" => Delivery::Native,
        "compiled" => Delivery::Compiled,
        other => {
            unknown_value("delivery", other, &word.place, &["native", "compiled"], reading);
            return None;
        }
    };
    Some(Spanned::new(delivery, word.place))
}

/// `prefer "SOURCE" "NAME" …`.
pub(super) fn prefer(node: &KdlNode, reading: &mut Reading) -> Option<Preference> {
    const EXAMPLE: &str = "prefer \"team\" \"core.md\"";
    let mut reader = NodeReader::new(node, reading);
    let source = reader.argument::<String>(EXAMPLE, reading);
    if source.is_some() && !reader.has_argument() {
        reader.argument::<String>(EXAMPLE, reading);
    }
    let names: Vec<Spanned<String>> = reader.arguments(reading);
    reader.finish(reading);
    let source = source.filter(|source| check_text("prefer", source, reading))?;
    let names = names.into_iter().filter(|name| check_pick(name, "modules", reading)).collect();
    Some(Preference { source, names })
}
