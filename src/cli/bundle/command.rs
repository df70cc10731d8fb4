//! The commands of `bundle`.

use std::path::Path;

use clap::Subcommand;

use super::{build, describe, diff, export, import, verify};
use crate::Environment;
use crate::cli::exit::Outcome;
use crate::cli::locate;
use crate::cli::printer::Printer;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum BundleCommand {
    /// Write what a launcher selects as a bundle
    Build(build::BuildArguments),
    /// Recompute everything that a bundle says about itself, and report all that is wrong
    Verify(verify::VerifyArguments),
    /// Tell a reader what a bundle holds, and why
    Describe(describe::DescribeArguments),
    /// Show what two bundles differ in
    Diff(diff::DiffArguments),
    /// Write a bundle as one file
    Export(export::ExportArguments),
    /// Put the bundle of a file that `bundle export` made at a path, once all of it is verified
    Import(import::ImportArguments),
}

/// Runs one. Only `build` needs a hub, and looks for it.
pub(in crate::cli) fn run(
    command: &BundleCommand,
    hub: Option<&Path>,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    match command {
        BundleCommand::Build(arguments) => {
            build::run(arguments, &locate::hub(hub, environment)?, environment, printer)
        }
        BundleCommand::Verify(arguments) => verify::run(arguments, environment, printer),
        BundleCommand::Describe(arguments) => describe::run(arguments, environment, printer),
        BundleCommand::Diff(arguments) => diff::run(arguments, environment, printer),
        BundleCommand::Export(arguments) => export::run(arguments, environment, printer),
        BundleCommand::Import(arguments) => import::run(arguments, environment, printer),
    }
}
