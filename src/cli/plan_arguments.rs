//! What `plan` takes.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::completions::complete_launchers;

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct PlanArguments {
    /// The launchers to plan [default: all]
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(super) names: Vec<String>,
    /// How to print the plan; markdown is for the comment of a pull request
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: PlanForm,
    /// Short for --format json
    #[arg(long)]
    json: bool,
    /// Look at nothing outside of the hub and its sources: targets count as empty, and every machine says the same
    #[arg(long)]
    pub(super) portable: bool,
    /// Save the plan as its JSON document, too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) save: Option<PathBuf>,
    /// Show how the plan differs from a saved one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) against: Option<PathBuf>,
    /// Exit with 1 when anything would change; with --against, when anything differs
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Only a line per artifact
    #[arg(long)]
    pub(super) stat: bool,
}

/// How a plan is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlanForm {
    Human,
    Json,
    Markdown,
}

impl PlanArguments {
    /// The form that was asked for.
    pub(super) fn form(&self) -> PlanForm {
        if self.json { PlanForm::Json } else { self.format }
    }

    /// Whether the plan is needed as a document.
    pub(super) fn needs_document(&self) -> bool {
        self.form() == PlanForm::Json || self.save.is_some() || self.against.is_some()
    }

    /// Whether diffs are needed: a document always has them.
    pub(super) fn needs_diffs(&self) -> bool {
        !self.stat || self.needs_document()
    }
}
