//! `plan --against`: how a plan differs from one that was saved.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use serde_json::json;

use super::markdown::{Page, Section};
use super::plan_arguments::PlanForm;
use super::plan_text::{paint_diff, with_failed};
use super::plural;
use super::printer::Paint;
use crate::diagnostic::{Diagnostic, visible};
use crate::saved::{LauncherDifference, Part, SavedPlan, State, codes, compare};

/// A comparison of two plans.
pub(super) struct Comparison {
    found: Vec<LauncherDifference>,
    /// The launchers of both plans together.
    launchers: usize,
    /// Those of which nothing is known, since they cannot be planned now.
    failed: usize,
}

impl Comparison {
    /// Compares the launchers that were asked for. What could not be planned now is neither gone nor changed.
    pub(super) fn new(mut old: SavedPlan, new: &SavedPlan, names: &[String], failed: &[String]) -> Self {
        let is_one = |names: &[String], name: &str| names.iter().any(|one| one == name);
        old.retain(&|name| (names.is_empty() || is_one(names, name)) && !is_one(failed, name));
        let found = compare(&old, new);
        let gone = found.iter().filter(|difference| difference.state == State::Removed).count();
        Self { found, launchers: new.launchers.len() + gone, failed: failed.len() }
    }

    /// How many launchers differ.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// The result in one of its forms.
    pub(super) fn text(&self, form: PlanForm, stat: bool, paint: Paint) -> String {
        match form {
            PlanForm::Human => self.human(stat, paint),
            PlanForm::Json => super::json_text(&json!({
                "format": "assembly.plan-difference/1",
                "launchers": self.found.iter().map(LauncherDifference::to_json).collect::<Vec<_>>(),
            })),
            PlanForm::Markdown => self.markdown(stat),
        }
    }

    /// `2 of 40 launchers differ`.
    fn summary(&self) -> String {
        let summary = match (self.found.len(), self.launchers) {
            (0, _) => "no launcher differs".to_owned(),
            (1, all) => format!("1 of {} differs", plural(all, "launcher")),
            (some, all) => format!("{some} of {} differ", plural(all, "launcher")),
        };
        with_failed(summary, self.failed)
    }

    fn human(&self, stat: bool, paint: Paint) -> String {
        let mut text = String::new();
        for difference in &self.found {
            let state = paint.colored(color(difference.state), difference.state.name());
            _ = writeln!(text, "{} {state}", paint.bold(&visible(&difference.launcher)));
            for Part { name, state, remark, lines } in difference.parts() {
                let state = paint.colored(color(state), &format!("{:<9}", state.name()));
                let remark =
                    if remark.is_empty() { remark } else { paint.dim(&format!("  {}", visible(&remark))) };
                _ = writeln!(text, "  {state} {}{remark}", visible(&name));
                for line in lines.split_terminator('\n').filter(|_| !stat) {
                    _ = writeln!(text, "      {}", paint_diff(line, paint));
                }
            }
        }
        text + &self.summary() + "\n"
    }

    fn markdown(&self, stat: bool) -> String {
        let sections = self.found.iter().map(|difference| Section {
            launcher: difference.launcher.clone(),
            fact: difference.state.name().to_owned(),
            parts: difference
                .parts()
                .into_iter()
                .map(|part| super::markdown::Item {
                    name: part.name,
                    fact: part.state.name(),
                    remark: part.remark,
                    lines: if stat { String::new() } else { part.lines },
                })
                .collect(),
        });
        let page = Page { heading: self.summary(), sections: sections.collect() };
        page.text()
    }
}

/// A warning when one plan looked at targets and the other did not.
pub(super) fn form_problem(old: &SavedPlan, new: &SavedPlan) -> Option<Diagnostic> {
    let is_portable = new.is_portable()?;
    let was_portable = old.is_portable().filter(|was| *was != is_portable)?;
    let (old, new, help) = if was_portable {
        ("portable", "one of this machine's targets", "compare with `--portable`")
    } else {
        ("one of a machine's targets", "portable", "save the older one with `--portable`, too")
    };
    let message = format!("the saved plan is {old}, and this one is {new}, so everything may differ");
    Some(Diagnostic::new(&codes::OTHER_FORM, message).help(help))
}

fn color(state: State) -> AnsiColor {
    match state {
        State::Added => AnsiColor::Green,
        State::Removed => AnsiColor::Red,
        State::Changed => AnsiColor::Cyan,
    }
}
