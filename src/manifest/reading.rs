//! What every reader of a node needs: the file, what was mended in it, and where problems go.

use std::ops::Range;
use std::sync::Arc;

use miette::SourceSpan;

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};

use super::scan::Mended;

/// The reading of one file, and of one recipe in it.
pub(super) struct Reading<'a> {
    /// The file the nodes stand in.
    pub(super) file: &'a Arc<SourceFile>,
    /// The values that were reported already.
    pub(super) mended: &'a Mended,
    /// The launcher or preset whose body is read.
    pub(super) recipe: Option<String>,
    /// Everything found so far.
    pub(super) problems: &'a mut Problems,
}

impl Reading<'_> {
    /// The place of a span of the parser.
    pub(super) fn place(&self, span: SourceSpan) -> Place {
        Place::new(self.file, range(span))
    }

    /// Whether the scanner has reported what stands there.
    pub(super) fn is_mended(&self, span: SourceSpan) -> bool {
        self.mended.touches(&range(span))
    }

    /// Adds a problem, in the scope of the recipe at hand.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
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
