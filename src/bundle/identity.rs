//! Who the agent is.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// A role of a person, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The person's name.
    pub person: String,
    /// The role.
    pub role: String,
    /// What the role is for.
    pub purpose: Option<String>,
    /// Whose place it is; none when the instructions name nobody.
    pub seat: Option<Seat>,
    /// In the order of the role.
    pub personalities: Vec<Personality>,
    /// The meld of their colours, `#rrggbb`; none without personalities.
    pub favourite: Option<String>,
}

/// The name that an agent goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// What a launcher calls it.
    pub key: String,
    /// The name.
    pub name: String,
    /// The pronouns.
    pub pronouns: Option<String>,
}

/// A trait that is told by a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Personality {
    /// Its name.
    pub name: String,
    /// The skill that tells it.
    pub skill: String,
    /// `#rrggbb`.
    pub color: String,
}

impl Identity {
    /// The first text of the instructions.
    pub fn text(&self) -> String {
        let mut text = String::from("# Who you are\n\n");
        if let Some(seat) = &self.seat {
            _ = match &seat.pronouns {
                Some(pronouns) => writeln!(text, "You are {} ({pronouns}).", seat.name),
                None => writeln!(text, "You are {}.", seat.name),
            };
        }
        _ = writeln!(text, "Your role is {}.", self.role);
        if let Some(purpose) = &self.purpose {
            _ = writeln!(text, "{purpose}");
        }
        if let Some(favourite) = &self.favourite {
            _ = writeln!(text, "Your favourite colour is {favourite}.");
        }
        if !self.personalities.is_empty() {
            text.push('\n');
            for Personality { name, skill, color } in &self.personalities {
                _ = writeln!(text, "- {name}: the skill `{skill}`, {color}");
            }
        }
        text
    }
}
