//! Why text is no YAML, in words that say what to do.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError};

/// What keeps a frontmatter from being read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::skill) struct Fault {
    /// Where, in bytes of the file.
    pub(in crate::skill) span: Range<usize>,
    /// The fact.
    pub(in crate::skill) message: String,
    /// What this place contributes.
    pub(in crate::skill) label: String,
    /// Whether quotes around the value would mend it.
    pub(in crate::skill) quotable: bool,
    /// Whether an anchor before this text would mend it.
    pub(super) needs_anchor: bool,
}

impl Fault {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { span, message: message.into(), label: label.into(), quotable: false, needs_anchor: false }
    }

    pub(super) fn quotable(mut self) -> Self {
        self.quotable = true;
        self
    }

    /// The parser's error; `base` is where the text begins in the file.
    pub(super) fn from_parser(error: &ScanError, base: usize) -> Self {
        let at = base + error.marker().byte_offset().unwrap_or_default();
        let here = at..at + 1;
        match error.kind() {
            ErrorKind::MappingValueNotAllowed => Self::new(
                here,
                "`: ` stands where YAML has no key",
                "this begins a value in the middle of another",
            )
            .quotable(),
            ErrorKind::UnclosedQuotedScalar => {
                Self::new(here, "a quote of the frontmatter is never closed", "opened here").quotable()
            }
            ErrorKind::UnclosedFlowCollection { open } => {
                Self::new(here, format!("a `{open}` of the frontmatter is never closed"), "opened here")
                    .quotable()
            }
            ErrorKind::UnexpectedCharacter { character } => {
                let shown = character.to_string();
                let shown = crate::diagnostic::visible(&shown);
                Self::new(
                    here,
                    format!("`{shown}` cannot stand here in YAML"),
                    "YAML keeps this character for itself",
                )
                .quotable()
            }
            ErrorKind::UnknownAnchor => {
                let fault = Self::new(
                    here,
                    "an alias of the frontmatter has no anchor",
                    "`*` begins an alias in YAML",
                );
                Self { needs_anchor: true, ..fault.quotable() }
            }
            ErrorKind::SimpleKeyExpected => Self::new(
                here,
                "a line of the frontmatter has no `:`",
                "neither a key with its value nor indented",
            ),
            _ => {
                let info = error.info();
                let info = crate::diagnostic::visible(&info).into_owned();
                Self::new(here, "the frontmatter is no YAML", info).quotable()
            }
        }
    }
}
