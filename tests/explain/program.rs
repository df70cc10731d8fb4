//! `assembly explain` itself.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::Value;

use crate::page::Page;

fn explain(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assembly"));
    command.arg("explain").args(words).env_clear().env("HOME", "/nowhere").current_dir("/").output().unwrap()
}

fn stdout(words: &[&str]) -> String {
    let output = explain(words);
    assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(words: &[&str]) -> String {
    let output = explain(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{words:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_list_has_every_code_and_nothing_else() {
    let list = stdout(&["--list"]);
    let listed: Vec<&str> = list.lines().filter(|line| !line.starts_with(' ')).collect();
    let codes: Vec<String> =
        assembly::codes().map(|code| format!("{}  {}", code.name, code.class.name())).collect();
    assert_eq!(listed, codes);
    let meanings = list.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in assembly::codes() {
        assert!(
            meanings.contains(&format!("{} {} {}", code.name, code.class.name(), code.meaning)),
            "{}",
            code.name
        );
    }
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

#[test]
fn the_document_holds_every_page_as_it_is_written() {
    let document: Value = serde_json::from_str(&stdout(&["--list", "--json"])).unwrap();
    assert_eq!(document["format"], "assembly.explain/1");
    let rows = document["codes"].as_array().unwrap();
    assert_eq!(rows.len(), assembly::codes().count());
    for Page { code, text } in Page::all() {
        let row = rows.iter().find(|row| row["code"] == code.as_str()).unwrap();
        assert_eq!(row["page"], text.as_str(), "{code}");
    }
}

#[test]
fn a_page_is_shown_with_class_and_meaning_and_without_marks() {
    for page in Page::all() {
        let code = assembly::codes().find(|code| code.name == page.code).unwrap();
        let shown = stdout(&[&page.code]);
        assert!(shown.starts_with(&format!("{}\n{}: ", code.name, code.class.name())), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let marks = shown
            .lines()
            .find(|line| line.starts_with("```") || line.starts_with("# ") || line.contains('\u{1b}'));
        assert_eq!(marks, None, "{shown}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        let prose = words(page.prose().split_once('\n').unwrap().1);
        assert!(prose.is_subset(&words(&shown)), "{shown}");
    }
}

#[test]
fn a_code_may_be_typed_in_three_ways() {
    let page = stdout(&["assembly::manifest::unknown-node"]);
    assert!(
        page.contains("\nFails\n") && page.contains("\nMended\n") && page.contains("\nlaunchers.kdl:\n"),
        "{page}"
    );
    for name in ["manifest::unknown-node", "unknown-node", "assembly::manifest::unknown-node:"] {
        assert_eq!(stdout(&[name]), page, "{name}");
    }
    let document: Value = serde_json::from_str(&stdout(&["unknown-node", "--format", "json"])).unwrap();
    assert_eq!(document["codes"].as_array().unwrap().len(), 1);
    assert_eq!(document["codes"][0]["class"], "stop");
}

#[test]
fn colours_are_asked_for() {
    let page = stdout(&["--color", "always", "unknown-node"]);
    assert!(page.contains("\u{1b}[1mFails\u{1b}[0m\n"), "{page:?}");
}

#[test]
fn what_is_no_code_is_told_with_what_could_be_meant() {
    for (typed, words) in [
        (
            "manifest::unknown-nod",
            [
                "there is no code `manifest::unknown-nod`",
                "did you mean `assembly explain manifest::unknown-node`?",
            ],
        ),
        (
            "unknwon-node",
            ["there is no code `unknwon-node`", "did you mean `assembly explain manifest::unknown-node`?"],
        ),
        (
            "missing",
            [
                "several codes: `module::missing`, `hook::missing`",
                "for example `assembly explain module::missing`",
            ],
        ),
        ("weather", ["there is no code `weather`", "`assembly explain --list` names all of them"]),
        ("", ["there is no code ``", "`assembly explain --list` names all of them"]),
        ("::", ["there is no code `::`", "`assembly explain --list` names all of them"]),
        (
            "a\u{1b}[2J\nb",
            ["there is no code `a\\u{1b}[2J\\nb`", "`assembly explain --list` names all of them"],
        ),
    ] {
        let told = refusal(&[typed]);
        for word in words {
            assert!(told.contains(word), "{typed}: {told}");
        }
    }
    assert!(refusal(&[]).contains("--list"));
    assert!(refusal(&["--list", "unknown-node"]).contains("cannot be used with"));
}
