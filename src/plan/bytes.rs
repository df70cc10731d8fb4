//! Bytes that need not be UTF-8, in JSON.

use serde::{Deserialize, Serialize, Serializer};

use crate::digest::{from_hex, to_hex};

/// In JSON: a string where the bytes are UTF-8, else `{"hex": "…"}`, so that nothing is lost on the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "Written")]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => Hex { hex: to_hex(&self.0) }.serialize(serializer),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Hex(Hex),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hex {
    hex: String,
}

impl TryFrom<Written> for Bytes {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match written {
            Written::Text(text) => Ok(Self(text.into_bytes())),
            Written::Hex(Hex { hex }) => from_hex(&hex).map(Self).ok_or("not pairs of hexadecimal digits"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn keeps_text_readable_and_other_bytes_whole() {
        for (bytes, json) in [(&b"a\n"[..], r#""a\n""#), (&[0xff, 0x0a], r#"{"hex":"ff0a"}"#)] {
            let written = serde_json::to_string(&Bytes(bytes.to_vec())).unwrap();
            assert_eq!(written, json);
            assert_eq!(serde_json::from_str::<Bytes>(&written).unwrap().0, bytes);
        }
    }

    #[test]
    fn refuses_half_a_byte_and_foreign_digits() {
        for json in [r#"{"hex":"f"}"#, r#"{"hex":"FF"}"#, r#"{"hex":"é0"}"#, "3"] {
            assert!(serde_json::from_str::<Bytes>(json).is_err(), "{json}");
        }
    }
}
