//! What a value of a document has to look like.

/// A kind of value.
pub(in crate::bundle) enum Shape {
    /// A string with at least one character.
    Text,
    /// A number without sign, point or exponent, below 2⁵³, so that every reader has it exactly.
    Count,
    Flag,
    /// 64 lower-case hexadecimal digits.
    Hash,
    /// The same behind `sha256:`.
    TreeDigest,
    /// `#rrggbb` in lower case.
    Color,
    OneOf(&'static [&'static str]),
    OrNull(&'static Shape),
    List(&'static Shape),
    Object(&'static [Field]),
    /// An object whose other fields depend on one of its words.
    Tagged(&'static str, &'static [(&'static str, &'static [Field])]),
}

/// A key that an object must have, and what stands there.
pub(in crate::bundle) type Field = (&'static str, &'static Shape);

impl Shape {
    /// What is asked for, after "must be".
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Text => "a string that is not empty".to_owned(),
            Self::Count => "a whole number from 0 to 2^53 - 1".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Hash => "64 lower-case hexadecimal digits".to_owned(),
            Self::TreeDigest => "`sha256:` and 64 lower-case hexadecimal digits".to_owned(),
            Self::Color => "a colour like `#8f8c47`".to_owned(),
            Self::OneOf(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                words.join(" or ")
            }
            Self::OrNull(shape) => format!("{}, or null", shape.describe()),
            Self::List(_) => "a list".to_owned(),
            Self::Object(_) | Self::Tagged(..) => "an object".to_owned(),
        }
    }
}

/// `manifest.json`.
pub(in crate::bundle) static MANIFEST: Shape = Shape::Object(&[
    ("format", &Shape::OneOf(&[crate::bundle::MANIFEST_FORMAT])),
    ("digest", &Shape::TreeDigest),
    ("identity", &Shape::OrNull(&IDENTITY)),
    ("delivery", &Shape::Tagged("mode", &[("native", NATIVE), ("compiled", COMPILED)])),
    (
        "instructions",
        &Shape::List(&Shape::Object(&[
            ("kind", &Shape::OneOf(&["identity", "invariant", "module"])),
            ("source", &Shape::Text),
            ("name", &Shape::Text),
            ("bytes", &Shape::Count),
            ("sha256", &Shape::Hash),
        ])),
    ),
    (
        "skills",
        &Shape::List(&Shape::Object(&[
            ("source", &Shape::Text),
            ("name", &Shape::Text),
            ("path", &Shape::Text),
        ])),
    ),
    ("placeholders", &Shape::List(&Shape::OneOf(&crate::bundle::PLACEHOLDERS))),
    (
        "files",
        &Shape::List(&Shape::Object(&[
            ("path", &Shape::Text),
            ("size", &Shape::Count),
            ("mode", &Shape::OneOf(&["0644", "0755"])),
            ("sha256", &Shape::Hash),
        ])),
    ),
]);

const NATIVE: &[Field] = &[
    ("instructions", &Shape::Text),
    ("skills_root", &Shape::OrNull(&Shape::Text)),
    ("body_bytes", &Shape::Count),
];

const COMPILED: &[Field] =
    &[("instructions", &Shape::Text), ("compiled_context", &Shape::Text), ("body_bytes", &Shape::Count)];

static IDENTITY: Shape = Shape::Object(&[
    ("person", &Shape::Text),
    ("role", &Shape::Text),
    ("purpose", &Shape::OrNull(&Shape::Text)),
    ("skill", &Shape::Text),
    (
        "seat",
        &Shape::OrNull(&Shape::Object(&[
            ("key", &Shape::Text),
            ("name", &Shape::Text),
            ("pronouns", &Shape::OrNull(&Shape::Text)),
        ])),
    ),
    ("favourite", &Shape::OrNull(&Shape::Color)),
    (
        "personalities",
        &Shape::List(&Shape::Object(&[
            ("name", &Shape::Text),
            ("skill", &Shape::Text),
            ("color", &Shape::Color),
        ])),
    ),
]);

/// `trace.json`.
pub(in crate::bundle) static TRACE: Shape = Shape::Object(&[
    ("format", &Shape::OneOf(&[crate::bundle::TRACE_FORMAT])),
    (
        "decisions",
        &Shape::List(&Shape::Object(&[
            ("subject", &Shape::Text),
            ("kind", &Shape::Text),
            ("source", &Shape::Text),
            ("outcome", &Shape::OneOf(&["selected", "excluded", "shadowed", "delivered"])),
            ("reason", &Shape::Text),
        ])),
    ),
    (
        "sources",
        &Shape::List(&Shape::Object(&[
            ("source", &Shape::Text),
            ("required", &Shape::Flag),
            ("found", &Shape::Flag),
            ("modules", &Shape::Count),
            ("skills", &Shape::Count),
            ("bytes", &Shape::Count),
            ("tokens", &Shape::Count),
        ])),
    ),
]);
