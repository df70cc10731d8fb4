//! Keys of the settings file, over presets.

use serde_json::{Value as Json, json};

use super::House;
use crate::compose::{Composition, Outcome, fruitless_everywhere};
use crate::diagnostic::Problems;

/// What the blocks of presets `a`, `b`, … and, the last one, of the launcher come to, and what is said.
fn merged(blocks: &[&str]) -> (Json, Vec<String>) {
    let (composition, said) = House::new(&manifest(blocks)).compose("x-sh");
    (Json::Object(composition.settings.json()), said)
}

fn manifest(blocks: &[&str]) -> String {
    use std::fmt::Write as _;
    let (own, presets) = blocks.split_last().unwrap();
    let mut text = String::new();
    let mut uses = String::new();
    for (name, block) in ('a'..).zip(presets) {
        _ = writeln!(text, "preset \"{name}\" {{\nsettings {{\n{block}\n}}\n}}");
        _ = write!(uses, "use \"{name}\";");
    }
    text + &format!("launcher \"x-sh\" {{\n{uses}\ntarget \"/t\"\ncli \"sh\"\nsettings {{\n{own}\n}}\n}}\n")
}

fn clean(blocks: &[&str]) -> String {
    let (json, said) = merged(blocks);
    assert_eq!(said, Vec::<String>::new());
    json.to_string()
}

#[test]
fn the_form_of_a_node_says_what_it_is() {
    assert_eq!(
        clean(&["model \"opus\"; verbose #true; days 30; rate 0.05; nothing #null; words \"a\" \"b\"\n\
                 env RUST_LOG=\"info\" \"A B\"=\"c\"; line { type \"command\"; padding 0 }; empty { }\n\
                 objects { - serverName=\"x\"; - { words \"a\" \"b\" }; - \"plain\"; - 1 2 }"]),
        json!({
            "model": "opus", "verbose": true, "days": 30, "rate": 0.05, "nothing": null, "words": ["a", "b"],
            "env": { "RUST_LOG": "info", "A B": "c" }, "line": { "type": "command", "padding": 0 }, "empty": {},
            "objects": [{ "serverName": "x" }, { "words": ["a", "b"] }, "plain", [1, 2]],
        })
        .to_string()
    );
}

#[test]
fn a_key_that_is_known_as_a_list_is_one_with_any_number_of_values() {
    assert_eq!(
        clean(&["permissions { allow \"Read\"; deny {}; ask \"Edit\" }"]),
        json!({ "permissions": { "allow": ["Read"], "deny": [], "ask": "Edit" } }).to_string()
    );
    assert_eq!(
        clean(&["items { - { words \"a\" }; - { words { - \"b\" }; other \"c\" } }"]),
        json!({ "items": [{ "words": ["a"] }, { "words": ["b"], "other": "c" }] }).to_string()
    );
}

#[test]
fn objects_merge_by_key_single_values_replace_and_lists_append_without_doubles() {
    assert_eq!(
        clean(&[
            "permissions { allow \"A\" \"B\"; defaultMode \"plan\" }; model \"opus\"; env X=\"1\" Y=\"2\"",
            "permissions { allow \"C\" \"A\" }; theme \"dark\"",
            "theme \"light\"; permissions { defaultMode \"auto\"; allow \"D\" }; env Y=\"3\" Z=\"4\"",
        ]),
        json!({
            "permissions": { "allow": ["A", "B", "C", "D"], "defaultMode": "auto" }, "model": "opus",
            "env": { "X": "1", "Y": "3", "Z": "4" }, "theme": "light",
        })
        .to_string(),
        "every key keeps its place"
    );
}

