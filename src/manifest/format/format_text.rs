//! One text, from what it is to what it should be.

use std::sync::Arc;

use thiserror::Error;

use super::lexer::tokens;
use super::outline::Outline;
use super::printer::print;
use super::upgrade::upgraded;
use super::verify::says_the_same;
use crate::diagnostic::{Diagnostic, Problems, SourceFile};
use crate::manifest::codes;
use crate::manifest::language::{Language, MANIFEST};
use crate::manifest::scan::LIMIT;
use crate::manifest::syntax::{Parsed, parse};

/// Why a text was not formatted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The text is not KDL, or would be too large; each problem with its place.
    #[error("the text is broken")]
    Broken(Vec<Diagnostic>),
    /// A fault of this program: the formatted text would not say the same.
    #[error("internal error: `{name}` would not say the same when it is formatted", name = .0)]
    Unfaithful(String),
}

/// The text of a manifest in the one form that the files of a hub have, KDL 1 spellings written as in KDL 2.
///
/// Values, comments and what is commented out stay as they are written. The byte order mark and the line breaks of the
/// first line stay, too.
///
/// # Errors
///
/// [`FormatError::Broken`] when the text cannot be read, or could not be read when it is formatted.
pub fn format_text(file: &Arc<SourceFile>) -> Result<String, FormatError> {
    format_as(file, &MANIFEST)
}

/// The same for a text in another language, which decides about what is said of a broken one.
pub(crate) fn format_as(file: &Arc<SourceFile>, language: &'static Language) -> Result<String, FormatError> {
    let mut source = Arc::clone(file);
    if let Some(text) = upgraded(file.text(), &tokens(file, language)) {
        source = SourceFile::new(file.path(), file.name(), text);
    }
    let Some(parsed) = parse_kdl(&source, language) else {
        // Of the text as it stands, not as it might be.
        let mut problems = Problems::new();
        parse(file, language, &mut problems);
        return Err(FormatError::Broken(problems.into_sorted()));
    };
    let outline = Outline::new(tokens(&source, language));
    let text = print(source.text(), &outline);
    if text.len() > LIMIT {
        return Err(FormatError::Broken(vec![too_large(file.name())]));
    }
    let formatted = SourceFile::new(file.path(), file.name(), text.as_str());
    let is_faithful = parse_kdl(&formatted, language).is_some_and(|again| {
        let new = tokens(&formatted, language);
        says_the_same((&outline.tokens, &parsed.document), (&new, &again.document))
    });
    if is_faithful { Ok(text) } else { Err(FormatError::Unfaithful(file.name().to_owned())) }
}

/// Of a text that is just small enough, and grows.
fn too_large(name: &str) -> Diagnostic {
    Diagnostic::new(&codes::TOO_LARGE, format!("`{name}` would be over 4 MiB when it is formatted"))
        .help("move some of it into another file with `include`")
}

/// The tree of a text that is KDL. Type annotations are, though no node takes one.
fn parse_kdl(file: &Arc<SourceFile>, language: &'static Language) -> Option<Parsed> {
    let mut problems = Problems::new();
    let parsed = parse(file, language, &mut problems);
    let is_kdl = problems.iter().all(|problem| std::ptr::eq(problem.code, &raw const codes::TYPE_ANNOTATION));
    (parsed.readable && is_kdl).then_some(parsed)
}
