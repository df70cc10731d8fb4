//! From the text of a `person.kdl` to a [`Person`].

use std::sync::Arc;

use kdl::KdlNode;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile, Spanned, did_you_mean, visible};
use crate::manifest::{self, NodeReader, Reading, excerpt, newer, parse, unknown};

use super::check::check;
use super::language::{IN_PERSON, PERSON};
use super::text::check_line;
use super::{Named, Person, codes, personality, role};

/// Reads the person that lies in `persons/FOLDER/`: its file, and the prose beside it if there is any.
///
/// None when the text cannot be read, or defines no person with a name. What is defined with a mistake is reported and
/// cannot be had from the [`Person`], which knows its name all the same.
pub fn read(
    file: &Arc<SourceFile>,
    folder: &str,
    invariant: Option<&Arc<SourceFile>>,
    problems: &mut Problems,
) -> Option<Person> {
    let parsed = parse(file, &PERSON, problems);
    if let Some(invariant) = invariant {
        check_invariant(invariant, problems);
    }
    if !parsed.readable {
        return None;
    }
    let mut reading = Reading::new(file, &parsed, problems);
    let mut person = read_document(parsed.document.nodes(), folder, &mut reading)?;
    person.invariant = invariant.cloned();
    Some(person)
}

fn check_invariant(invariant: &Arc<SourceFile>, problems: &mut Problems) {
    if invariant.text().trim_start_matches('\u{feff}').trim().is_empty() {
        let diagnostic = Diagnostic::new(&codes::EMPTY_INVARIANT, "the invariant is empty")
            .label(&Place::new(invariant, 0..0), "no text")
            .help("write what every role of the person keeps to, or delete the file");
        problems.push(diagnostic);
    }
}

fn read_document(nodes: &[KdlNode], folder: &str, reading: &mut Reading) -> Option<Person> {
    let mut first: Option<&KdlNode> = None;
    let mut person = None;
    let mut is_meant = false;
    for node in nodes {
        if reading.is_mended(node.name().span()) {
            continue;
        }
        if node.name().value() != "person" {
            is_meant |= did_you_mean(node.name().value(), PERSON.top.iter().copied()).is_some();
            report_unknown(node, PERSON.top, reading);
        } else if let Some(first) = first {
            let place = |node: &KdlNode, reading: &Reading| reading.place(node.name().span());
            let diagnostic = Diagnostic::new(&manifest::codes::DOUBLED_NODE, "`person` stands twice")
                .label(&place(node, reading), "again here")
                .label(&place(first, reading), "first here")
                .help("keep one of them; another person has a folder of its own in `persons/`");
            reading.report(diagnostic);
        } else {
            first = Some(node);
            person = read_person(node, folder, reading);
        }
    }
    if first.is_none() && !is_meant {
        let diagnostic = Diagnostic::new(&codes::NO_PERSON, "the file defines no person")
            .label(&reading.place((0, 0).into()), "without a node `person`")
            .help(format!("write `person \"{}\" {{ … }}`", visible(folder)));
        reading.report(diagnostic);
    }
    person
}

fn read_person(node: &KdlNode, folder: &str, reading: &mut Reading) -> Option<Person> {
    let mut reader = NodeReader::new(node, reading);
    let name = reader.argument::<String>(&format!("person \"{}\" {{ … }}", visible(folder)), reading);
    let name = name.filter(|name| check_line("person", name, reading));
    if let Some(name) = &name {
        check_name(name, folder, reading);
    }
    let mut personalities = Named::default();
    let mut roles = Named::default();
    let mut listed = Vec::new();
    for child in reader.children() {
        if reading.is_mended(child.name().span()) {
            continue;
        }
        match child.name().value() {
            "personality" => personality::read(child, &mut personalities, reading),
            "role" => listed.extend(role::read(child, &mut roles, reading)),
            _ => report_unknown(child, &IN_PERSON, reading),
        }
    }
    reader.finish(reading);
    check(&personalities, &roles, &listed, reading);
    Some(Person { name: name?, personalities, roles, invariant: None })
}

fn check_name(name: &Spanned<String>, folder: &str, reading: &mut Reading) {
    if name.value == folder {
        return;
    }
    let folder = visible(folder);
    let message = format!("the person in `persons/{folder}/` is called `{}`", excerpt(&name.value));
    let diagnostic = Diagnostic::new(&codes::NAME_DIFFERS, message)
        .label(&name.place, "not the name of the folder")
        .help(format!("write `person \"{folder}\"`, or rename the folder"));
    reading.report(diagnostic);
}

/// Reports a node that is none of `known`.
pub(super) fn report_unknown(node: &KdlNode, known: &[&'static str], reading: &mut Reading) {
    let name = Spanned::new(node.name().value().to_owned(), reading.place(node.name().span()));
    let (mut diagnostic, _) = unknown(&manifest::codes::UNKNOWN_NODE, "the node", &name, known);
    let stands_in = match name.value.as_str() {
        "person" => Some("at the top of the file"),
        "personality" | "role" => Some("in a `person`"),
        "purpose" | "skill" | "agent" => Some("in a `role`"),
        _ => None,
    };
    if let Some(help) = (PERSON.elsewhere)(&name.value) {
        diagnostic = diagnostic.help(help);
    } else if let Some(stands_in) = stands_in {
        diagnostic = diagnostic.help(format!("`{}` stands {stands_in}", name.value));
    } else if let Some(help) = diagnostic.help.take() {
        diagnostic = diagnostic.help(newer(&help));
    }
    reading.report(diagnostic);
}
