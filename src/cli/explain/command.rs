//! The arguments of `explain`, and what it prints.

use std::fmt::Write as _;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use serde_json::json;

use super::draw::{draw, wrap};
use super::find::{complete_codes, find};
use super::pages::Pages;
use crate::cli::arguments::FormatArguments;
use crate::cli::exit::{Failure, Outcome, SUCCESS};
use crate::cli::json_text;
use crate::cli::printer::{Paint, Printer};
use crate::diagnostic::Code;

#[derive(Args, Debug)]
pub(in crate::cli) struct ExplainArguments {
    /// The code of a diagnostic, such as `manifest::unknown-node`; its last part is enough where no other has it
    #[arg(add = ArgValueCompleter::new(complete_codes))]
    code: Option<String>,
    /// List every code with its class and one line
    #[arg(long, conflicts_with = "code")]
    list: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// Shows a page, or lists all of them.
pub(in crate::cli) fn run(arguments: &ExplainArguments, printer: &Printer) -> Outcome {
    let codes: Vec<&Code> = match &arguments.code {
        Some(name) => vec![find(name)?],
        None if arguments.list => crate::codes().collect(),
        None => {
            return Err(Failure::trouble("which code is meant?")
                .help("write it behind the command; `assembly explain --list` names all of them"));
        }
    };
    let text = if arguments.format.is_json() {
        let pages = Pages::open();
        let rows: Vec<_> = codes.iter().map(|code| row(code, &pages)).collect();
        json_text(&json!({ "format": "assembly.explain/1", "codes": rows }))
    } else if arguments.list {
        table(&codes, printer.paint())
    } else {
        let pages = Pages::open();
        codes.iter().map(|code| draw(code, pages.of(code), printer.paint())).collect()
    };
    printer.result(&text)?;
    Ok(SUCCESS)
}

fn row(code: &Code, pages: &Pages) -> serde_json::Value {
    json!({ "code": code.name, "class": code.class.name(), "meaning": code.meaning, "page": pages.of(code) })
}

/// Two lines a code: side by side, a name and its meaning are wider than a terminal.
fn table(codes: &[&Code], paint: Paint) -> String {
    let mut text = String::new();
    for code in codes {
        let class = paint.dim(code.class.name());
        _ = writeln!(text, "{}  {class}\n{}", paint.bold(code.name), wrap(code.meaning, "    "));
    }
    text
}
