//! The person of a launcher: who the agent is, and the skills that come with its role.

use std::sync::Arc;

use super::content;
use super::item::Item;
use super::model::{Invariant, SelectedPerson};
use super::resolver::Resolver;
use super::scribe::Scribe;
use super::selection::{Picked, Picker, describe, teller};
use crate::diagnostic::{Class, Problems, SourceFile, Spanned};
use crate::hub::{Fault, Kind, Source};
use crate::manifest::{Names, PersonPick, Recipe, Room};
use crate::person::{self, Identity, Person, Selection};

/// The definition of a person, and the prose beside it.
pub(super) const PERSON_FILE: &str = "person.kdl";
pub(super) const INVARIANT_FILE: &str = "INVARIANT.md";

/// The last person that a lineage names, once it was found and read.
pub(super) struct Chosen<'a> {
    source: &'a Source,
    pick: &'a PersonPick,
    by: &'a Recipe,
    file: Arc<SourceFile>,
    identity: Identity,
    invariant: Option<Invariant>,
    skills: Vec<Brought>,
}

/// A skill that belongs to the role.
struct Brought {
    /// With its place in the `person.kdl`.
    name: Spanned<String>,
    reason: String,
}

/// Finds the person of a launcher and the role of it. What is wrong with either is reported.
pub(super) fn choose<'a>(
    lineage: &[&'a Recipe],
    resolver: &mut Resolver<'a>,
    names: &dyn Names,
    room: &mut Room,
    scribe: &mut Scribe,
) -> Option<Chosen<'a>> {
    let mut picks =
        lineage.iter().rev().filter_map(|recipe| recipe.person.as_ref().map(|pick| (pick, *recipe)));
    let (pick, by) = picks.next()?;
    for (other, replaced) in picks {
        let reason = format!("named by {}, and replaced by {}", teller(replaced), teller(by));
        let name = other.name.value.as_str();
        scribe.excluded(Kind::Person.word(), name, resolver.provider(Kind::Person, name), reason);
    }
    let (name, listed) = (pick.name.value.as_str(), &pick.name.place);
    let item = Item { kind: Kind::Person, name, listed, through: None, by, required: None, copied: false };
    let source = resolver.resolve(&item, scribe)?;
    let person = match files(source, name) {
        Ok(Files { person, invariant: Ok(invariant) }) => read(&person, invariant.as_ref(), pick, by, scribe),
        // What is wrong with the one file does not hide what is wrong with the other.
        Ok(Files { person, invariant: Err(fault) }) => {
            read(&person, None, pick, by, scribe);
            item.report(&fault, source, scribe);
            return None;
        }
        Err(fault) => {
            item.report(&fault, source, scribe);
            return None;
        }
    };
    let mut problems = Problems::new();
    let selection = person.as_ref().and_then(|person| person.select(pick, &mut problems));
    scribe.problems.extend(problems.into_iter().map(|problem| problem.scope(&by.name.value)));
    let Some(selection) = selection else {
        let fact = if person.is_some() { "cannot serve as what is asked of it" } else { "cannot be read" };
        scribe.excluded(Kind::Person.word(), name, source, format!("{fact}, named by {}", teller(by)));
        return None;
    };
    record(&selection, source, by, scribe);
    let invariant = selection.person.invariant.as_ref().and_then(|file| {
        let text = content::text(file, names, room, scribe)?;
        Some(Invariant { text, file: Arc::clone(file) })
    });
    let file = Arc::clone(&selection.person.name.place.file);
    let (identity, skills) = (selection.identity(), brought(&selection));
    Some(Chosen { source, pick, by, file, identity, invariant, skills })
}

/// The text of a person and the prose beside it, if there is any.
pub(super) struct Files {
    pub(super) person: Arc<SourceFile>,
    pub(super) invariant: Result<Option<Arc<SourceFile>>, Fault>,
}

/// Reads what a person is made of.
pub(super) fn files(source: &Source, name: &str) -> Result<Files, Fault> {
    let person = source.person_file(name, PERSON_FILE)?.ok_or(Fault::NoPersonFile)?;
    Ok(Files { person, invariant: source.person_file(name, INVARIANT_FILE) })
}

/// Reports what is wrong with the text, and which node leads to it.
fn read(
    file: &Arc<SourceFile>,
    invariant: Option<&Arc<SourceFile>>,
    pick: &PersonPick,
    by: &Recipe,
    scribe: &mut Scribe,
) -> Option<Person> {
    let mut problems = Problems::new();
    let person = person::read(file, &pick.name.value, invariant, &mut problems);
    scribe.problems.extend(problems.into_iter().map(|problem| {
        let problem = problem.scope(&by.name.value);
        match problem.class {
            Class::Note => problem,
            _ => problem.label(&pick.name.place, format!("the person of {}", describe(by))),
        }
    }));
    person
}

fn record(selection: &Selection<'_>, source: &Source, by: &Recipe, scribe: &mut Scribe) {
    let Selection { person, role, personalities, seat } = selection;
    let (who, by) = (&person.name.value, teller(by));
    scribe.selected(Kind::Person.word(), who, source, format!("named by {by}"));
    scribe.selected("role", &role.name.value, source, format!("the role of `{who}` that {by} names"));
    if let Some(seat) = seat {
        let reason = format!("the seat that {by} names: the agent is called {}", seat.name.value);
        scribe.selected("seat", &seat.key.value, source, reason);
    }
    for personality in personalities {
        let reason = format!("belongs to the role `{}`", role.name.value);
        scribe.selected("personality", &personality.name.value, source, reason);
    }
    if person.invariant.is_some() {
        let reason = format!("holds in every role of `{who}`");
        scribe.selected("invariant", INVARIANT_FILE, source, reason);
    }
}

/// The role's skill, and those of its personalities in their order.
fn brought(selection: &Selection<'_>) -> Vec<Brought> {
    let of_role = Brought { name: selection.role.skill.clone(), reason: "the role's skill".to_owned() };
    let of_personalities = selection.personalities.iter().map(|personality| Brought {
        name: personality.skill.clone(),
        reason: format!("the skill of personality `{}`", personality.name.value),
    });
    std::iter::once(of_role).chain(of_personalities).collect()
}

impl Chosen<'_> {
    /// The file of the person's invariant.
    pub(super) fn invariant(&self) -> Option<&Arc<SourceFile>> {
        self.invariant.as_ref().map(|invariant| &invariant.file)
    }

    /// The skills that come before those that the launcher lists.
    pub(super) fn skills(&self, picker: Picker<'_>, scribe: &mut Scribe) -> Vec<Picked<'_>> {
        let mut list = Vec::with_capacity(self.skills.len());
        for Brought { name: Spanned { value, place }, reason } in &self.skills {
            picker.selected(value, reason.clone(), scribe);
            list.push(Picked {
                name: value.clone(),
                listed: place,
                through: Some(&self.pick.name.place),
                by: self.by,
                required: None,
                mode: None,
            });
        }
        list
    }
}

impl From<Chosen<'_>> for SelectedPerson {
    fn from(chosen: Chosen<'_>) -> Self {
        Self {
            source: chosen.source.id().to_owned(),
            file: chosen.file,
            identity: chosen.identity,
            invariant: chosen.invariant,
            listed: chosen.pick.name.place.clone(),
            by: chosen.by.name.value.clone(),
        }
    }
}
