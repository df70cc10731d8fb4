//! Text to KDL: the scanner's pass, then the parser of the `kdl` crate over what it left.

use std::sync::Arc;

use kdl::{KdlDiagnostic, KdlDocument};

use crate::diagnostic::{Diagnostic, Place, Problems, SourceFile};

use super::codes;
use super::language::Language;
use super::reading::range;
use super::scan::{Mended, scan};
use super::text::first_lines;

/// A parsed text.
pub(crate) struct Parsed {
    /// The tree, for as far as one could be made.
    pub(crate) document: KdlDocument,
    /// The values that were overwritten after they had been reported.
    pub(super) mended: Mended,
    /// Whether the tree is what the text says, but for what was mended.
    pub(crate) readable: bool,
    /// Whether nothing had to be mended.
    pub(crate) sound: bool,
    /// What can stand in it.
    pub(super) language: &'static Language,
}

/// Parses the text of `file`, and reports everything that is wrong with it as a text.
pub(crate) fn parse(file: &Arc<SourceFile>, language: &'static Language, problems: &mut Problems) -> Parsed {
    let scan = scan(file, language, problems);
    let unreadable =
        |mended| Parsed { document: KdlDocument::new(), mended, readable: false, sound: false, language };
    let Some(text) = scan.text else { return unreadable(scan.mended) };
    match KdlDocument::parse_v2(&text) {
        Ok(document) => Parsed { document, mended: scan.mended, readable: true, sound: scan.sound, language },
        Err(error) => {
            // What a mended text still breaks is most likely an echo of what was mended.
            if scan.sound {
                report(file, &error.diagnostics, problems);
            }
            unreadable(scan.mended)
        }
    }
}

impl Parsed {
    /// The launcher or preset in which a place of this text lies, if it has a name.
    pub(super) fn recipe_at(&self, place: &Place) -> Option<&str> {
        let nodes = self.document.nodes();
        let next = nodes.partition_point(|node| node.span().offset() <= place.span.start);
        let node = nodes.get(next.checked_sub(1)?)?;
        let span = range(node.span());
        let is_recipe = matches!(node.name().value(), "launcher" | "preset") && place.span.end <= span.end;
        let name = node.entries().iter().find(|entry| entry.name().is_none()).filter(|_| is_recipe)?;
        let is_mended =
            self.mended.touches(&range(name.span())) || self.mended.touches(&range(node.name().span()));
        name.value().as_string().filter(|_| !is_mended)
    }
}

/// Passes on what the parser says, without its echoes.
fn report(file: &Arc<SourceFile>, found: &[KdlDiagnostic], problems: &mut Problems) {
    /// The parser records a mistake once for each level that it fails on.
    const MOST: usize = 20;
    let is_echo = |diagnostic: &&KdlDiagnostic| {
        let message = diagnostic.message.as_deref().unwrap_or_default();
        message.starts_with("Expected end of document") || message.starts_with("Closing '}' was not found")
    };
    let own: Vec<_> = found.iter().filter(|diagnostic| !is_echo(diagnostic)).collect();
    let shown = if own.is_empty() { found.iter().take(1).collect() } else { own };
    let mut end = 0;
    for diagnostic in shown.into_iter().take(MOST) {
        let span = diagnostic.span.offset()..diagnostic.span.offset() + diagnostic.span.len();
        if span.start < end {
            continue;
        }
        end = span.end.max(span.start + 1);
        let place = Place::new(file, first_lines(file.text(), span.start..span.end));
        let message = diagnostic.message.as_deref().unwrap_or("not understood");
        let mut problem = Diagnostic::new(&codes::SYNTAX, lower_first(message)).label(&place, "here");
        problem = match diagnostic.help.as_deref() {
            Some(help) => problem.help(lower_first(help)),
            None => problem.help("quote what stands here, or compare it with the examples in the README"),
        };
        problems.push(problem);
    }
}

/// The parser's sentences, as the fragments that this program prints.
fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.trim_end_matches('.').chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
