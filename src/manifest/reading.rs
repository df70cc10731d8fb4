//! What every reader of a node needs: the file, what was mended in it, and where problems go.

use std::ops::Range;
use std::sync::Arc;

use miette::SourceSpan;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};

use super::language::Language;
use super::scan::Mended;
use super::syntax::Parsed;

/// The reading of one file, and of one recipe in it.
pub(crate) struct Reading<'a> {
    /// The file the nodes stand in.
    pub(super) file: &'a Arc<SourceFile>,
    /// The values that were reported already.
    pub(super) mended: &'a Mended,
    /// What can stand in the file.
    pub(super) language: &'static Language,
    /// The launcher or preset whose body is read.
    pub(super) recipe: Option<String>,
    /// Everything found so far.
    pub(super) problems: &'a mut Problems,
}

impl<'a> Reading<'a> {
    /// Begins to read what `file` was parsed to.
    pub(crate) fn new(file: &'a Arc<SourceFile>, parsed: &'a Parsed, problems: &'a mut Problems) -> Self {
        Self { file, mended: &parsed.mended, language: parsed.language, recipe: None, problems }
    }
}

impl Reading<'_> {
    /// The place of a span of the parser.
    pub(crate) fn place(&self, span: SourceSpan) -> Place {
        Place::new(self.file, range(span))
    }

    /// Whether the scanner has reported what stands there.
    pub(crate) fn is_mended(&self, span: SourceSpan) -> bool {
        self.mended.touches(&range(span))
    }

    /// Adds a problem, in the scope of the recipe at hand.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.problems.push(match &self.recipe {
            Some(recipe) => diagnostic.scope(recipe.as_str()),
            None => diagnostic,
        });
    }
}

/// A span of the parser as a range of bytes.
pub(super) fn range(span: SourceSpan) -> Range<usize> {
    span.offset()..span.offset() + span.len()
}
