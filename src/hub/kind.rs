//! The four kinds of things that a source holds.

/// What lies in one of the folders of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A file of `modules/`.
    Module,
    /// A file of `hooks/`.
    Hook,
    /// A folder of `skills/`.
    Skill,
    /// A folder of `persons/`.
    Person,
}

impl Kind {
    /// Every kind, in the order of their folders.
    pub const ALL: [Self; 4] = [Self::Module, Self::Hook, Self::Skill, Self::Person];

    /// What messages and traces call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Hook => "hook",
            Self::Skill => "skill",
            Self::Person => "person",
        }
    }

    /// The name of its folder.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Module => "modules",
            Self::Hook => "hooks",
            Self::Skill => "skills",
            Self::Person => "persons",
        }
    }
}
