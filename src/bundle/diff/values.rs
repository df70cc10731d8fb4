//! Values of two documents, side by side.

use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A value that is not the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// A JSON pointer; that of an item of a list counts where the item is.
    pub pointer: String,
    /// None when it is not there.
    pub before: Option<Value>,
    /// None when it is not there.
    pub after: Option<Value>,
}

/// The smallest values that differ, in the order of the first document.
pub(super) fn changed_values(before: &Value, after: &Value) -> Vec<ValueChange> {
    let mut changes = Vec::new();
    compare("", Some(before), Some(after), &mut changes);
    changes
}

fn compare(pointer: &str, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<ValueChange>) {
    match (before, after) {
        (before, after) if before == after => {}
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let added = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(added) {
                compare(&format!("{pointer}/{key}"), one.get(key), other.get(key), changes);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => lists(pointer, one, other, changes),
        (before, after) => changes.push(ValueChange {
            pointer: pointer.to_owned(),
            before: before.cloned(),
            after: after.cloned(),
        }),
    }
}

/// Items are matched, so that one more does not change all that follow it.
fn lists(pointer: &str, one: &[Value], other: &[Value], changes: &mut Vec<ValueChange>) {
    let texts = |items: &[Value]| items.iter().map(Value::to_string).collect::<Vec<_>>();
    for operation in capture_diff_slices(Algorithm::Myers, &texts(one), &texts(other)) {
        if matches!(operation, DiffOp::Equal { .. }) {
            continue;
        }
        let (old, new) = (operation.old_range(), operation.new_range());
        let pairs = if old.len() == new.len() { old.len() } else { 0 };
        for (old, new) in old.clone().zip(new.clone()).take(pairs) {
            compare(&format!("{pointer}/{new}"), one.get(old), other.get(new), changes);
        }
        for index in old.skip(pairs) {
            compare(&format!("{pointer}/{index}"), one.get(index), None, changes);
        }
        for index in new.skip(pairs) {
            compare(&format!("{pointer}/{index}"), None, other.get(index), changes);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::changed_values;

    #[test]
    fn only_what_differs() {
        let before = json!({ "a": 1, "b": { "c": null, "d": [1, 2, 3] }, "e": [{ "x": 1, "y": 2 }] });
        let after =
            json!({ "a": 1, "b": { "c": "x", "d": [0, 1, 3] }, "e": [{ "x": 1, "y": 3 }], "f": true });
        let changes = changed_values(&before, &after);
        let pointers: Vec<&str> = changes.iter().map(|change| change.pointer.as_str()).collect();
        assert_eq!(pointers, ["/b/c", "/b/d/0", "/b/d/1", "/e/0/y", "/f"]);
        assert_eq!((&changes[1].before, &changes[1].after), (&None, &Some(json!(0))));
        assert_eq!((&changes[2].before, &changes[2].after), (&Some(json!(2)), &None));
        assert_eq!(changed_values(&before, &before), []);
    }
}
