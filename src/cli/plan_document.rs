//! The plan of one or more launchers as the JSON document `assembly.plan/1`.

use serde_json::{Map, Value, json};

use super::discreet_diff::discreet_diff;
use super::pipeline::Pipeline;
use super::plan_reads::reads;
use super::prepared::Prepared;
use crate::compose::Composition;
use crate::diagnostic::secrets_in;
use crate::manifest::Tmux;
use crate::plan::{Change, Plan};
use crate::saved::FORMAT;

/// What hides a value whose name, or shape, says that it is a secret.
pub(super) const MASK: &str = "********";

/// The value of a variable as it may be shown.
pub(super) fn masked<'a>(name: &str, value: &'a str) -> &'a str {
    let name = name.to_uppercase();
    let is_named = ["TOKEN", "KEY", "SECRET", "PASSWORD"].iter().any(|word| name.contains(word));
    let is_secret = is_named || !secrets_in(value).is_empty();
    if is_secret && !value.is_empty() { MASK } else { value }
}

/// The variables a launcher sets (a string) or unsets (null), in declared order.
pub(super) fn env_as_json(composition: &Composition) -> Value {
    let variables = composition.env.iter().map(|env| {
        let value = env.value.as_ref().map(|value| masked(&env.name.value, value));
        (env.name.value.clone(), json!(value))
    });
    Value::Object(variables.collect::<Map<_, _>>())
}

/// The declared window name, or null.
pub(super) fn tmux_as_json(composition: &Composition) -> Value {
    match &composition.tmux {
        Tmux::Window(name) => json!(name),
        Tmux::Never | Tmux::Default => Value::Null,
    }
}

/// The whole document.
pub(super) fn document(launchers: &[Value]) -> Value {
    json!({ "format": FORMAT, "launchers": launchers })
}

/// One launcher of a portable plan, which also tells what the session reads where it stands.
pub(super) fn portable(pipeline: &Pipeline<'_>, prepared: &Prepared, plan: &Plan) -> Value {
    let mut entry = launcher(prepared, plan, None);
    entry["reads"] = reads(&prepared.composition, pipeline.hub());
    entry
}

/// One launcher of the document. `inactive` names the launcher that holds the target instead.
pub(super) fn launcher(prepared: &Prepared, plan: &Plan, inactive: Option<&str>) -> Value {
    let composition = &prepared.composition;
    let target = prepared.target_text();
    let mut entry = Map::new();
    entry.insert("launcher".to_owned(), json!(composition.launcher.value));
    entry.insert("target".to_owned(), json!(target));
    entry.insert("harness".to_owned(), json!(prepared.harness.layout.name));
    if let Some(other) = inactive {
        entry.insert("inactive".to_owned(), json!(other));
    }
    entry.insert("cwd".to_owned(), json!(target));
    entry.insert("argv".to_owned(), json!(argv(prepared)));
    entry.insert("env".to_owned(), env_as_json(composition));
    entry.insert("tmux".to_owned(), tmux_as_json(composition));
    let changes = if inactive.is_some() { Vec::new() } else { plan.changes.iter().map(change).collect() };
    entry.insert("changes".to_owned(), Value::Array(changes));
    Value::Object(entry)
}

/// The program and its arguments, as text.
pub(super) fn argv(prepared: &Prepared) -> Vec<String> {
    let program = prepared.composition.cli.as_ref().map(|cli| cli.program.value.clone());
    let words = prepared.arguments.iter().map(|word| word.to_string_lossy().into_owned());
    program.into_iter().chain(words).collect()
}

fn change(change: &Change) -> Value {
    json!({
        "path": change.path,
        "kind": change.kind.name(),
        "action": change.action.name(),
        "reason": change.reason,
        "before": change.before,
        "after": change.after,
        "diff": change.diff.as_deref().map(discreet_diff),
    })
}
