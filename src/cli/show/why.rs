//! Decisions, as lines and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::exit::Failure;
use crate::cli::json_text;
use crate::cli::prepared::Prepared;
use crate::compose::Decision;
use crate::diagnostic::{did_you_mean, visible};

/// The decisions about one item, in the order they were made.
pub(super) fn why(prepared: &Prepared, item: &str, json: bool) -> Result<String, Failure> {
    let (composition, trace) = (&prepared.composition, prepared.trace());
    let decisions: Vec<&Decision> = trace.iter().filter(|decision| decision.subject == item).collect();
    if decisions.is_empty() {
        let launcher = visible(&composition.launcher.value);
        let failure =
            Failure::refusal(format!("nothing was decided about `{}` in `{launcher}`", visible(item)));
        let near = did_you_mean(item, trace.iter().map(|decision| decision.subject.as_str()));
        return Err(match near {
            Some(near) => failure.help(format!("did you mean `{}`?", visible(near))),
            None => failure.help(format!("`assembly show {launcher}` lists what takes part")),
        });
    }
    if json {
        return Ok(json_text(&json!({
            "format": "assembly.why/1",
            "launcher": composition.launcher.value,
            "item": item,
            "decisions": decisions.iter().map(|decision| decision_as_json(decision)).collect::<Vec<_>>(),
        })));
    }
    Ok(lines(decisions))
}

/// A line a decision.
pub(super) fn lines<'a>(decisions: impl IntoIterator<Item = &'a Decision>) -> String {
    let mut text = String::new();
    for decision in decisions {
        _ = writeln!(text, "{}", visible(&decision.to_string()));
    }
    text
}

pub(super) fn decision_as_json(decision: &Decision) -> Value {
    json!({
        "subject": decision.subject,
        "kind": decision.kind,
        "source": decision.source,
        "outcome": decision.outcome.name(),
        "reason": decision.reason,
    })
}
