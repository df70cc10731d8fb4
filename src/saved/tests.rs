use serde_json::{Value, json};

use super::*;
use crate::diagnostic::SourceFile;

fn plan(launchers: &Value) -> SavedPlan {
    let text = json!({ "format": FORMAT, "launchers": launchers }).to_string();
    SavedPlan::parse(&SourceFile::new("/plan.json", "plan.json", text)).unwrap()
}

fn launcher(name: &str, changes: &Value) -> Value {
    json!({ "launcher": name, "target": "~/x", "cwd": "~/x", "argv": ["a"], "env": {}, "changes": changes })
}

fn change(before: &Value, after: &str, diff: &str) -> Value {
    json!({ "path": "f", "kind": "file", "action": "create", "reason": "", "before": before, "after": after, "diff": diff })
}

#[test]
fn a_plan_is_what_it_was() {
    let one = plan(&json!([launcher("a", &json!([])), launcher("b", &json!([]))]));
    assert!(compare(&one, &one).is_empty());
    // Neither the order of keys nor that of launchers counts.
    let other = plan(&json!([launcher("b", &json!([])), launcher("a", &json!([]))]));
    assert!(compare(&one, &other).is_empty());
    assert!(compare(&SavedPlan::default(), &SavedPlan::default()).is_empty());
}

#[test]
fn launchers_come_and_go() {
    let old = plan(&json!([launcher("gone", &json!([])), launcher("stays", &json!([]))]));
    let new = plan(&json!([launcher("new", &json!([])), launcher("stays", &json!([]))]));
    let found: Vec<_> =
        compare(&old, &new).into_iter().map(|difference| (difference.launcher, difference.state)).collect();
    assert_eq!(found, [("new".to_owned(), State::Added), ("gone".to_owned(), State::Removed)]);
}

#[test]
fn a_text_that_is_not_what_its_hash_says_is_not_compared() {
    let forged = "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+forged\n";
    let old = plan(&json!([launcher("a", &json!([change(&Value::Null, "sha256:0", forged)]))]));
    let new = plan(&json!([launcher("a", &json!([change(&Value::Null, "sha256:1", forged)]))]));
    let found = compare(&old, &new);
    assert_eq!(
        found[0].artifacts[0].diff.as_deref(),
        Some("--- a/f\n+++ b/f\nthe text is not in the plans\n")
    );
}

#[test]
fn where_something_stood_the_newer_diff_is_shown() {
    let stood = json!("sha256:2");
    let old = plan(&json!([launcher("a", &json!([change(&stood, "sha256:0", "old")]))]));
    let new = plan(&json!([launcher("a", &json!([change(&stood, "sha256:1", "new")]))]));
    assert_eq!(compare(&old, &new)[0].artifacts[0].diff.as_deref(), Some("new"));
}

#[test]
fn a_command_is_shown_as_words_of_a_shell() {
    let with = |argv: Value| {
        let mut launcher = launcher("a", &json!([]));
        launcher["argv"] = argv;
        plan(&json!([launcher]))
    };
    let parts = compare(&with(json!(["a", "b c"])), &with(json!(["b c", "a"])))[0].parts();
    assert_eq!(parts[0].lines, "- a 'b c'\n+ 'b c' a\n");
    assert_eq!((parts[0].name.as_str(), parts[0].state), ("argv", State::Changed));
}

#[test]
fn another_kind_is_said_in_words() {
    let of = |kind: &str| {
        let mut change = change(&Value::Null, "sha256:0", "");
        change["kind"] = json!(kind);
        plan(&json!([launcher("a", &json!([change]))]))
    };
    let remark = |old: &str, new: &str| compare(&of(old), &of(new))[0].parts()[0].remark.clone();
    assert_eq!(remark("entries", "file"), "entries in a file, then a file");
    assert_eq!(remark("link", "tree"), "a link, then a tree");
}
