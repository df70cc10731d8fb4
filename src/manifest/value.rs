//! The types of values that nodes take.

use kdl::KdlValue;

/// A type that can be read from a value of a manifest.
pub(crate) trait Value: Sized {
    /// What the reader wants, with its article.
    const EXPECTED: &'static str;

    /// The value, if it has the type.
    fn read(value: &KdlValue) -> Option<Self>;

    /// What to write instead of `written`.
    fn advice(written: &str) -> String;
}

impl Value for String {
    const EXPECTED: &'static str = "a string";

    fn read(value: &KdlValue) -> Option<Self> {
        value.as_string().map(str::to_owned)
    }

    fn advice(written: &str) -> String {
        format!("quote it: `\"{}\"`", written.trim_start_matches('#'))
    }
}

impl Value for bool {
    const EXPECTED: &'static str = "`#true` or `#false`";

    fn read(value: &KdlValue) -> Option<Self> {
        value.as_bool()
    }

    fn advice(_written: &str) -> String {
        "write `#true` or `#false`".to_owned()
    }
}

impl Value for f64 {
    const EXPECTED: &'static str = "a number";

    fn read(value: &KdlValue) -> Option<Self> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a number of seconds that large is rounded as JSON would"
        )]
        match value {
            KdlValue::Integer(number) => Some(*number as f64),
            KdlValue::Float(number) => Some(*number),
            _ => None,
        }
    }

    fn advice(written: &str) -> String {
        let inner = written.trim_matches('"');
        if inner.parse::<f64>().is_ok() {
            format!("write it without quotes: `{inner}`")
        } else {
            "write a number without quotes and unit, such as `5`".to_owned()
        }
    }
}

/// A string, or `#null` for none.
impl Value for Option<String> {
    const EXPECTED: &'static str = "a string or `#null`";

    fn read(value: &KdlValue) -> Option<Self> {
        match value {
            KdlValue::String(text) => Some(Some(text.clone())),
            KdlValue::Null => Some(None),
            _ => None,
        }
    }

    fn advice(written: &str) -> String {
        String::advice(written)
    }
}

/// What a value is, with its article.
pub(super) fn kind(value: &KdlValue) -> &'static str {
    match value {
        KdlValue::String(_) => "the string",
        KdlValue::Integer(_) | KdlValue::Float(_) => "the number",
        KdlValue::Bool(_) => "the boolean",
        KdlValue::Null => "",
    }
}
