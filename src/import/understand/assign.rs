//! Assignments.

use std::rc::Rc;

use brush_parser::ast::{Assignment, AssignmentName, AssignmentValue};

use super::expand::Taken;
use super::problems::Reason;
use super::scope::{Field, Value};
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::Script;
use crate::import::text::{Text, Word};

impl Walker {
    /// Gives a variable a value. `place` is that of the whole assignment.
    pub(super) fn assign(&mut self, script: &Rc<Script>, assignment: &Assignment, place: &Place) {
        let (name, index) = match &assignment.name {
            AssignmentName::VariableName(name) => (name.as_str(), None),
            AssignmentName::ArrayElementName(name, index) => (name.as_str(), Some(index.as_str())),
        };
        // A tilde, and where the script stands, would come to something else from here on.
        if matches!(name, "HOME" | "PWD" | "CDPATH") {
            self.unsaid(place, Reason::Expansion);
        }
        let old = self.scope.value(name).cloned();
        let value = match (&assignment.value, index) {
            (AssignmentValue::Scalar(word), None) => {
                let origin = value_place(script, place);
                match self.value(&word.value, &origin) {
                    Some(word) if assignment.append => added(old, word, name),
                    Some(word) => Value::Scalar(word),
                    None => Value::Doubtful,
                }
            }
            (AssignmentValue::Array(elements), None) => {
                if elements.iter().any(|(key, _)| key.is_some()) {
                    self.unsaid(place, Reason::Expansion);
                    Value::Doubtful
                } else {
                    let mut fields = match old {
                        Some(Value::Array(fields)) if assignment.append => fields,
                        Some(Value::Scalar(word)) if assignment.append => vec![Field::Word(word)],
                        _ => Vec::new(),
                    };
                    // The first word of the whole is the name with its `=`.
                    let spans = script.words_in(&place.span);
                    let spans = spans.iter().skip(1).map(|span| script.place(span.clone()));
                    let spans = spans.chain(std::iter::repeat(place.clone()));
                    for ((_, element), own) in elements.iter().zip(spans) {
                        fields.extend(self.fields(&element.value, &own, Taken::Split));
                    }
                    fields.retain(|field| !matches!(field, Field::Unsaid));
                    Value::Array(fields)
                }
            }
            (_, Some(_)) => {
                self.unsaid(place, Reason::Expansion);
                Value::Doubtful
            }
        };
        self.scope.set(name, value, place);
    }
}

/// `x+=text`.
fn added(old: Option<Value>, word: Word, name: &str) -> Value {
    match old {
        Some(Value::Scalar(mut before)) => {
            before.text.append(word.text);
            before.place = word.place;
            if before.text.weight() > Text::LONGEST { Value::Doubtful } else { Value::Scalar(before) }
        }
        Some(Value::Array(mut fields)) => {
            match fields.first_mut() {
                Some(Field::Word(first)) => first.text.append(word.text),
                _ => fields.push(Field::Word(word)),
            }
            Value::Array(fields)
        }
        Some(Value::Doubtful) => Value::Doubtful,
        // The caller's value stands before it.
        None => {
            let mut text = Text::of(crate::import::text::Part::Variable {
                name: name.to_owned(),
                default: Some(Text::default()),
            });
            text.append(word.text);
            Value::Scalar(Word { text, place: word.place })
        }
    }
}

/// The place behind the `=`.
fn value_place(script: &Script, place: &Place) -> Place {
    let equals = place.text().find('=').map_or(0, |at| at + 1);
    script.place(place.span.start + equals..place.span.end)
}
