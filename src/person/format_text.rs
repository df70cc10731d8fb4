//! The one form of a person's text.

use std::sync::Arc;

use super::language::PERSON;
use crate::diagnostic::SourceFile;
use crate::manifest::{FormatError, format_as};

/// The text of a person in the form that a manifest has.
///
/// # Errors
///
/// As of [`crate::manifest::format_text`].
pub fn format_text(file: &Arc<SourceFile>) -> Result<String, FormatError> {
    format_as(file, &PERSON)
}
