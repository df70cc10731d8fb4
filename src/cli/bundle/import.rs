//! `bundle import`: the bundle of an archive.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::placed::{fail, report};
use crate::Environment;
use crate::bundle::import;
use crate::cli::exit::{Outcome, SUCCESS};
use crate::cli::printer::Printer;

#[derive(Args, Debug)]
pub(in crate::cli) struct ImportArguments {
    /// The archive, a tar in a gzip
    #[arg(value_name = "FILE.tar.gz", value_hint = ValueHint::FilePath)]
    archive: PathBuf,
    /// Where the bundle goes: a path where nothing stands, or another bundle
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

/// Imports one bundle.
pub(in crate::cli) fn run(
    arguments: &ImportArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let here = environment.current_dir();
    match import(&here.join(&arguments.archive), &here.join(&arguments.out)) {
        Ok(placed) => {
            let what = placed.digest.to_string();
            report(placed.effect, &arguments.out, &what, &placed.set_aside, environment, printer);
            Ok(SUCCESS)
        }
        Err(error) => fail(error, printer),
    }
}
