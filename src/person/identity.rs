//! What one role of a person comes to, as plain data.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Color, meld};

/// Who an agent is in a session. It can be stored and read back, and has all that the instructions say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The person.
    pub person: String,
    /// The slug of the role.
    pub role: String,
    /// What the role is there for.
    #[serde(deserialize_with = "said")]
    pub purpose: Option<String>,
    /// The skill of the role.
    pub skill: String,
    /// Who does it; nobody is chosen where the launcher names none.
    #[serde(deserialize_with = "said")]
    pub seat: Option<IdentitySeat>,
    /// The meld of the personalities' colours; none where there are none.
    #[serde(deserialize_with = "said")]
    pub favourite: Option<Color>,
    /// All personalities of the role, in their order.
    pub personalities: Vec<IdentityPersonality>,
}

/// The seat of an [`Identity`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentitySeat {
    /// What the launcher calls it.
    pub key: String,
    /// What the agent is called.
    pub name: String,
    /// How others speak of it.
    #[serde(deserialize_with = "said")]
    pub pronouns: Option<String>,
}

/// A personality of an [`Identity`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentityPersonality {
    /// The name by which the role lists it.
    pub name: String,
    /// The skill with its prose.
    pub skill: String,
    /// Its colour.
    pub color: Color,
}

impl Identity {
    /// Whether the favourite is what the personalities' colours meld to.
    pub fn has_true_favourite(&self) -> bool {
        let colors: Vec<Color> = self.personalities.iter().map(|personality| personality.color).collect();
        self.favourite == meld(&colors)
    }
}

/// A field that may be null, and may not be left out: one identity has one form.
fn said<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}
