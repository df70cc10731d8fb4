//! Single files, as people and programs write them.

use super::*;

const HOOKS: &str = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"bash /a.sh"}]}]}}"#;

#[test]
fn what_comes_looks_like_what_is_there() {
    for (file, now, expected) in [
        ("{}", r#"{"a":[1]}"#, "{\n  \"a\": [\n    1\n  ]\n}"),
        ("{ }\n", r#"{"a":1}"#, "{\n  \"a\": 1\n}\n"),
        (
            "{\n\t\"a\": 1\n}\n",
            r#"{"b":{"c":[1,2]}}"#,
            "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}\n}\n",
        ),
        (
            "{\r\n    \"a\": 1\r\n}",
            r#"{"b":[1]}"#,
            "{\r\n    \"a\": 1,\r\n    \"b\": [\r\n        1\r\n    ]\r\n}",
        ),
        ("\u{feff}{\"a\":1}", r#"{"b":[1,2],"c":{}}"#, "\u{feff}{\"a\":1,\"b\":[1,2],\"c\":{}}"),
        (r#"{"a": 1}"#, r#"{"b":[1,2]}"#, r#"{"a": 1, "b": [1, 2]}"#),
        (r#"{ "a" : 1 }"#, r#"{"b":{"c":2}}"#, r#"{ "a" : 1, "b" : {"c" : 2} }"#),
        (
            "{\n  \"a\": {\"x\": [\"1\"]}\n}\n",
            r#"{"a":{"x":["2"],"y":1}}"#,
            "{\n  \"a\": {\"x\": [\"1\", \"2\"], \"y\": 1}\n}\n",
        ),
        ("{\n  \"a\": [\n    1\n  ,2\n  ]\n}", r#"{"a":[3]}"#, "{\n  \"a\": [\n    1\n  ,2, 3\n  ]\n}"),
        (
            "{\n  \"permissions\": {\n    \"allow\": []\n  }\n}\n",
            r#"{"permissions":{"allow":["x"]}}"#,
            "{\n  \"permissions\": {\n    \"allow\": [\n      \"x\"\n    ]\n  }\n}\n",
        ),
    ] {
        let merged = into(file, now);
        assert_eq!(text(&merged), expected);
        assert_eq!(without(&merged).as_deref(), Some(file), "of {expected}");
        let twice = again(&merged, expected, now);
        assert_eq!((text(&twice), &twice.share), (expected, &merged.share));
    }
}

#[test]
fn what_is_there_already_is_not_ours() {
    let file = r#"{"permissions": {"allow": ["a", "b"]}, "model": "opus"}"#;
    let merged = into(file, r#"{"permissions":{"allow":["b","c"]},"model":"opus"}"#);
    assert_eq!(text(&merged), r#"{"permissions": {"allow": ["a", "b", "c"]}, "model": "opus"}"#);
    assert_eq!(merged.share.ours(), r#"{"permissions":{"allow":["c"]}}"#);
    assert!(merged.conflicts.is_empty() && merged.missing.is_empty());
    let only = into(file, r#"{"model":"opus"}"#);
    assert_eq!((text(&only), &only.share), (file, &Share::none()));
}

#[test]
fn what_a_session_adds_stays_when_ours_goes_and_changes() {
    let merged = into("{}\n", HOOKS);
    let edited = text(&merged).replace(
        "\n}\n",
        ",\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git:*)\"\n    ]\n  }\n}\n",
    );
    let other = HOOKS.replace("Stop", "SessionStart");
    let updated = again(&merged, &edited, &other);
    assert!(updated.missing.is_empty() && updated.conflicts.is_empty());
    let value: serde_json::Value = serde_json::from_str(text(&updated)).unwrap();
    assert_eq!(value["hooks"], serde_json::from_str::<serde_json::Value>(&other).unwrap()["hooks"]);
    let rest = "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git:*)\"\n    ]\n  }\n}\n";
    assert_eq!(without(&updated).as_deref(), Some(rest));
}

#[test]
fn a_file_of_ours_goes_when_nothing_else_is_in_it() {
    let merged = merge(None, &Share::none(), &document(HOOKS)).unwrap();
    assert_eq!(text(&merged), HOOKS);
    assert_eq!(without(&merged), None);
    // Also when a program wrote it anew in its own way.
    let value: serde_json::Value = serde_json::from_str(HOOKS).unwrap();
    assert_eq!(again(&merged, &format!("{value:#}\n"), "{}").text, None);
    assert_eq!(merge(None, &Share::none(), &document("{}")).unwrap().text, None);
    // But one that somebody had stays, empty as it was.
    assert_eq!(without(&into(" { }", HOOKS)).as_deref(), Some(" { }"));
}

#[test]
fn a_declared_value_counts_and_what_stood_there_comes_back() {
    let file = "{\"model\": \"opus\", \"env\": null, \"x\": {\"y\": 1.0e3}}";
    let merged = into(file, r#"{"model":"sonnet","env":{"A":"1"},"x":2}"#);
    assert_eq!(text(&merged), "{\"model\": \"sonnet\", \"env\": {\"A\": \"1\"}, \"x\": 2}");
    let said: Vec<(&str, &str, &str)> = merged
        .conflicts
        .iter()
        .map(|conflict| (conflict.key.as_str(), conflict.here.as_str(), conflict.declared.as_str()))
        .collect();
    assert_eq!(
        said,
        [("model", "\"opus\"", "\"sonnet\""), ("env", "null", "{\"A\":\"1\"}"), ("x", "{\"y\": 1.0e3}", "2")]
    );
    assert_eq!(without(&merged).as_deref(), Some(file));
    let next = again(&merged, text(&merged), r#"{"model":"haiku","env":{"B":"1"},"x":[2]}"#);
    assert!(next.conflicts.is_empty());
    assert_eq!(without(&next).as_deref(), Some(file));
    // What stood there comes back also when something of another kind is declared in its place.
    let next = again(&merged, text(&merged), r#"{"x":{"z":3}}"#);
    assert_eq!(text(&next), "{\"model\": \"opus\", \"env\": null, \"x\": {\"y\": 1.0e3, \"z\": 3}}");
    assert_eq!(without(&next).as_deref(), Some(file));
    // Somebody's new value is as good as the old one.
    let edited = text(&merged).replace("sonnet", "opusplan");
    let next = again(&merged, &edited, r#"{"model":"haiku"}"#);
    assert_eq!(next.conflicts.len(), 1);
    assert_eq!(
        without(&next).as_deref(),
        Some("{\"model\": \"opusplan\", \"env\": null, \"x\": {\"y\": 1.0e3}}")
    );
}

#[test]
fn an_entry_that_was_edited_is_theirs_and_ours_comes_again() {
    let merged = into("{\"x\": 1}", HOOKS);
    let edited = text(&merged)
        .replace("bash /a.sh\"}", "bash /a.sh\"}, {\"type\": \"command\", \"command\": \"mine\"}");
    let next = again(&merged, &edited, HOOKS);
    assert_eq!(next.missing, ["hooks.Stop"]);
    assert_eq!(text(&next).matches("mine").count(), 1);
    assert_eq!(text(&next).matches("/a.sh").count(), 2);
    assert_eq!(without(&next).as_deref(), Some(edited.as_str()));
    let gone = again(&merged, &edited, "{}");
    assert_eq!(gone.text.as_deref(), Some(edited.as_str()));
    let changed = into("{}", r#"{"model":"a"}"#);
    let kept = again(&changed, r#"{"model":"b"}"#, "{}");
    assert_eq!((kept.text.as_deref(), kept.kept), (Some(r#"{"model":"b"}"#), vec!["model".to_owned()]));
}

#[test]
fn equal_elements_are_counted() {
    let merged = into(r#"{"a": ["x", "x"]}"#, r#"{"a":["x","x","x"]}"#);
    assert_eq!(text(&merged), r#"{"a": ["x", "x", "x"]}"#);
    assert_eq!(without(&merged).as_deref(), Some(r#"{"a": ["x", "x"]}"#));
    let fewer = again(&merged, text(&merged), r#"{"a":["x"]}"#);
    assert_eq!((text(&fewer), &fewer.share), (text(&merged), &merged.share));
    assert_eq!(text(&again(&merged, text(&merged), r#"{"a":[]}"#)), r#"{"a": ["x", "x"]}"#);
}

#[test]
fn of_a_key_that_is_there_twice_the_last_one_counts() {
    let file = r#"{"a": {"x": 1}, "b": 1, "a": {"y": 2}}"#;
    let merged = into(file, r#"{"a":{"z":3}}"#);
    assert_eq!(text(&merged), r#"{"a": {"x": 1}, "b": 1, "a": {"y": 2, "z": 3}}"#);
    assert_eq!(merged.repeated, [("a".to_owned(), 24)]);
    assert_eq!(without(&merged).as_deref(), Some(file));
}

#[test]
fn numbers_and_strings_are_compared_as_they_count() {
    let file = r#"{"a": [1.0, 1e2, "\u0061\/", "\ud800", 123456789012345678901, "\ud83d\ude00"]}"#;
    let merged = into(file, r#"{"a":[1,100,"a/",123456789012345678901,"😀"]}"#);
    assert_eq!(merged.share.ours(), r#"{"a":[1,100]}"#);
    assert_eq!(text(&merged), file.replace("\"]", "\", 1, 100]"));
}

#[test]
fn ours_alone_has_the_declared_order() {
    let merged = into(r#"{"k": 1}"#, r#"{"a":["1","3"]}"#);
    let next = again(&merged, text(&merged), r#"{"a":["1","2","3"]}"#);
    assert_eq!(text(&next), r#"{"k": 1, "a": ["1", "2", "3"]}"#);
    let mixed = text(&merged).replace('[', "[\"theirs\", ");
    let next = again(&merged, &mixed, r#"{"a":["1","2","3"]}"#);
    assert_eq!(text(&next), r#"{"k": 1, "a": ["theirs", "1", "3", "2"]}"#);
    // What somebody sorts anew is not changed back.
    let sorted = r#"{"k": 1, "a": ["3", "1"]}"#;
    assert_eq!(text(&again(&merged, sorted, r#"{"a":["1","3"]}"#)), sorted);
}

#[test]
fn a_declared_empty_list_is_an_entry() {
    let merged = into(r#"{"k": 1}"#, r#"{"only":[]}"#);
    assert_eq!(text(&merged), r#"{"k": 1, "only": []}"#);
    assert_eq!(again(&merged, text(&merged), r#"{"only":[]}"#).share, merged.share);
    assert_eq!(without(&merged).as_deref(), Some(r#"{"k": 1}"#));
}
