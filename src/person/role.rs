//! `role "NAME" { … }` of a person, and the seats in it.

use std::collections::HashMap;

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Spanned, did_you_mean};
use crate::manifest::{self, NodeReader, Reading, excerpt};

use super::language::IN_ROLE;
use super::read::report_unknown;
use super::text::{check_line, check_skill};
use super::{Named, Role, Seat, codes};

/// Adds the role that `node` defines, if it is without fault, and tells which personalities it lists in any case.
pub(super) fn read(node: &KdlNode, roles: &mut Named<Role>, reading: &mut Reading) -> Vec<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let place = reader.name_place(reading);
    let name = reader.argument::<String>("role \"backend\" { skill \"role-backend\" }", reading);
    let name = name.filter(|name| check_line("role", name, reading));
    let mut body = Body::default();
    let mut is_meant = false;
    for child in reader.children() {
        if !reading.is_mended(child.name().span()) {
            let name = child.name().value();
            is_meant |= !IN_ROLE.contains(&name) && did_you_mean(name, IN_ROLE) == Some("skill");
            body.read(child, reading);
        }
    }
    reader.finish(reading);
    // Of one that is misspelt it was said already.
    if !body.once.contains_key("skill") && !is_meant {
        let shown = name.as_ref().map_or_else(|| "…".to_owned(), |name| excerpt(&name.value));
        let diagnostic = Diagnostic::new(&codes::NO_SKILL, format!("the role `{shown}` has no skill"))
            .label(&place, "a node `skill` has to stand in its block")
            .help(format!("write `skill \"role-{shown}\"`, the folder of `skills/` with its prose"));
        reading.report(diagnostic);
    }
    let Body { purpose, skill, personalities, seats, .. } = body;
    let listed = personalities.clone();
    if let Some(name) = name.filter(|name| roles.declare(name, reading))
        && let Some(skill) = skill
    {
        roles.add(Role { name, purpose, skill, personalities, seats });
    }
    listed
}

#[derive(Default)]
struct Body {
    purpose: Option<Spanned<String>>,
    skill: Option<Spanned<String>>,
    personalities: Vec<Spanned<String>>,
    seats: Named<Seat>,
    /// Where each node stands that may stand once.
    once: HashMap<&'static str, Place>,
}

impl Body {
    fn read(&mut self, node: &KdlNode, reading: &mut Reading) {
        match node.name().value() {
            "agent" => read_seat(node, &mut self.seats, reading),
            "purpose" if self.is_first("purpose", node, reading) => {
                self.purpose = value("purpose \"Builds the services.\"", node, reading)
                    .filter(|purpose| check_line("purpose", purpose, reading));
            }
            "skill" if self.is_first("skill", node, reading) => {
                self.skill = value("skill \"role-backend\"", node, reading)
                    .filter(|skill| check_skill(skill, reading));
            }
            "personality" if self.is_first("personality", node, reading) => {
                self.personalities = read_personalities(node, reading);
            }
            name if IN_ROLE.contains(&name) => {}
            _ => report_unknown(node, &IN_ROLE, reading),
        }
    }

    /// Reports a node that stood before; whether it did not.
    fn is_first(&mut self, name: &'static str, node: &KdlNode, reading: &mut Reading) -> bool {
        let place = reading.place(node.name().span());
        let Some(first) = self.once.get(name) else {
            self.once.insert(name, place);
            return true;
        };
        let diagnostic = Diagnostic::new(&manifest::codes::DOUBLED_NODE, format!("`{name}` stands twice"))
            .label(&place, "again here")
            .label(first, "first here")
            .help(match name {
                "personality" => "list them in one node, in the order that counts: `personality \"a\" \"b\"`",
                _ => "keep one of them",
            });
        reading.report(diagnostic);
        false
    }
}

/// The one value of a node.
fn value(example: &str, node: &KdlNode, reading: &mut Reading) -> Option<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    let value = reader.argument(example, reading);
    reader.finish(reading);
    value
}

fn read_personalities(node: &KdlNode, reading: &mut Reading) -> Vec<Spanned<String>> {
    let mut reader = NodeReader::new(node, reading);
    if !reader.has_argument() {
        reader.argument::<String>("personality \"tenacious\" \"grounded\"", reading);
    }
    let mut names: Vec<Spanned<String>> = reader.arguments(reading);
    reader.finish(reading);
    let mut listed: HashMap<String, Place> = HashMap::new();
    names.retain(|name| {
        if !check_line("personality", name, reading) {
            return false;
        }
        let Some(first) = listed.get(&name.value) else {
            listed.insert(name.value.clone(), name.place.clone());
            return true;
        };
        let message = format!("the personality `{}` is listed twice", excerpt(&name.value));
        let diagnostic = Diagnostic::new(&codes::DOUBLED, message)
            .label(&name.place, "again here")
            .label(first, "first here")
            .help("delete one of them; a role has each of its personalities once");
        reading.report(diagnostic);
        false
    });
    names
}

/// Adds the seat that `agent "KEY" name="…" pronouns="…"` defines.
fn read_seat(node: &KdlNode, seats: &mut Named<Seat>, reading: &mut Reading) {
    const EXAMPLE: &str = "agent \"claude\" name=\"Opal\" pronouns=\"she/her\"";
    let mut reader = NodeReader::new(node, reading);
    let place = reader.name_place(reading);
    let key = reader.argument::<String>(EXAMPLE, reading);
    let has_name = reader.has_property("name");
    let name = reader.property::<String>("name", reading);
    let has_pronouns = reader.has_property("pronouns");
    let pronouns = reader.property::<String>("pronouns", reading);
    reader.finish(reading);
    if !has_name {
        let diagnostic = Diagnostic::new(&manifest::codes::MISSING_ARGUMENT, "`agent` has no `name`")
            .label(&place, "`name=` has to follow")
            .help(format!("write `{EXAMPLE}`"));
        reading.report(diagnostic);
    }
    let key = key.filter(|key| check_line("agent", key, reading));
    let name = name.filter(|name| check_line("name", name, reading));
    let pronouns = pronouns.filter(|pronouns| check_line("pronouns", pronouns, reading));
    let Some(key) = key.filter(|key| seats.declare(key, reading)) else { return };
    if let Some(name) = name
        && has_pronouns == pronouns.is_some()
    {
        seats.add(Seat { key, name, pronouns });
    }
}
