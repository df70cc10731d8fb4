//! The JSON document `assembly.status/1`.

use serde_json::{Value, json};

use super::status::Row;

/// The document of these rows.
pub(super) fn of(rows: &[Row]) -> Value {
    json!({ "format": "assembly.status/1", "targets": rows.iter().map(row).collect::<Vec<_>>() })
}

fn row(row: &Row) -> Value {
    let artifact = |change| {
        let (state, cause) = row.state(change);
        json!({ "path": change.path, "state": state, "cause": cause })
    };
    json!({
        "launcher": row.launcher,
        "target": row.target.to_string_lossy(),
        "artifacts": row.changes.iter().map(artifact).collect::<Vec<_>>(),
    })
}
