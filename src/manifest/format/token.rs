//! What a text is made of.

/// A kind of token. White space within a line is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, string, number or keyword, as it is written.
    Value,
    /// `(type)`.
    Type,
    /// `=`.
    Equals,
    /// `/-`.
    Slashdash,
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// `;`.
    Semicolon,
    /// A line break.
    Newline,
    /// A backslash that joins the next line to this one; a [`Kind::Newline`] follows, comments may stand before it.
    Join,
    /// `// …`.
    LineComment,
    /// `/* … */`.
    BlockComment,
}

impl Kind {
    /// Whether it is a comment.
    pub(super) fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment)
    }
}

/// A token and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    /// In bytes.
    pub(super) start: usize,
}
