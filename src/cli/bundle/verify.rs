//! `bundle verify`: recomputes everything that a bundle says about itself.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::json;

use super::report::{finding_as_json, report};
use crate::Environment;
use crate::bundle::{self, Finding, TreeDigest, Verified};
use crate::cli::arguments::FormatArguments;
use crate::cli::exit::{FINDINGS, Outcome, SUCCESS};
use crate::cli::printer::Printer;
use crate::cli::{json_text, plural};

#[derive(Args, Debug)]
pub(in crate::cli) struct VerifyArguments {
    /// The bundle
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The tree digest that it must have
    #[arg(long, value_name = "DIGEST", value_parser = parse_digest)]
    expect: Option<TreeDigest>,
    #[command(flatten)]
    format: FormatArguments,
}

fn parse_digest(text: &str) -> Result<TreeDigest, String> {
    TreeDigest::parse(text).ok_or_else(|| "write `sha256:` and 64 lower-case hexadecimal digits".to_owned())
}

/// Verifies one bundle.
pub(in crate::cli) fn run(
    arguments: &VerifyArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let folder = crate::compose::absolute(environment.current_dir(), &arguments.folder);
    let result = bundle::verify(&folder).and_then(|verified| match arguments.expect {
        Some(expected) => verified.expect_digest(expected),
        None => Ok(verified),
    });
    if arguments.format.is_json() {
        printer.result(&document(&result))?;
    } else {
        match &result {
            Ok(verified) => printer.result(&counts(verified))?,
            Err(findings) => report(&arguments.folder, findings, printer),
        }
    }
    Ok(if result.is_ok() { SUCCESS } else { FINDINGS })
}

fn counts(verified: &Verified) -> String {
    let (files, skills) = (plural(verified.files(), "file"), plural(verified.manifest.skills.len(), "skill"));
    format!("{files}, {skills}, {} bytes, {}\n", verified.bytes(), verified.digest())
}

fn document(result: &Result<Verified, Vec<Finding>>) -> String {
    let (verified, findings) = match result {
        Ok(verified) => (Some(verified), &[][..]),
        Err(findings) => (None, findings.as_slice()),
    };
    json_text(&json!({
        "format": "assembly.verify/1",
        "digest": verified.map(Verified::digest),
        "files": verified.map(Verified::files),
        "skills": verified.map(|verified| verified.manifest.skills.len()),
        "bytes": verified.map(Verified::bytes),
        "findings": findings.iter().map(finding_as_json).collect::<Vec<_>>(),
    }))
}
