//! What a check found, and how it is told.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::exit::{FINDINGS, Failure, SUCCESS};
use super::plural;
use super::printer::Printer;
use super::repository::Repository;
use crate::diagnostic::{Diagnostic, Severity, to_annotation, to_json};

/// In which form findings are printed.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct FindingsFormatArguments {
    /// How to print results; `github` marks lines in a pull request
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: FindingsFormat,
    /// Short for --format json
    #[arg(long)]
    json: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FindingsFormat {
    Human,
    Json,
    Github,
}

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

    /// Prints them; `checked` says what was looked at, `repository` what GitHub calls the files.
    pub(super) fn print(
        &self,
        arguments: FindingsFormatArguments,
        all: bool,
        checked: &str,
        repository: &Repository,
        printer: &Printer,
    ) -> Result<(), Failure> {
        match if arguments.json { FindingsFormat::Json } else { arguments.format } {
            FindingsFormat::Json => return printer.result(&super::json_text(&self.document())),
            FindingsFormat::Github => printer.result(&self.annotations(repository))?,
            FindingsFormat::Human => self.report(all, printer),
        }
        printer.summary(self.summary(checked));
        Ok(())
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

    /// All of them, the most serious first: GitHub shows the first ten of a kind in a step, the rest is read in its log.
    fn annotations(&self, repository: &Repository) -> String {
        let annotate =
            |problem: &Diagnostic| to_annotation(problem, problem.severity(), &|file| repository.name(file));
        self.ranked().into_iter().map(|(_, problem)| annotate(problem)).collect()
    }

    fn report(&self, all: bool, printer: &Printer) {
        let shown = if all { self.found.iter().collect() } else { self.most_serious() };
        for problem in &shown {
            printer.diagnostic(problem, problem.severity());
        }
        let hidden = self.found.len() - shown.len();
        if hidden > 0 {
            printer.remark(format!("… and {hidden} more; `--all` shows them"));
        }
    }

    fn summary(&self, checked: &str) -> String {
        let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
            .into_iter()
            .filter(|severity| self.count(*severity) > 0)
            .map(|severity| plural(self.count(severity), severity.name()))
            .collect();
        let result = if parts.is_empty() { "nothing to report".to_owned() } else { parts.join(", ") };
        format!("checked {checked}: {result}")
    }

    /// As many as are shown, errors before warnings before notes, in the order of their places.
    fn most_serious(&self) -> Vec<&Diagnostic> {
        let mut ranked = self.ranked();
        ranked.truncate(SHOWN);
        ranked.sort_unstable_by_key(|(index, _)| *index);
        ranked.into_iter().map(|(_, problem)| problem).collect()
    }

    /// Errors before warnings before notes, each with its number in the order of places.
    fn ranked(&self) -> Vec<(usize, &Diagnostic)> {
        let mut ranked: Vec<(usize, &Diagnostic)> = self.found.iter().enumerate().collect();
        ranked.sort_unstable_by_key(|(index, problem)| (problem.severity(), *index));
        ranked
    }
}
