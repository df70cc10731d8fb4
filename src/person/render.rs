//! An identity as the instructions begin with it.

use std::fmt::Write as _;

use super::{Identity, IdentityPersonality, IdentitySeat};

impl Identity {
    /// Markdown for the agent to read: who it is, what for, and of which personalities.
    ///
    /// Made of the identity's own fields only, and the same wherever it is made. Without a seat it names nobody, not
    /// the person either, whose name an agent would take for its own.
    pub fn render(&self) -> String {
        let mut text = String::from("# Identity\n\n");
        _ = match &self.seat {
            Some(seat) => writeln!(text, "You are {}. Your role is `{}`.", introduced(seat), self.role),
            None => writeln!(text, "Your role is `{}`.", self.role),
        };
        if let Some(purpose) = &self.purpose {
            _ = write!(text, "\n{purpose}\n");
        }
        _ = write!(text, "\nWhat the role asks of you is in the skill `{}`.", self.skill);
        if let Some(favourite) = &self.favourite {
            _ = write!(
                text,
                " Your favourite colour is `{favourite}`, the meld of those of your personalities."
            );
        }
        text.push('\n');
        if !self.personalities.is_empty() {
            text.push_str("\nYou have these personalities, in this order and all at once:\n\n");
        }
        for (index, personality) in self.personalities.iter().enumerate() {
            let IdentityPersonality { name, skill, color } = personality;
            _ = writeln!(text, "{}. {name} (`{color}`), as the skill `{skill}` says", index + 1);
        }
        text
    }
}

fn introduced(seat: &IdentitySeat) -> String {
    match &seat.pronouns {
        Some(pronouns) => format!("{} ({pronouns})", seat.name),
        None => seat.name.clone(),
    }
}
