//! How findings are told, and bundles found sound before anything is said about them.

use std::path::Path;

use serde_json::{Value, json};

use crate::Environment;
use crate::bundle::{self, Finding, Verified};
use crate::cli::plural;
use crate::cli::printer::Printer;
use crate::diagnostic::visible;

/// A bundle that is sound; otherwise all that is wrong with it has been said.
pub(super) fn sound(named: &Path, environment: &Environment, printer: &Printer) -> Option<Verified> {
    let folder = crate::compose::absolute(environment.current_dir(), named);
    bundle::verify(&folder).map_err(|findings| report(named, &findings, printer)).ok()
}

/// Every finding, and how many there are.
pub(super) fn report(named: &Path, findings: &[Finding], printer: &Printer) {
    tell(findings, printer);
    let count = plural(findings.len(), "finding");
    printer.summary(format!("verified {}: {count}", visible(&named.to_string_lossy())));
}

/// Every finding.
pub(super) fn tell(findings: &[Finding], printer: &Printer) {
    for finding in findings {
        let problem = finding.diagnostic();
        printer.diagnostic(&problem, problem.severity());
    }
}

pub(super) fn finding_as_json(finding: &Finding) -> Value {
    json!({
        "code": finding.code.name,
        "path": finding.path,
        "pointer": finding.pointer,
        "message": finding.message,
        "help": finding.help,
    })
}
