//! What a check found, and how it is told.

use serde_json::json;

use super::arguments::Format;
use super::exit::{FINDINGS, Failure, SUCCESS};
use super::plural;
use super::printer::Printer;
use crate::diagnostic::{Diagnostic, Severity, to_json};

/// The human form shows this many problems unless asked for all.
const SHOWN: usize = 20;

/// All problems of a check, sorted by place.
pub(super) struct Findings {
    found: Vec<Diagnostic>,
}

impl Findings {
    pub(super) fn new(found: Vec<Diagnostic>) -> Self {
        Self { found }
    }

    /// Prints them; `checked` says what was looked at.
    pub(super) fn print(
        &self,
        format: Format,
        all: bool,
        checked: &str,
        printer: &Printer,
    ) -> Result<(), Failure> {
        match format {
            Format::Json => printer.result(&super::json_text(&self.document())),
            Format::Human => {
                self.report(all, checked, printer);
                Ok(())
            }
        }
    }

    /// 1 when there are errors, or warnings that are denied.
    pub(super) fn exit_code(&self, deny_warnings: bool) -> u8 {
        let failed = self.count(Severity::Error) > 0 || (deny_warnings && self.count(Severity::Warning) > 0);
        if failed { FINDINGS } else { SUCCESS }
    }

    fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|problem| problem.severity() == severity).count()
    }

    fn document(&self) -> serde_json::Value {
        json!({
            "format": "assembly.check/1",
            "diagnostics": self.found.iter().map(|problem| to_json(problem, problem.severity())).collect::<Vec<_>>(),
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "notes": self.count(Severity::Note),
        })
    }

    fn report(&self, all: bool, checked: &str, printer: &Printer) {
        let shown = if all { self.found.iter().collect() } else { self.most_serious() };
        for problem in &shown {
            printer.diagnostic(problem, problem.severity());
        }
        let hidden = self.found.len() - shown.len();
        if hidden > 0 {
            printer.remark(format!("… and {hidden} more; `--all` shows them"));
        }
        let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
            .into_iter()
            .filter(|severity| self.count(*severity) > 0)
            .map(|severity| plural(self.count(severity), severity.name()))
            .collect();
        let result = if parts.is_empty() { "nothing to report".to_owned() } else { parts.join(", ") };
        printer.summary(format!("checked {checked}: {result}"));
    }

    /// As many as are shown, errors before warnings before notes, in the order of their places.
    fn most_serious(&self) -> Vec<&Diagnostic> {
        let mut ranked: Vec<(usize, &Diagnostic)> = self.found.iter().enumerate().collect();
        ranked.sort_by_key(|(index, problem)| (problem.severity(), *index));
        ranked.truncate(SHOWN);
        ranked.sort_by_key(|(index, _)| *index);
        ranked.into_iter().map(|(_, problem)| problem).collect()
    }
}
