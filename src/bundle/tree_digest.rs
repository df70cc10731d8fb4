//! The one name of a whole bundle.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::Digest;

/// The SHA-256 of a canonical manifest without its `digest`; written `sha256:` and 64 lower-case digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct TreeDigest(pub(super) Digest);

impl TreeDigest {
    const PREFIX: &'static str = "sha256:";

    /// Reads one as it is written, with or without the `sha256:`.
    pub fn parse(text: &str) -> Option<Self> {
        Digest::parse(text.strip_prefix(Self::PREFIX).unwrap_or(text)).map(Self)
    }

    /// The digits alone, which can name a folder.
    pub fn hex(&self) -> String {
        self.0.to_string()
    }
}

impl fmt::Display for TreeDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", Self::PREFIX, self.0)
    }
}

impl fmt::Debug for TreeDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Serialize for TreeDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<String> for TreeDigest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text.strip_prefix(Self::PREFIX).ok_or("not a SHA-256 with its prefix")?;
        Digest::parse(digits).map(Self).ok_or("not a SHA-256 with its prefix")
    }
}
