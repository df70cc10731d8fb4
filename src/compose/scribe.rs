//! What every step of composing writes to: problems, and the trace of decisions in the order they are made.

use super::model::{Decision, Outcome};
use crate::diagnostic::{Diagnostic, Problems};

/// The record of one composition while it is made.
pub(super) struct Scribe<'a> {
    pub(super) problems: &'a mut Problems,
    pub(super) trace: Vec<Decision>,
    /// Fruitless `!` of presets: errors only when they are fruitless in every launcher that uses the preset.
    pub(super) fruitless: Vec<Diagnostic>,
}

impl<'a> Scribe<'a> {
    pub(super) fn new(problems: &'a mut Problems) -> Self {
        Self { problems, trace: Vec::new(), fruitless: Vec::new() }
    }

    pub(super) fn selected(&mut self, kind: &'static str, subject: &str, reason: String) {
        self.decide(kind, subject, Outcome::Selected, reason);
    }

    pub(super) fn excluded(&mut self, kind: &'static str, subject: &str, reason: String) {
        self.decide(kind, subject, Outcome::Excluded, reason);
    }

    fn decide(&mut self, kind: &'static str, subject: &str, outcome: Outcome, reason: String) {
        self.trace.push(Decision {
            subject: subject.to_owned(),
            kind,
            source: "hub".to_owned(),
            outcome,
            reason,
        });
    }
}
