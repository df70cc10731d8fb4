//! The plans of several launchers, and how they are printed.

use std::fmt::Write as _;

use serde_json::Value;

use super::exit::Failure;
use super::markdown::{Item, Page, Section};
use super::pipeline::Pipeline;
use super::plan_arguments::{PlanArguments, PlanForm};
use super::plan_text::{Detail, describe, difference, heading, session, with_failed};
use super::prepared::Prepared;
use super::printer::{Paint, Printer};
use super::{plan_document, plural};
use crate::Environment;
use crate::plan::{Action, Change, Plan};

/// What was planned.
pub(super) struct Plans<'a> {
    pub(super) pipeline: &'a Pipeline<'a>,
    planned: Vec<Planned>,
    /// How many could not be planned.
    failed: usize,
}

/// The plan of one launcher.
struct Planned {
    prepared: Prepared,
    plan: Plan,
    /// The other launcher that holds the target.
    inactive: Option<String>,
}

impl<'a> Plans<'a> {
    /// A launcher that was named is asked about in earnest; in the list of all, without `names`, the target's holder
    /// speaks.
    pub(super) fn new(
        pipeline: &'a Pipeline<'a>,
        planned: Vec<(Prepared, Plan)>,
        names: &[String],
        failed: usize,
    ) -> Self {
        let planned = planned.into_iter().map(|(prepared, plan)| {
            let is_active = |other: &String| names.is_empty() && pipeline.opens(other, &plan.target);
            let inactive = plan.holder.clone().filter(is_active);
            Planned { prepared, plan, inactive }
        });
        Self { pipeline, planned: planned.collect(), failed }
    }

    /// The launchers of the document.
    pub(super) fn entries(&self) -> Vec<Value> {
        let is_portable = self.pipeline.environment.is_portable();
        let entry = |Planned { prepared, plan, inactive }: &Planned| {
            if is_portable {
                plan_document::portable(self.pipeline, prepared, plan)
            } else {
                plan_document::launcher(prepared, plan, inactive.as_deref())
            }
        };
        self.planned.iter().map(entry).collect()
    }

    /// Prints them in the form that was asked for; how many artifacts would change.
    pub(super) fn print(
        &self,
        arguments: &PlanArguments,
        document: &Value,
        environment: &Environment,
        printer: &Printer,
    ) -> Result<usize, Failure> {
        let active = self.planned.iter().filter(|planned| planned.inactive.is_none());
        let changed =
            active.flat_map(|planned| &planned.plan.changes).filter(|change| changes(change)).count();
        let text = match arguments.form() {
            PlanForm::Json => super::json_text(document),
            PlanForm::Markdown => self.markdown(arguments.stat, changed, environment),
            PlanForm::Human => self.human(arguments.stat, changed, environment, printer),
        };
        printer.result(&text)?;
        Ok(changed)
    }

    fn human(&self, stat: bool, changed: usize, environment: &Environment, printer: &Printer) -> String {
        let mut text = String::new();
        for Planned { prepared, plan, inactive } in &self.planned {
            if let Some(other) = inactive {
                text.push_str(&heading(prepared, environment, printer.paint()));
                _ = writeln!(text, "  inactive: `{other}` was the last to run there");
            } else {
                let detail = Detail { diffs: !stat, unchanged: printer.verbose };
                text.push_str(&describe(prepared, plan, detail, environment, printer.paint()));
            }
        }
        if self.pipeline.manifest.launchers().next().is_none() {
            printer.summary("no launchers");
        } else if !self.planned.is_empty() {
            _ = writeln!(text, "{}", with_failed(summary(changed), self.failed));
        }
        text
    }

    fn markdown(&self, stat: bool, changed: usize, environment: &Environment) -> String {
        let sections = self.planned.iter().map(|Planned { prepared, plan, inactive }| {
            let launcher = prepared.composition.launcher.value.clone();
            if let Some(other) = inactive {
                return Section {
                    launcher,
                    fact: format!("inactive: {other} was the last to run there"),
                    parts: Vec::new(),
                };
            }
            let shown = plan.changes.iter().filter(|change| changes(change));
            let mut parts: Vec<Item> = shown.map(|change| item(change, stat)).collect();
            if !stat {
                let mut lines = String::new();
                session(&mut lines, prepared, environment, Paint::NONE);
                parts.push(Item { name: "session".to_owned(), fact: "", remark: String::new(), lines });
            }
            let target = prepared.target_text().map(|target| format!("→ {target}"));
            Section { launcher, fact: target.unwrap_or_default(), parts }
        });
        Page { heading: with_failed(summary(changed), self.failed), sections: sections.collect() }.text()
    }
}

fn summary(changed: usize) -> String {
    match changed {
        0 => "nothing would change".to_owned(),
        _ => format!("{} would change", plural(changed, "artifact")),
    }
}

fn changes(change: &Change) -> bool {
    change.action != Action::Unchanged
}

fn item(change: &Change, stat: bool) -> Item {
    Item {
        name: change.path.clone(),
        fact: change.action.name(),
        remark: change.reason.clone(),
        lines: if stat { String::new() } else { difference(change) },
    }
}
