//! The colour of a personality, as it is written: `#rrggbb`.

use std::fmt;

use palette::{LinSrgb, Oklab, Srgb, convert::FromColorUnclamped};
use serde::{Deserialize, Serialize};

use super::legible;

/// A colour of sRGB with eight bits a channel.
///
/// In documents it is the string `#rrggbb` in lower case and nothing else, so that a colour has one spelling there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// The colour that `text` spells, in lower or upper case.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        // `from_str_radix` would take a sign.
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self { red, green, blue })
    }

    /// Whether it can be read on light and on dark ground, and told from grey.
    pub fn is_legible(self) -> bool {
        legible::is_legible(self.to_oklab())
    }

    /// The legible colour that looks most like it; itself, if it is one.
    #[must_use]
    pub fn nearest_legible(self) -> Self {
        if self.is_legible() { self } else { Self::from_oklab(legible::nearest(self.to_oklab())) }
    }

    /// In `OKLab`, where a distance is how different two colours look.
    ///
    /// The library takes tables and its own portable arithmetic for this, not the mathematics of the system, so every
    /// machine gets the same bits.
    pub(super) fn to_oklab(self) -> Oklab<f64> {
        let linear: LinSrgb<f64> = Srgb::new(self.red, self.green, self.blue).into_linear();
        Oklab::from_color_unclamped(linear)
    }

    /// The nearest colour that eight bits can say; what lies outside of sRGB is cut off.
    pub(super) fn from_oklab(lab: Oklab<f64>) -> Self {
        // Not at once into eight bits: the table for that is not exact, and may take the second nearest.
        let exact: Srgb<f64> = Srgb::from_linear(LinSrgb::from_color_unclamped(lab));
        let encoded: Srgb<u8> = exact.into_format();
        Self { red: encoded.red, green: encoded.green, blue: encoded.blue }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.to_string()
    }
}

impl TryFrom<String> for Color {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
            .filter(|color| color.to_string() == text)
            .ok_or_else(|| format!("`{text}` is no colour `#rrggbb` in lower case"))
    }
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn one_spelling_is_written_and_two_are_read() {
        assert_eq!(Color::parse("#8F8c47").map(|color| color.to_string()).as_deref(), Some("#8f8c47"));
        for text in ["", "#", "8f8c47", "#8f8c4", "#8f8c477", "#+f8c47", "#8f8c4g", "#äää", " #8f8c47"] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_document_has_one_spelling() {
        let color: Color = serde_json::from_str("\"#8f8c47\"").unwrap();
        assert_eq!(serde_json::to_string(&color).unwrap(), "\"#8f8c47\"");
        for text in ["\"#8F8C47\"", "\"8f8c47\"", "7", "\"\""] {
            assert!(serde_json::from_str::<Color>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn eight_bits_come_back_from_oklab() {
        for value in (0..=0xff_ffff_u32).step_by(997) {
            let [_, red, green, blue] = value.to_be_bytes();
            let color = Color { red, green, blue };
            assert_eq!(Color::from_oklab(color.to_oklab()), color);
        }
    }
}
