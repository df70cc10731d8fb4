//! `bundle describe`: what a bundle holds, and why.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::json;

use super::page::Page;
use super::report::sound;
use crate::Environment;
use crate::bundle::{Decision, Verified};
use crate::cli::arguments::FormatArguments;
use crate::cli::exit::{FINDINGS, Failure, Outcome, SUCCESS};
use crate::cli::json_text;
use crate::cli::printer::Printer;
use crate::diagnostic::{did_you_mean, visible};

#[derive(Args, Debug)]
pub(in crate::cli) struct DescribeArguments {
    /// The bundle
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Print the decisions about one item: a module, a skill or what else was decided about
    #[arg(long, value_name = "ITEM", allow_hyphen_values = true)]
    why: Option<String>,
    #[command(flatten)]
    format: FormatArguments,
}

/// Verifies a bundle and describes it; one that is not sound is not described.
pub(in crate::cli) fn run(
    arguments: &DescribeArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(bundle) = sound(&arguments.folder, environment, printer) else { return Ok(FINDINGS) };
    let text = match (&arguments.why, arguments.format.is_json()) {
        (Some(item), json) => why(&bundle, item, json)?,
        (None, true) => document(&bundle),
        (None, false) => Page::new(printer.paint()).of(&bundle),
    };
    printer.result(&text)?;
    Ok(SUCCESS)
}

fn why(bundle: &Verified, item: &str, json: bool) -> Result<String, Failure> {
    let all = &bundle.trace.decisions;
    let decisions: Vec<&Decision> = all.iter().filter(|decision| decision.subject == item).collect();
    if decisions.is_empty() {
        let failure =
            Failure::refusal(format!("nothing was decided about `{}` in this bundle", visible(item)));
        let near = did_you_mean(item, all.iter().map(|decision| decision.subject.as_str()));
        return Err(match near {
            Some(near) => failure.help(format!("did you mean `{}`?", visible(near))),
            None => failure.help("`assembly bundle describe` lists what was decided"),
        });
    }
    if json {
        return Ok(json_text(&json!({
            "format": "assembly.why/1",
            "launcher": null,
            "item": item,
            "decisions": decisions,
        })));
    }
    let mut text = String::new();
    for decision in decisions {
        _ = writeln!(text, "{}", visible(&decision.to_string()));
    }
    Ok(text)
}

fn document(bundle: &Verified) -> String {
    let Verified { manifest, trace } = bundle;
    json_text(&json!({
        "format": "assembly.describe/1",
        "digest": manifest.digest,
        "files": bundle.files(),
        "bytes": bundle.bytes(),
        "identity": manifest.identity,
        "delivery": manifest.delivery,
        "instructions": manifest.instructions,
        "skills": manifest.skills,
        "placeholders": manifest.placeholders,
        "sources": trace.sources,
        "decisions": trace.decisions,
    }))
}
