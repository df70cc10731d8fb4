//! What every step of composing writes to: problems, and the trace of decisions in the order they are made.

use super::trace::{Decision, Outcome};
use crate::diagnostic::{Diagnostic, Problems, did_you_mean};
use crate::hub::Source;
use crate::manifest::{HUB, Room};

/// The record of one composition while it is made.
pub(super) struct Scribe<'a> {
    pub(super) problems: &'a mut Problems,
    pub(super) trace: Vec<Decision>,
    /// Fruitless `!` of presets: errors only when they are fruitless in every launcher that uses the preset.
    pub(super) fruitless: Vec<Diagnostic>,
    /// What flags, variables, arguments and vars may grow by.
    pub(super) room: Room,
    /// How many names may still be compared with misspelt ones.
    comparable: usize,
    /// How many names may still be tried against a glob that takes out.
    tests: usize,
}

/// Looking for a near name costs time for each; so many are enough for every list that a person wrote.
const COMPARABLE: usize = 500;

/// Globs that take out look at the whole list each.
const TESTS: usize = 5_000_000;

impl<'a> Scribe<'a> {
    pub(super) fn new(problems: &'a mut Problems, room: Room) -> Self {
        let (trace, fruitless) = (Vec::new(), Vec::new());
        Self { problems, trace, fruitless, room, comparable: COMPARABLE, tests: TESTS }
    }

    /// The candidate that was most likely meant, for as long as there are not too many.
    pub(super) fn near<'n>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        let candidates: Vec<&str> = candidates.take(self.comparable).collect();
        self.comparable -= candidates.len();
        did_you_mean(word, candidates)
    }

    /// Whether so many names may be tried against a glob.
    pub(super) fn may_test(&mut self, names: usize) -> bool {
        let left = self.tests.checked_sub(names);
        self.tests = left.unwrap_or_default();
        left.is_some()
    }

    /// A thing of a source, or the source, takes part.
    pub(super) fn selected(&mut self, kind: &'static str, subject: &str, source: &Source, reason: String) {
        self.decide(kind, subject, source, Outcome::Selected, reason);
    }

    /// A thing of a source, or the source, does not take part.
    pub(super) fn excluded(&mut self, kind: &'static str, subject: &str, source: &Source, reason: String) {
        self.decide(kind, subject, source, Outcome::Excluded, reason);
    }

    /// What the manifest itself says takes part: a flag, a variable, the target.
    pub(super) fn declared(&mut self, kind: &'static str, subject: &str, reason: String) {
        self.record(kind, subject, HUB, Outcome::Selected, reason);
    }

    /// What the manifest said is taken back.
    pub(super) fn taken_back(&mut self, kind: &'static str, subject: &str, reason: String) {
        self.record(kind, subject, HUB, Outcome::Excluded, reason);
    }

    pub(super) fn decide(
        &mut self,
        kind: &'static str,
        subject: &str,
        source: &Source,
        outcome: Outcome,
        reason: String,
    ) {
        self.record(kind, subject, source.id(), outcome, reason);
    }

    /// The same with the id of the source.
    pub(super) fn record(
        &mut self,
        kind: &'static str,
        subject: &str,
        source: &str,
        outcome: Outcome,
        reason: String,
    ) {
        let (subject, source) = (subject.to_owned(), source.to_owned());
        self.trace.push(Decision { subject, kind, source, outcome, reason });
    }
}
