//! One thing that is wrong with a bundle.

use crate::diagnostic::{Code, Diagnostic};

/// What is wrong, and with what.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its stable name.
    pub code: &'static Code,
    /// The path in the bundle; empty: the bundle itself.
    pub path: String,
    /// The value of a document, as a JSON pointer (RFC 6901).
    pub pointer: Option<String>,
    /// Names the thing and the fact, without a full stop.
    pub message: String,
    /// What to do; of all that [`verify`](super::verify) finds something is said.
    pub help: Option<String>,
}

impl Finding {
    /// A finding about a path; `message` names it.
    pub(super) fn new(code: &'static Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, path: path.into(), pointer: None, message: message.into(), help: None }
    }

    /// A finding about a value of a document; `fact` follows its name.
    pub(super) fn at(code: &'static Code, document: &str, pointer: impl Into<String>, fact: &str) -> Self {
        let pointer = pointer.into();
        let message = match pointer.as_str() {
            "" => format!("`{document}` {fact}"),
            pointer => format!("`{pointer}` of `{document}` {fact}"),
        };
        Self { pointer: Some(pointer), ..Self::new(code, document, message) }
    }

    /// Sets the line of help.
    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same as a problem that every command can report.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.code, self.message.as_str());
        match &self.help {
            Some(help) => diagnostic.help(help.as_str()),
            None => diagnostic,
        }
    }
}
