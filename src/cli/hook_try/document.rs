//! Attempts as a document. It holds no times and no temporary paths, so two runs give the same.

use serde_json::{Value, json};

use super::attempt::Attempt;
use crate::diagnostic::{Severity, to_json};
use crate::trial::{Captured, Ending};

/// `assembly.hook-try/1`.
pub(super) fn document(attempts: &[Attempt<'_>]) -> Value {
    let count = |severity: Severity| {
        let problems = attempts.iter().flat_map(|attempt| &attempt.verdict.problems);
        problems.filter(|problem| problem.severity() == severity).count()
    };
    json!({
        "format": "assembly.hook-try/1",
        "tries": attempts.iter().map(one).collect::<Vec<_>>(),
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "notes": count(Severity::Note),
    })
}

fn one(attempt: &Attempt<'_>) -> Value {
    let (entry, call, outcome) = (attempt.entry, &attempt.call, &attempt.outcome);
    let (exit, signal) = match outcome.ending {
        Ending::Exited(code) => (Some(code), None),
        Ending::Killed(signal) => (None, Some(signal)),
        Ending::TimedOut | Ending::NotStarted(_) => (None, None),
    };
    let problems = &attempt.verdict.problems;
    json!({
        "hook": entry.hook.file,
        "event": entry.hook.event,
        "matcher": entry.hook.matcher,
        "launchers": entry.launchers,
        "input": attempt.input.name(),
        "command": call.command,
        "args": call.args,
        "cwd": entry.target.as_ref().map(|target| target.to_string_lossy()),
        "timeout": attempt.timeout.as_secs_f64(),
        "started": !matches!(outcome.ending, Ending::NotStarted(_)),
        "timed_out": outcome.ending == Ending::TimedOut,
        "exit": exit,
        "signal": signal,
        "left_processes": outcome.left_processes,
        "stdout": output(&outcome.stdout),
        "stderr": output(&outcome.stderr),
        "accepted": attempt.verdict.accepted(),
        "effect": attempt.verdict.effect,
        "diagnostics": problems.iter().map(|problem| to_json(problem, problem.severity())).collect::<Vec<_>>(),
    })
}

fn output(captured: &Captured) -> Value {
    json!({ "text": String::from_utf8_lossy(&captured.bytes), "bytes": captured.total })
}
