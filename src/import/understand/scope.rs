//! The variables and functions of a script.

use std::collections::HashMap;
use std::rc::Rc;

use brush_parser::ast::CompoundCommand;

use crate::diagnostic::Place;
use crate::import::bash::Script;
use crate::import::draft::Variable;
use crate::import::text::Word;

/// What a word comes to.
#[derive(Clone, Debug)]
pub(super) enum Field {
    /// One argument.
    Word(Word),
    /// All arguments that the script is given.
    Arguments(Place),
    /// Something that was reported.
    Unsaid,
}

/// What a variable holds.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Scalar(Word),
    Array(Vec<Field>),
    /// Decided by something that was reported: it counts as the caller's.
    Doubtful,
}

/// A function and the script it stands in.
#[derive(Clone)]
pub(super) struct Function {
    pub(super) script: Rc<Script>,
    pub(super) body: Rc<CompoundCommand>,
    pub(super) place: Place,
}

/// What is known at one moment.
#[derive(Clone, Default)]
pub(super) struct Scope {
    values: HashMap<String, Value>,
    functions: HashMap<String, Function>,
    /// The names of exported variables, in order, with the place of the export.
    pub(super) exported: Vec<(String, Place)>,
    /// The caller's variables that are taken away.
    pub(super) removed: Vec<(String, Place)>,
    /// The arguments of the functions that are being followed; the script's own are none of these.
    arguments: Vec<Vec<Field>>,
    /// What `local` hides, for each function that is being followed.
    hidden: Vec<Vec<(String, Option<Value>)>>,
    /// Whether every assignment exports.
    pub(super) exports_all: bool,
    /// The folder that was changed to.
    pub(super) folder: Option<Word>,
}

impl Scope {
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// The characters of `IFS`, at which words are split; none when only the script knows them.
    pub(super) fn separators(&self) -> Option<&str> {
        match self.value("IFS") {
            None => Some(" \t\n"),
            Some(Value::Scalar(word)) if word.text.is_empty() => Some(""),
            Some(Value::Scalar(word)) => word.text.as_plain(),
            Some(_) => None,
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Value, place: &Place) {
        if self.exports_all {
            self.export(name, place);
        }
        self.removed.retain(|(removed, _)| removed != name);
        self.values.insert(name.to_owned(), value);
    }

    pub(super) fn export(&mut self, name: &str, place: &Place) {
        self.exported.retain(|(exported, _)| exported != name);
        self.exported.push((name.to_owned(), place.clone()));
    }

    pub(super) fn unset(&mut self, name: &str, place: &Place) {
        self.values.remove(name);
        self.exported.retain(|(exported, _)| exported != name);
        self.removed.retain(|(removed, _)| removed != name);
        self.removed.push((name.to_owned(), place.clone()));
    }

    pub(super) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    pub(super) fn define(&mut self, name: &str, function: Function) {
        self.functions.insert(name.to_owned(), function);
    }

    /// How many functions are being followed.
    pub(super) fn depth(&self) -> usize {
        self.arguments.len()
    }

    /// The arguments of the function that is being followed.
    pub(super) fn arguments(&self) -> Option<&Vec<Field>> {
        self.arguments.last()
    }

    /// Takes away so many arguments of the function that is being followed; whether there were so many.
    pub(super) fn shift(&mut self, count: usize) -> bool {
        let Some(arguments) = self.arguments.last_mut().filter(|arguments| arguments.len() >= count) else {
            return false;
        };
        let is_known = arguments[..count].iter().all(|field| matches!(field, Field::Word(_)));
        if is_known {
            arguments.drain(..count);
        }
        is_known
    }

    /// Gives the function that is being followed, or the script, other arguments.
    pub(super) fn replace_arguments(&mut self, arguments: Vec<Field>) {
        if let Some(last) = self.arguments.last_mut() {
            *last = arguments;
        } else {
            self.enter(arguments);
        }
    }

    pub(super) fn enter(&mut self, arguments: Vec<Field>) {
        self.arguments.push(arguments);
        self.hidden.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.arguments.pop();
        for (name, value) in self.hidden.pop().unwrap_or_default().into_iter().rev() {
            match value {
                Some(value) => _ = self.values.insert(name, value),
                None => _ = self.values.remove(&name),
            }
        }
    }

    /// Sets and exports variables for the function that is being followed; the names of those that were not exported before.
    pub(super) fn lend(&mut self, variables: Vec<Variable>) -> Vec<String> {
        let mut exported = Vec::new();
        for Variable { name, value, place } in variables {
            self.hide(&name);
            if !self.exported.iter().any(|(before, _)| *before == name) {
                exported.push(name.clone());
            }
            self.export(&name, &place);
            let value =
                value.map_or(Value::Doubtful, |text| Value::Scalar(Word { text, place: place.clone() }));
            self.set(&name, value, &place);
        }
        exported
    }

    /// Remembers what a variable was outside of the function that is being followed.
    pub(super) fn hide(&mut self, name: &str) {
        if let Some(hidden) = self.hidden.last_mut()
            && !hidden.iter().any(|(hidden, _)| hidden == name)
        {
            hidden.push((name.to_owned(), self.values.get(name).cloned()));
        }
    }
}
