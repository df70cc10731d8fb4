//! The role and the seat that a launcher names.

use crate::diagnostic::{Diagnostic, Problems, Spanned, listed_few};
use crate::manifest::{PersonPick, excerpt};

use super::{
    Entry, Identity, IdentityPersonality, IdentitySeat, Named, Person, Personality, Role, Seat, codes, meld,
};

/// A role of a person, with all that belongs to it.
#[derive(Clone, Debug)]
pub struct Selection<'p> {
    /// Whose it is.
    pub person: &'p Person,
    /// The role.
    pub role: &'p Role,
    /// Its personalities in their order; all of them, as there is no picking of single ones.
    pub personalities: Vec<&'p Personality>,
    /// The seat, when one was named.
    pub seat: Option<&'p Seat>,
}

impl Person {
    /// What `pick` selects. A role or seat that is not there is reported, with the place in the manifest that names it
    /// and the place of the person that it is looked for in. None also when the person's own file has a mistake there,
    /// which was reported when it was read.
    pub fn select(&self, pick: &PersonPick, problems: &mut Problems) -> Option<Selection<'_>> {
        if self.roles.place(&pick.role.value).is_none() {
            problems.push(unknown_role(self, &pick.role));
            return None;
        }
        let role = self.role(&pick.role.value)?;
        let seat = match &pick.seat {
            None => None,
            Some(key) if role.seats.place(&key.value).is_none() => {
                problems.push(unknown_seat(role, key));
                return None;
            }
            Some(key) => Some(role.seats.get(&key.value)?),
        };
        let personalities: Option<Vec<_>> =
            role.personalities.iter().map(|name| self.personality(&name.value)).collect();
        Some(Selection { person: self, role, personalities: personalities?, seat })
    }
}

impl Selection<'_> {
    /// The selection as plain data.
    pub fn identity(&self) -> Identity {
        let colors: Vec<_> = self.personalities.iter().map(|personality| personality.color.value).collect();
        Identity {
            person: self.person.name.value.clone(),
            role: self.role.name.value.clone(),
            purpose: self.role.purpose.as_ref().map(|purpose| purpose.value.clone()),
            skill: self.role.skill.value.clone(),
            seat: self.seat.map(|seat| IdentitySeat {
                key: seat.key.value.clone(),
                name: seat.name.value.clone(),
                pronouns: seat.pronouns.as_ref().map(|pronouns| pronouns.value.clone()),
            }),
            favourite: meld(&colors),
            personalities: self
                .personalities
                .iter()
                .map(|personality| IdentityPersonality {
                    name: personality.name.value.clone(),
                    skill: personality.skill.value.clone(),
                    color: personality.color.value,
                })
                .collect(),
        }
    }
}

fn unknown_role(person: &Person, role: &Spanned<String>) -> Diagnostic {
    let name = excerpt(&person.name.value);
    let message = format!("the person `{name}` has no role `{}`", excerpt(&role.value));
    let diagnostic =
        Diagnostic::new(&codes::UNKNOWN_ROLE, message).label(&role.place, "not a role of this person");
    let none = "define it in the person: `role \"…\" { skill \"role-…\" }`";
    among(diagnostic, role, &person.roles, &person.name, none)
}

fn unknown_seat(role: &Role, seat: &Spanned<String>) -> Diagnostic {
    let name = excerpt(&role.name.value);
    let message = format!("the role `{name}` has no seat `{}`", excerpt(&seat.value));
    let diagnostic =
        Diagnostic::new(&codes::UNKNOWN_SEAT, message).label(&seat.place, "not a seat of this role");
    let none = "leave `seat` out, or define it in the role: `agent \"…\" name=\"…\" pronouns=\"…\"`";
    among(diagnostic, seat, &role.seats, &role.name, none)
}

/// Adds where the one that was meant is defined, or else what `owner` has, and what to write.
fn among<T: Entry>(
    diagnostic: Diagnostic,
    word: &Spanned<String>,
    entries: &Named<T>,
    owner: &Spanned<String>,
    none: &str,
) -> Diagnostic {
    if let Some(meant) = entries.nearest(&word.value)
        && let Some(place) = entries.place(meant)
    {
        let shown = excerpt(meant);
        return diagnostic
            .label(place, format!("`{shown}` is defined here"))
            .help(format!("did you mean `{}=\"{shown}\"`?", T::KIND));
    }
    let diagnostic = diagnostic.label(&owner.place, format!("looked for here, among {}", plural(entries)));
    match entries.names() {
        [] => diagnostic.help(none),
        names => {
            diagnostic.help(format!("write one of {}", listed_few(names.iter().map(|name| excerpt(name)))))
        }
    }
}

fn plural<T: Entry>(entries: &Named<T>) -> String {
    let kind = T::KIND;
    match entries.names().len() {
        0 => format!("no {kind}s"),
        1 => format!("1 {kind}"),
        count => format!("{count} {kind}s"),
    }
}
