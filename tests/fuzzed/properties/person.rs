//! `person.kdl`.

use assembly::diagnostic::{Problems, SourceFile};
use assembly::person::{Person, format_text, read};

use super::reported::reported;
use super::text;

/// Any text is a person or reported, always in the same way; formatting it, if it can be, changes nothing that is read.
pub fn person(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let told = seen(text);
    assert_eq!(told, seen(text));
    let file = SourceFile::new("/nowhere/person.kdl", "person.kdl", text);
    if let Ok(formatted) = format_text(&file) {
        let again = SourceFile::new("/nowhere/person.kdl", "person.kdl", formatted.as_str());
        assert_eq!(format_text(&again).ok().as_deref(), Some(formatted.as_str()), "of {text:?}");
    }
}

fn seen(text: &str) -> (String, String) {
    let file = SourceFile::new("/nowhere/person.kdl", "person.kdl", text);
    let mut problems = Problems::new();
    let person = read(&file, "sam", None, &mut problems);
    (reported(&problems), person.as_ref().map(described).unwrap_or_default())
}

/// All that a person says, in its order.
fn described(person: &Person) -> String {
    let roles = person.roles.iter().map(|role| {
        let seats: Vec<_> = role.seats.iter().collect();
        format!("{:?} {:?} {:?} {:?} {seats:?}", role.name, role.purpose, role.skill, role.personalities)
    });
    let personalities: Vec<_> = person.personalities.iter().collect();
    format!("{:?} {personalities:?} {:?}", person.name, roles.collect::<Vec<_>>())
}
