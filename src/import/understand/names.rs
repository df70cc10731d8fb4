//! Arguments of the steps that are names of files of the hub.

use super::problems::Reason;
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::text::{Part, Text, Word};

impl Walker {
    /// The names among the arguments of a step. `folder` is where in the hub they lie.
    pub(super) fn names(&mut self, fields: &[Field], folder: &str, place: &Place) -> Vec<Word> {
        let mut names = Vec::new();
        for field in fields {
            match field {
                Field::Word(word) => match name(&word.text, &self.hub.join(folder)) {
                    Some(name) => names.push(Word { text: Text::plain(name), place: word.place.clone() }),
                    None => self.unsaid(&word.place, Reason::NotAName),
                },
                Field::Arguments(_) => self.unsaid(place, Reason::Arguments),
                Field::Unsaid => {}
            }
        }
        names
    }
}

/// A name that can stand in a node. What would be a path, a removal or a glob cannot.
fn name(text: &Text, folder: &std::path::Path) -> Option<String> {
    let name = match text.parts() {
        [Part::Plain(name)] => name.clone(),
        _ => text.as_path()?.strip_prefix(folder).ok()?.to_str()?.to_owned(),
    };
    let is_name = !name.is_empty()
        && name.len() <= 255
        && !name.starts_with('!')
        && !matches!(name.as_str(), "." | "..")
        && !name.contains(['/', '*', '?', '[', '{'])
        && !name.chars().any(char::is_control);
    is_name.then_some(name)
}
