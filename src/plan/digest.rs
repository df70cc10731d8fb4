//! SHA-256, the name of contents.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::bytes::{from_hex, to_hex};

/// The SHA-256 of some bytes; 64 lower-case hexadecimal digits in text and JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Digest([u8; 32]);

impl Digest {
    /// Hashes `bytes`.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = from_hex(&text).ok_or("not a SHA-256")?;
        bytes.try_into().map(Self).map_err(|_| "not a SHA-256")
    }
}
