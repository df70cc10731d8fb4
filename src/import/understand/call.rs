//! A simple command, taken apart.

use brush_parser::ast::{
    Assignment, CommandPrefixOrSuffixItem, IoFileRedirectTarget, IoRedirect, SimpleCommand, SourceLocation,
};

use crate::diagnostic::Place;
use crate::import::bash::Script;

/// Stands for `<(…)`, which is no word: an expansion that no shell knows either.
const SUBSTITUTED_PROCESS: &str = "${}";

/// An argument as it is written.
#[derive(Clone)]
pub(super) struct Argument<'a> {
    pub(super) raw: &'a str,
    pub(super) place: Place,
    /// The same as an assignment, if it looks like one.
    pub(super) assignment: Option<&'a Assignment>,
}

/// A simple command, taken apart.
pub(super) struct Call<'a> {
    pub(super) assignments: Vec<Argument<'a>>,
    pub(super) name: Option<Argument<'a>>,
    pub(super) arguments: Vec<Argument<'a>>,
    /// Whether input or output go to a file or another program.
    pub(super) redirects: bool,
}

pub(super) fn taken_apart<'a>(script: &Script, simple: &'a SimpleCommand, whole: &Place) -> Call<'a> {
    let mut call = Call { assignments: Vec::new(), name: None, arguments: Vec::new(), redirects: false };
    let at = |item: &dyn SourceLocation| {
        item.location().map_or_else(|| whole.clone(), |span| script.place(script.span(&span)))
    };
    let prefix = simple.prefix.iter().flat_map(|prefix| &prefix.0).map(|item| (true, item));
    let suffix = simple.suffix.iter().flat_map(|suffix| &suffix.0).map(|item| (false, item));
    for (is_prefix, item) in prefix.chain(suffix) {
        let argument = match item {
            CommandPrefixOrSuffixItem::Word(word) => {
                Argument { raw: &word.value, place: at(word), assignment: None }
            }
            CommandPrefixOrSuffixItem::AssignmentWord(assignment, word) => {
                Argument { raw: &word.value, place: at(word), assignment: Some(assignment) }
            }
            CommandPrefixOrSuffixItem::IoRedirect(redirect) => {
                call.redirects |= !is_harmless(redirect);
                continue;
            }
            CommandPrefixOrSuffixItem::ProcessSubstitution(_, shell) => {
                let mut place = at(shell);
                place.span.start = place.span.start.saturating_sub(1);
                Argument { raw: SUBSTITUTED_PROCESS, place, assignment: None }
            }
        };
        if is_prefix { call.assignments.push(argument) } else { call.arguments.push(argument) }
    }
    call.name = simple.word_or_name.as_ref().map(|word| Argument {
        raw: &word.value,
        place: at(word),
        assignment: None,
    });
    call
}

/// Whether a redirection only silences something, or sends it to another descriptor.
pub(super) fn is_harmless(redirect: &IoRedirect) -> bool {
    match redirect {
        IoRedirect::File(_, _, IoFileRedirectTarget::Duplicate(_) | IoFileRedirectTarget::Fd(_)) => true,
        IoRedirect::File(_, _, IoFileRedirectTarget::Filename(word))
        | IoRedirect::OutputAndError(word, _) => word.value == "/dev/null",
        _ => false,
    }
}

/// Whether a word is what it says, so that it can be the name of a command.
pub(super) fn is_literal(raw: &str) -> bool {
    !raw.contains(['$', '`', '"', '\'', '\\', '~'])
}
