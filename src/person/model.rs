//! A person as it was read, every value with its place.

use std::sync::Arc;

use crate::diagnostic::{SourceFile, Spanned};

use super::{Color, Entry, Named};

/// What a `person.kdl` and the prose beside it say.
#[derive(Clone, Debug)]
pub struct Person {
    /// Its name, which is also that of its folder.
    pub name: Spanned<String>,
    /// What its roles can be made of, in the order of the file.
    pub personalities: Named<Personality>,
    /// What a launcher can pick, in the order of the file.
    pub roles: Named<Role>,
    /// The prose that every role gets.
    pub invariant: Option<Arc<SourceFile>>,
}

impl Person {
    /// The role of that name, if it is there and without fault.
    pub fn role(&self, name: &str) -> Option<&Role> {
        self.roles.get(name)
    }

    /// The personality of that name, if it is there and without fault.
    pub fn personality(&self, name: &str) -> Option<&Personality> {
        self.personalities.get(name)
    }
}

/// A trait of character; what it means stands in its skill.
#[derive(Clone, Debug)]
pub struct Personality {
    /// The name by which roles list it.
    pub name: Spanned<String>,
    /// A folder of `skills/`.
    pub skill: Spanned<String>,
    /// Its colour, which is legible.
    pub color: Spanned<Color>,
}

/// Something a person can be hired for.
#[derive(Clone, Debug)]
pub struct Role {
    /// The slug that launchers and documents use.
    pub name: Spanned<String>,
    /// What it is there for, in one line.
    pub purpose: Option<Spanned<String>>,
    /// A folder of `skills/`.
    pub skill: Spanned<String>,
    /// Names of personalities, in their order, each once.
    pub personalities: Vec<Spanned<String>>,
    /// Who can do it.
    pub seats: Named<Seat>,
}

/// A name that an agent goes by in a role.
#[derive(Clone, Debug)]
pub struct Seat {
    /// What a launcher calls it.
    pub key: Spanned<String>,
    /// What the agent is called.
    pub name: Spanned<String>,
    /// How others speak of it.
    pub pronouns: Option<Spanned<String>>,
}

impl Entry for Personality {
    const KIND: &'static str = "personality";

    fn name(&self) -> &str {
        &self.name.value
    }
}

impl Entry for Role {
    const KIND: &'static str = "role";

    fn name(&self) -> &str {
        &self.name.value
    }
}

impl Entry for Seat {
    const KIND: &'static str = "seat";

    fn name(&self) -> &str {
        &self.key.value
    }
}
