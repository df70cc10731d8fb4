//! The machine-readable form of a diagnostic, as `check --format json` prints it.

use serde_json::{Value, json};

use super::{Diagnostic, Label, Severity};

/// One diagnostic with the severity it has under the command that reports it.
///
/// `diff` is there only when the diagnostic has one. `start` and `end` are byte offsets; `line` and `column` count from 1, the column in characters.
pub fn to_json(diagnostic: &Diagnostic, severity: Severity) -> Value {
    let mut document = json!({
        "code": diagnostic.code.name,
        "severity": severity.name(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "labels": diagnostic.labels.iter().map(label_to_json).collect::<Vec<_>>(),
    });
    if let Some(diff) = &diagnostic.diff {
        document["diff"] = json!(diff.0);
    }
    document
}

fn label_to_json(label: &Label) -> Value {
    let (line, column) = label.place.line_and_column();
    json!({
        "file": label.place.file.name(),
        "start": label.place.span.start,
        "end": label.place.span.end,
        "line": line,
        "column": column,
        "text": label.text,
    })
}
