//! `bundle export`: a bundle as one file.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::placed::{fail, report};
use crate::Environment;
use crate::bundle::export;
use crate::cli::exit::{Outcome, SUCCESS};
use crate::cli::plural;
use crate::cli::printer::Printer;

#[derive(Args, Debug)]
pub(in crate::cli) struct ExportArguments {
    /// The bundle
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The file to write, a tar in a gzip; its bytes depend on nothing but the bundle
    #[arg(long, value_name = "FILE.tar.gz", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Replace another file
    #[arg(long)]
    force: bool,
}

/// Exports one bundle.
pub(in crate::cli) fn run(
    arguments: &ExportArguments,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let here = environment.current_dir();
    match export(&here.join(&arguments.folder), &here.join(&arguments.out), arguments.force) {
        Ok((written, verified)) => {
            let what = format!("{}, {}", plural(verified.files(), "file"), verified.digest());
            report(written.effect, &arguments.out, &what, &written.set_aside, environment, printer);
            Ok(SUCCESS)
        }
        Err(error) => fail(error, printer),
    }
}
