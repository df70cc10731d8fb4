//! The command: which form is asked for, and what is wrong with the launcher.

use std::path::Path;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::document::document;
use super::page::Page;
use super::why::{lines, why};
use crate::Environment;
use crate::cli::arguments::FormatArguments;
use crate::cli::completions::{complete_items, complete_launchers};
use crate::cli::exit::{FINDINGS, Outcome, SUCCESS};
use crate::cli::json_text;
use crate::cli::pipeline::{Pipeline, severity_in_run};
use crate::cli::printer::Printer;
use crate::diagnostic::{Class, Problems};

#[derive(Args, Debug)]
pub(in crate::cli) struct ShowArguments {
    /// The launcher
    #[arg(add = ArgValueCompleter::new(complete_launchers))]
    pub(in crate::cli) name: String,
    /// Print the decisions about one item: a module, hook, skill, person, role, seat, personality, source, option, var,
    /// environment variable or setting
    #[arg(long, value_name = "ITEM", allow_hyphen_values = true, add = ArgValueCompleter::new(complete_items))]
    pub(in crate::cli) why: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) format: FormatArguments,
}

/// Shows one launcher.
pub(in crate::cli) fn run(
    arguments: &ShowArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let Some(pipeline) = Pipeline::sound(hub, environment, printer) else { return Ok(FINDINGS) };
    let prepared = pipeline.prepare(pipeline.launcher(&arguments.name)?, &[]);
    let text = match (&arguments.why, arguments.format.is_json()) {
        (Some(item), json) => why(&prepared, item, json)?,
        (None, true) => json_text(&document(&prepared)),
        (None, false) => {
            let page = Page::new(printer.paint()).of(&prepared, environment);
            if printer.verbose { page + &lines(&prepared.trace()) } else { page }
        }
    };
    printer.result(&text)?;
    let mut code = SUCCESS;
    let mut found = Problems::new();
    found.extend(pipeline.concerning(&prepared).filter(|problem| problem.class != Class::Note).cloned());
    for problem in found.into_sorted() {
        printer.diagnostic(&problem, severity_in_run(&problem, false));
        if problem.class == Class::Stop {
            code = FINDINGS;
        }
    }
    Ok(code)
}
