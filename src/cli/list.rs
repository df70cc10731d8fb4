//! `list`: the launchers of a hub.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use serde_json::json;

use super::arguments::FormatArguments;
use super::exit::{FINDINGS, Outcome, SUCCESS};
use super::opened::Opened;
use super::pipeline::Pipeline;
use super::prepared::Prepared;
use super::printer::Printer;
use crate::Environment;
use crate::diagnostic::{Class, Severity, listed, visible};
use crate::plan::holder_of;

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

/// Lists the launchers in manifest order.
pub(super) fn run(
    arguments: &ListArguments,
    hub: &Path,
    environment: &Environment,
    printer: &Printer,
) -> Outcome {
    let pipeline = Pipeline::open(hub, environment);
    let launchers: Vec<Prepared> =
        pipeline.manifest.launchers().map(|launcher| pipeline.prepare(launcher, &[])).collect();
    let opened: Vec<Opened> = launchers.iter().filter_map(Opened::by).collect();
    let text = if arguments.format.is_json() {
        super::json_text(&json!({
            "format": "assembly.list/1",
            "launchers": launchers.iter().map(|row| row_as_json(row, &opened)).collect::<Vec<_>>(),
        }))
    } else {
        table(&launchers, &opened, environment, printer)
    };
    printer.result(&text)?;
    if launchers.is_empty() && !pipeline.is_broken() {
        printer.summary("no launchers");
    }
    let broken: Vec<_> = pipeline.problems.iter().filter(|problem| problem.class == Class::Stop).collect();
    for problem in &broken {
        printer.diagnostic(problem, Severity::Error);
    }
    Ok(if broken.is_empty() { SUCCESS } else { FINDINGS })
}

/// The other launchers that lay out the same target in the same way, and the one of them all that was the last to run
/// there.
fn sharing(prepared: &Prepared, opened: &[Opened]) -> (Vec<String>, Option<String>) {
    let name = &prepared.composition.launcher.value;
    let Some(own) = opened.iter().find(|own| own.launcher.value == *name) else { return (Vec::new(), None) };
    let others = opened.iter().filter(|other| other.launcher.value != *name && own.shares_with(other));
    let others: Vec<String> = others.map(|other| other.launcher.value.clone()).collect();
    let holder = if others.is_empty() { None } else { holder_of(&own.target, own.layout.name) };
    (others, holder)
}

fn row_as_json(prepared: &Prepared, opened: &[Opened]) -> serde_json::Value {
    let composition = &prepared.composition;
    let (others, holder) = sharing(prepared, opened);
    json!({
        "launcher": composition.launcher.value,
        "description": composition.description.as_ref().map(|text| &text.value),
        "cli": composition.cli.as_ref().map(|cli| &cli.program.value),
        "harness": composition.cli.as_ref().map(|cli| &cli.harness.value),
        "target": composition.target.as_ref().map(|target| target.path.to_string_lossy()),
        "modules": composition.modules.as_ref().map_or(0, Vec::len),
        "hooks": composition.hooks.as_ref().map_or(0, Vec::len),
        "skills": composition.skills.as_ref().map_or(0, Vec::len),
        "settings": composition.settings.keys.len(),
        "shares_target_with": others,
        "last_run_there": holder,
    })
}

fn table(launchers: &[Prepared], opened: &[Opened], environment: &Environment, printer: &Printer) -> String {
    let rows: Vec<[String; 4]> = launchers
        .iter()
        .map(|prepared| {
            let composition = &prepared.composition;
            let name = visible(&composition.launcher.value).into_owned();
            let cli = composition.cli.as_ref().map_or("–", |cli| &cli.program.value);
            let cli = visible(cli.rsplit('/').next().unwrap_or(cli)).into_owned();
            let target = composition.target.as_ref().map_or_else(
                || "–".to_owned(),
                |target| super::shorten(&visible(&target.path.to_string_lossy()), environment),
            );
            [name, cli, target, counts(prepared)]
        })
        .collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default().min(super::WIDEST_COLUMN)
    };
    let [name_width, cli_width, target_width] = [width(0), width(1), width(2)];
    let paint = printer.paint();
    let mut text = String::new();
    for (row, prepared) in rows.iter().zip(launchers) {
        let name = paint.bold(&format!("{:name_width$}", row[0]));
        let [_, cli, target, counts] = row;
        let line = format!("{name}  {cli:cli_width$}  {target:target_width$}  {counts}");
        text.push_str(line.trim_end());
        text.push('\n');
        if let Some(description) = &prepared.composition.description {
            _ = writeln!(text, "  {}", paint.dim(&visible(&description.value)));
        }
        let (others, holder) = sharing(prepared, opened);
        if !others.is_empty() {
            let others = listed(others.iter().map(|name| visible(name)));
            let last = match holder {
                Some(holder) => format!("`{}` was the last to run there", visible(&holder)),
                None => "none has run there yet".to_owned(),
            };
            _ = writeln!(text, "  {}", paint.dim(&format!("shares its target with {others}; {last}")));
        }
    }
    text
}

fn counts(prepared: &Prepared) -> String {
    let composition = &prepared.composition;
    let parts = [
        (composition.modules.as_ref().map(Vec::len), "module"),
        (composition.hooks.as_ref().map(Vec::len), "hook"),
        (composition.skills.as_ref().map(Vec::len), "skill"),
        (Some(composition.settings.keys.len()).filter(|keys| *keys > 0), "setting"),
    ];
    let parts: Vec<String> =
        parts.iter().filter_map(|(count, name)| count.map(|count| super::plural(count, name))).collect();
    parts.join(", ")
}
