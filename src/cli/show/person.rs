//! Who the agent is.

use serde_json::{Value, json};

use super::page::{Page, of, origin};
use crate::compose::{Composition, SelectedPerson};
use crate::manifest::Delivery;

impl Page {
    /// A line for each part of the identity, and one for a delivery that is not the usual one.
    pub(super) fn person(&mut self, composition: &Composition) {
        if let Some(person) = &composition.person {
            self.identity(person);
        }
        if composition.delivery != Delivery::Native {
            self.row("delivery", composition.delivery.word(), "");
        }
    }

    fn identity(&mut self, SelectedPerson { source, identity, invariant, listed, by, .. }: &SelectedPerson) {
        self.row("person", &of(&identity.person, source), &origin(listed, Some(by)));
        let role = match &identity.purpose {
            Some(purpose) => format!("{}: {purpose}", identity.role),
            None => identity.role.clone(),
        };
        self.row("role", &role, "");
        if let Some(seat) = &identity.seat {
            let pronouns =
                seat.pronouns.as_ref().map_or_else(String::new, |pronouns| format!(" ({pronouns})"));
            self.row("seat", &format!("{}: {}{pronouns}", seat.key, seat.name), "");
        }
        for personality in &identity.personalities {
            self.colored("personality", personality.color, &personality.name);
        }
        if let Some(favourite) = identity.favourite {
            self.colored("favourite", favourite, "");
        }
        if let Some(invariant) = invariant {
            self.row("invariant", invariant.file.name(), "");
        }
    }
}

pub(super) fn person_as_json(person: &SelectedPerson) -> Value {
    let SelectedPerson { source, identity, invariant, listed, by, .. } = person;
    let (line, column) = listed.line_and_column();
    json!({
        "source": source,
        "by": by,
        "file": listed.file.name(),
        "line": line,
        "column": column,
        "identity": identity,
        "invariant": invariant.as_ref().map(|invariant| invariant.file.name()),
    })
}
