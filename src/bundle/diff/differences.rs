//! All differences of two bundles.

use serde_json::{Value, json};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::files::{FileChange, changed_files};
use super::values::{ValueChange, changed_values};
use crate::bundle::{Decision, Verified};

/// What two bundles differ in; all empty when they are the same.
#[derive(Clone, Debug)]
pub struct Differences {
    /// Values of the manifest and the reports of sources. Hashes are left out: the files tell them.
    pub values: Vec<ValueChange>,
    /// Decisions that only one of them has, in order; whether it is the second.
    pub decisions: Vec<(bool, Decision)>,
    /// Files, sorted by path. The manifest and the trace are left out: the others tell them.
    pub files: Vec<FileChange>,
}

impl Differences {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.decisions.is_empty() && self.files.is_empty()
    }
}

/// Compares two bundles.
pub fn differences(before: &Verified, after: &Verified) -> Differences {
    Differences {
        values: changed_values(&told(before), &told(after)),
        decisions: changed_decisions(&before.trace.decisions, &after.trace.decisions),
        files: changed_files(&before.manifest.files, &after.manifest.files),
    }
}

/// What is compared value by value.
fn told(bundle: &Verified) -> Value {
    let manifest = &bundle.manifest;
    let mut instructions = json!(manifest.instructions);
    for part in instructions.as_array_mut().into_iter().flatten() {
        part.as_object_mut().map(|part| part.shift_remove("sha256"));
    }
    json!({
        "identity": manifest.identity,
        "delivery": manifest.delivery,
        "instructions": instructions,
        "skills": manifest.skills,
        "placeholders": manifest.placeholders,
        "sources": bundle.trace.sources,
    })
}

fn changed_decisions(before: &[Decision], after: &[Decision]) -> Vec<(bool, Decision)> {
    // As text, as all else is compared: one comparison is compiled.
    let texts = |decisions: &[Decision]| decisions.iter().map(|each| format!("{each:?}")).collect::<Vec<_>>();
    capture_diff_slices(Algorithm::Myers, &texts(before), &texts(after))
        .iter()
        .filter(|operation| !matches!(operation, DiffOp::Equal { .. }))
        .flat_map(|operation| {
            let old = before[operation.old_range()].iter().map(|decision| (false, decision.clone()));
            old.chain(after[operation.new_range()].iter().map(|decision| (true, decision.clone())))
        })
        .collect()
}