#[test]
fn an_unknown_key_is_a_list_once_an_earlier_one_is() {
    assert_eq!(clean(&["odd \"a\" \"b\"", "odd \"c\""]), r#"{"odd":["a","b","c"]}"#);
    assert_eq!(clean(&["odd \"a\"", "odd \"b\" \"c\""]), r#"{"odd":["b","c"]}"#);
    assert_eq!(clean(&["odd { x 1 }", "odd \"b\""]), r#"{"odd":"b"}"#);
    assert_eq!(clean(&["odd \"b\"", "odd { x 1 }"]), r#"{"odd":{"x":1}}"#);
    assert_eq!(clean(&["odd { - \"a\" }", "odd \"!a\""]), r#"{"odd":[]}"#);
}

#[test]
fn an_exclamation_mark_takes_out_a_value_or_a_key() {
    assert_eq!(
        clean(&[
            "permissions { allow \"Bash(git:*)\" \"Read\"; deny \"X\" }; model \"opus\"",
            "permissions { allow \"!Bash(git:*)\" \"Edit\" \"Bash(git:*)\"; !deny }; !model",
        ]),
        r#"{"permissions":{"allow":["Read","Edit","Bash(git:*)"]}}"#
    );
    assert_eq!(
        clean(&["permissions { allow \"A\" }", "permissions { !allow; allow \"B\" }"]),
        r#"{"permissions":{"allow":["B"]}}"#
    );
}

#[test]
fn what_takes_nothing_out_is_an_error() {
    let (json, said) = merged(&[
        "permissions { allow \"Bash(git:*)\" }; model \"x\"",
        "permissions { allow \"!Bash(git)\" \"!Read\"; !deny }; !modle; theme \"!dark\"",
    ]);
    assert_eq!(
        said,
        [
            "manifest::removes-nothing: `!Bash(git)` takes nothing out of `permissions.allow`",
            "manifest::removes-nothing: `!Read` takes nothing out of `permissions.allow`",
            "manifest::removes-nothing: `!deny` takes no key out",
            "manifest::removes-nothing: `!modle` takes no key out",
        ]
    );
    assert_eq!(json["theme"], "!dark", "only a list has something to take out of");
    let removing = "permissions { allow \"!Read\" }";
    let (_, said) = merged(&[removing, "model \"x\""]);
    assert_eq!(said, Vec::<String>::new(), "a preset may be used by others that have it");
    let house = House::new(&manifest(&[removing, "model \"x\""]));
    let compositions: Vec<Composition> = vec![house.compose("x-sh").0];
    let mut problems = Problems::new();
    fruitless_everywhere(&compositions, &mut problems);
    assert_eq!(problems.len(), 1, "but not when nobody has it");
}

#[test]
fn placeholders_are_replaced_in_strings_and_nowhere_else() {
    let house = House::with_variables(
        "vars { code \"$CODE\"; also \"Read({{code}}/**)\" }\n\
         preset \"a\" { settings { permissions { deny \"Read(/src/**)\" \"Edit\" }; }; }\n\
         launcher \"x-sh\" {\nuse \"a\"\ntarget \"/t\"\ncli \"sh\"\nsettings {\n\
         permissions { additionalDirectories \"{{code}}\" \"~/$HOME\"; deny \"!{{also}}\" }\n\
         env TARGET=\"{{TARGET_DIR}}\" \"{{code}}\"=\"{{ASSEMBLY_DIR}}\"\n}\n}\n",
        &[("CODE", "/src")],
    );
    let hub = house.root.path().to_str().unwrap().to_owned();
    assert_eq!(
        Json::Object(house.clean().settings.json()),
        json!({
            "permissions": { "deny": ["Edit"], "additionalDirectories": ["/src", "~/$HOME"] },
            "env": { "TARGET": "/t", "{{code}}": hub },
        })
    );
    let (_, said) = House::launcher("settings {\nmodel \"{{LAUNCHR}}\"\n}").compose("x-sh");
    assert_eq!(
        said,
        ["manifest::unknown-placeholder: nothing is called `{{LAUNCHR}}`, so it stays as it is"]
    );
}

#[test]
fn the_trace_tells_of_every_value_and_shows_none_that_may_be_secret() {
    let house = House::new(&manifest(&[
        "permissions { allow \"Read\" }; env A_TOKEN=\"sesame\"; model \"a\"",
        "permissions { allow \"!Read\" }; model \"b\"",
    ]));
    let decisions: Vec<(String, Outcome, String)> = house
        .clean()
        .trace
        .into_iter()
        .filter(|decision| decision.kind == "settings")
        .map(|decision| (decision.subject, decision.outcome, decision.reason))
        .collect();
    let told = |subject: &str, outcome, reason: &str| (subject.to_owned(), outcome, reason.to_owned());
    assert_eq!(
        decisions,
        [
            told("Read", Outcome::Selected, "listed in `permissions.allow` by preset `a`"),
            told("env.A_TOKEN", Outcome::Selected, "set by preset `a`"),
            told("model", Outcome::Selected, "set by preset `a`"),
            told("Read", Outcome::Excluded, "taken out of `permissions.allow` by `!Read` of the launcher"),
            told("model", Outcome::Selected, "set by the launcher"),
        ]
    );
}

#[test]
fn a_block_without_keys_declares_nothing() {
    let composition = House::launcher("settings { }").clean();
    assert!(composition.settings.layers.is_empty() && composition.settings.keys.is_empty());
}
