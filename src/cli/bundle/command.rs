//! The commands of `bundle`.

use clap::Subcommand;

use super::{build, describe, diff, export, import, verify};
use crate::Environment;
use crate::cli::exit::{Outcome, SUCCESS};
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
    /// Read a bundle from such a file
    Import(import::ImportArguments),
}

/// Runs one that needs no hub.
pub(in crate::cli) fn run(command: &BundleCommand, environment: &Environment, printer: &Printer) -> Outcome {
    match command {
        // It has a hub, so it was run before.
        BundleCommand::Build(_) => Ok(SUCCESS),
        BundleCommand::Verify(arguments) => verify::run(arguments, environment, printer),
        BundleCommand::Describe(arguments) => describe::run(arguments, environment, printer),
        BundleCommand::Diff(arguments) => diff::run(arguments, environment, printer),
        BundleCommand::Export(arguments) => export::run(arguments, environment, printer),
        BundleCommand::Import(arguments) => import::run(arguments, environment, printer),
    }
}
