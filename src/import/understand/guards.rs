//! Conditions that only stop the script.
//!
//! `run` stops by itself when the target is missing or the CLI is not found, so a script that looks for the same needs
//! nothing in the manifest.

use std::rc::Rc;

use brush_parser::ast::{
    AndOr, AndOrList, Command, CommandPrefixOrSuffixItem, CompoundCommand, ExtendedTestExpr, IfClauseCommand,
    Pipeline, SimpleCommand, UnaryPredicate,
};

use super::expand::Taken;
use super::flow::Flow;
use super::problems::Reason;
use super::scope::Field;
use super::walker::Walker;
use crate::diagnostic::Place;
use crate::import::bash::Script;
use crate::import::text::Text;

/// Something that a script insists on.
pub(super) struct Guard {
    pub(super) wanted: Wanted,
    pub(super) place: Place,
}

/// What has to be there.
pub(super) enum Wanted {
    Folder(Text),
    Program(Text),
    /// Something that a launcher does not look for.
    Other,
}

impl Walker {
    /// Remembers a guard: what it asks for is compared when the target and the CLI are known.
    pub(super) fn guard(&mut self, script: &Rc<Script>, wanted: Wanted, place: &Place) -> Flow {
        if self.launch.is_some() {
            return self.leave_out(script, place, Reason::AfterLaunch);
        }
        self.guards.push(Guard { wanted, place: place.clone() });
        Flow::On
    }

    /// `[[ -d X ]] || exit`, and `[[ ! -d X ]] && exit`.
    pub(super) fn guard_of_list(
        &mut self,
        script: &Rc<Script>,
        list: &AndOrList,
        place: &Place,
    ) -> Option<Wanted> {
        let [second] = list.additional.as_slice() else { return None };
        let (stops_when_true, second) = match second {
            AndOr::And(second) => (true, second),
            AndOr::Or(second) => (false, second),
        };
        if !is_test(&list.first) || !self.is_refusal(second) {
            return None;
        }
        Some(self.wanted(script, &list.first, stops_when_true, place))
    }

    /// `if [[ ! -d X ]]; then exit; fi`.
    pub(super) fn guard_of_if(
        &mut self,
        script: &Rc<Script>,
        clause: &IfClauseCommand,
        place: &Place,
    ) -> Option<Wanted> {
        let [condition] = clause.condition.0.as_slice() else { return None };
        let is_guard = clause.elses.is_none()
            && condition.0.additional.is_empty()
            && is_test(&condition.0.first)
            && !clause.then.0.is_empty()
            && self.ends(&clause.then.0.iter().map(|item| &item.0).collect::<Vec<_>>());
        is_guard.then(|| self.wanted(script, &condition.0.first, true, place))
    }

    /// Whether a command stops the script, at most with a word to the user; or does nothing.
    pub(super) fn is_refusal(&self, pipeline: &Pipeline) -> bool {
        match pipeline.seq.as_slice() {
            [Command::Compound(CompoundCommand::BraceGroup(group), _)] => {
                self.ends(&group.list.0.iter().map(|item| &item.0).collect::<Vec<_>>())
            }
            [Command::Simple(simple)] => match name_of(simple) {
                "exit" | "return" | ":" | "true" => true,
                name => self.is_function_that_ends(name),
            },
            _ => false,
        }
    }

    fn ends(&self, lists: &[&AndOrList]) -> bool {
        let only_says = |list: &&AndOrList| match list.first.seq.as_slice() {
            [Command::Simple(simple)] => matches!(name_of(simple), "echo" | "printf" | "cat" | "tput"),
            _ => false,
        };
        match lists.split_last() {
            Some((last, before)) => {
                last.additional.is_empty() && self.is_refusal(&last.first) && before.iter().all(only_says)
            }
            None => false,
        }
    }

    /// `die "message"`.
    fn is_function_that_ends(&self, name: &str) -> bool {
        match self.scope.function(name).map(|function| &*function.body) {
            Some(CompoundCommand::BraceGroup(group)) => {
                let exits = group.list.0.iter().any(|item| match item.0.first.seq.as_slice() {
                    [Command::Simple(simple)] => name_of(simple) == "exit",
                    _ => false,
                });
                exits
                    && group.list.0.iter().all(|item| match item.0.first.seq.as_slice() {
                        [Command::Simple(simple)] => {
                            matches!(name_of(simple), "exit" | "echo" | "printf" | "cat" | "return")
                        }
                        _ => false,
                    })
            }
            _ => false,
        }
    }

    /// What a test looks for, if the script stops when that is missing.
    fn wanted(
        &mut self,
        script: &Rc<Script>,
        test: &Pipeline,
        stops_when_true: bool,
        place: &Place,
    ) -> Wanted {
        if is_negated(test) != stops_when_true {
            return Wanted::Other;
        }
        let words: Vec<String> = match test.seq.as_slice() {
            [Command::ExtendedTest(test, _)] => match folder_tested(&test.expr) {
                Some(word) => vec!["-d".to_owned(), word],
                None => return Wanted::Other,
            },
            [Command::Simple(simple)] => words_of(simple),
            _ => return Wanted::Other,
        };
        let words: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| *word != "!" && *word != "]").collect();
        let place = script.place(place.span.clone());
        let mut folder_or_program =
            |raw: &str| match self.try_fields(raw, &place, Taken::Single).ok()?.as_slice() {
                [Field::Word(word)] => Some(word.text.clone()),
                _ => None,
            };
        match words.as_slice() {
            ["-d" | "-e", folder] => folder_or_program(folder).map_or(Wanted::Other, Wanted::Folder),
            ["-v" | "-V", program] => folder_or_program(program).map_or(Wanted::Other, Wanted::Program),
            [program] if !program.starts_with('-') => {
                folder_or_program(program).map_or(Wanted::Other, Wanted::Program)
            }
            _ => Wanted::Other,
        }
    }
}

fn folder_tested(test: &ExtendedTestExpr) -> Option<String> {
    match test {
        ExtendedTestExpr::Not(inner) | ExtendedTestExpr::Parenthesized(inner) => folder_tested(inner),
        ExtendedTestExpr::UnaryTest(
            UnaryPredicate::FileExistsAndIsDir | UnaryPredicate::FileExists,
            word,
        ) => Some(word.value.clone()),
        _ => None,
    }
}

pub(super) fn name_of(simple: &SimpleCommand) -> &str {
    simple.word_or_name.as_ref().map_or("", |word| word.value.as_str())
}

fn words_of(simple: &SimpleCommand) -> Vec<String> {
    let words = simple.suffix.iter().flat_map(|suffix| &suffix.0).filter_map(|item| match item {
        CommandPrefixOrSuffixItem::Word(word) => Some(word.value.clone()),
        _ => None,
    });
    words.collect()
}

/// Whether a command only looks at something.
pub(super) fn is_test(pipeline: &Pipeline) -> bool {
    match pipeline.seq.as_slice() {
        [Command::ExtendedTest(..) | Command::Compound(CompoundCommand::Arithmetic(_), _)] => true,
        [Command::Simple(simple)] => match name_of(simple) {
            "[" | "test" | "which" | "type" | "hash" => true,
            "command" => matches!(words_of(simple).first().map(String::as_str), Some("-v" | "-V")),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a test asks for the opposite.
fn is_negated(test: &Pipeline) -> bool {
    let inner = match test.seq.as_slice() {
        [Command::ExtendedTest(test, _)] => matches!(test.expr, ExtendedTestExpr::Not(_)),
        [Command::Simple(simple)] => words_of(simple).first().is_some_and(|word| word == "!"),
        _ => false,
    };
    test.bang != inner
}
