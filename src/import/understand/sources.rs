//! `source` and `.`.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::finish::{hub_of, looks_like_hub};
use super::flow::Flow;
use super::problems::Reason;
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::{Diagnostic, Place, visible};
use crate::import::bash::Script;
use crate::import::codes;
use crate::import::read_script::read_script;
use crate::import::text::{Part, Text};

impl Walker {
    /// Follows a sourced file as if it stood here, when it lies in the hub. Others may hold secrets, and are not read.
    pub(super) fn source(&mut self, script: &Rc<Script>, fields: &[Field], place: &Place) -> Flow {
        const DEEPEST: usize = 8;
        let path = match fields.first() {
            Some(Field::Word(word)) => self.path_of(&word.text),
            _ => None,
        };
        let Some(path) = path.filter(|path| self.reading.len() < DEEPEST && self.is_of_a_hub(path)) else {
            return self.leave_out(script, place, Reason::Source);
        };
        if self.reading.contains(&path) {
            return self.leave_out(script, place, Reason::Endless);
        }
        let name = self.name_of(&path);
        let read = read_script(&path, &name)
            .and_then(|file| Script::parse(&file).map_err(|reason| Box::new(not_parsed(&name, reason))));
        let sourced = match read {
            Ok(sourced) => Rc::new(sourced),
            Err(problem) => {
                self.problems.push(problem.label(place, "sourced here"));
                self.keep(place);
                return Flow::On;
            }
        };
        self.sources.push(path.clone());
        self.broken(&sourced);
        self.reading.push(path);
        let end = sourced.file.text().len();
        let flow = self.commands(&sourced, &sourced.commands, end);
        self.reading.pop();
        if flow == Flow::End { Flow::End } else { Flow::On }
    }

    /// Whether a file belongs to the hub, or to another folder that looks like one: then that is the hub.
    fn is_of_a_hub(&mut self, path: &Path) -> bool {
        if path.starts_with(&self.hub) {
            return true;
        }
        let Some(hub) = path.parent().map(hub_of).filter(|hub| looks_like_hub(hub)) else { return false };
        self.hub = hub;
        true
    }

    /// The path that a text is on this machine.
    pub(super) fn path_of(&self, text: &Text) -> Option<PathBuf> {
        match (text.parts(), &self.home) {
            ([Part::Home, rest @ ..], Some(home)) => {
                let home = [Part::Folder(home.clone())];
                home.into_iter().chain(rest.iter().cloned()).collect::<Text>().as_path()
            }
            _ => text.as_path(),
        }
    }

    /// What reports call a file of the hub.
    fn name_of(&self, path: &Path) -> String {
        path.strip_prefix(&self.hub).unwrap_or(path).to_string_lossy().into_owned()
    }
}

/// A script that was not even tried.
pub(super) fn not_parsed(name: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&codes::UNREADABLE, format!("`{}` {reason}", visible(name)))
        .help("name a script that a person wrote")
}
