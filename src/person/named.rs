//! Things of one kind, each with a name of its own.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place, Spanned, did_you_mean};
use crate::manifest::{Reading, excerpt};

use super::codes;

/// Something that has a name among its like.
pub trait Entry {
    /// What it is called in a report.
    const KIND: &'static str;

    /// Its name.
    fn name(&self) -> &str;
}

/// The things of one kind that a person or a role defines.
///
/// What was defined with a mistake is known by name, and cannot be had: that it is missing is not said on top of it.
#[derive(Clone, Debug)]
pub struct Named<T> {
    entries: Vec<T>,
    places: HashMap<String, Place>,
    /// The names in the order of the file.
    names: Vec<String>,
    positions: HashMap<String, usize>,
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: HashMap::new(), names: Vec::new(), positions: HashMap::new() }
    }
}

impl<T: Entry> Named<T> {
    /// The one of that name, if it is without fault.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.positions.get(name).and_then(|position| self.entries.get(*position))
    }

    /// All that are without fault, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// Where the one of that name is defined, with or without fault.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.get(name)
    }

    /// The names of all that are defined, with or without fault, in the order of the file.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name that was most likely meant by `word`.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        did_you_mean(word, self.names.iter().map(String::as_str))
    }

    /// Takes note of a definition; whether it is the first of that name.
    pub(super) fn declare(&mut self, name: &Spanned<String>, reading: &mut Reading) -> bool {
        if let Some(first) = self.places.get(&name.value) {
            let message = format!("the {} `{}` is defined twice", T::KIND, excerpt(&name.value));
            let diagnostic = Diagnostic::new(&codes::DOUBLED, message)
                .label(&name.place, "again here")
                .label(first, "first here")
                .help("rename one of them, or delete it");
            reading.report(diagnostic);
            return false;
        }
        self.names.push(name.value.clone());
        self.places.insert(name.value.clone(), name.place.clone());
        true
    }

    /// Adds what was declared and turned out to be without fault.
    pub(super) fn add(&mut self, entry: T) {
        self.positions.insert(entry.name().to_owned(), self.entries.len());
        self.entries.push(entry);
    }
}

impl<'n, T: Entry> IntoIterator for &'n Named<T> {
    type Item = &'n T;
    type IntoIter = std::slice::Iter<'n, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
