//! A reader of YAML 1.1 gives back what was put in: the one of Python, where it is there.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::round_trip::TRAPS;
use crate::skill::{SkillEffort, SkillFrontmatter, render};

/// Reads pairs of a text and what it should say, and prints those that differ.
const PROGRAM: &str = r"
import json, sys, yaml
for text, wanted in json.load(sys.stdin):
    frontmatter = text.split('\n---\n')[0].removeprefix('---\n')
    try:
        found = yaml.safe_load(frontmatter)
    except yaml.YAMLError as error:
        found = repr(error)
    if found != wanted:
        print(json.dumps([frontmatter, repr(found)]))
";

fn python_has_yaml() -> bool {
    let asked = Command::new("python3").args(["-c", "import yaml"]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn misread(cases: &Value) -> String {
    let mut python = Command::new("python3")
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(cases.to_string().as_bytes()).unwrap();
    drop(stdin);
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn case(name: &str, text: &str) -> Value {
    let frontmatter = SkillFrontmatter {
        description: text.to_owned(),
        allowed_tools: vec![text.to_owned(), "Read".to_owned(), format!("Bash({text})")],
        user_invocable: Some(true),
        effort: Some(SkillEffort::Number(3)),
        metadata: [(text.to_owned(), Value::String(text.to_owned()))].into_iter().collect(),
        hooks: [("Stop".to_owned(), json!([{ "hooks": [{ "command": text, "timeout": 5 }] }, text, [], {}]))]
            .into_iter()
            .collect(),
        ..SkillFrontmatter::default()
    };
    let wanted = json!({
        "name": name,
        "description": text,
        "allowed-tools": [text, "Read", format!("Bash({text})")],
        "user-invocable": true,
        "effort": 3,
        "metadata": { text: text },
        "hooks": { "Stop": [{ "hooks": [{ "command": text, "timeout": 5 }] }, text, [], {}] },
    });
    json!([render(name, &frontmatter, "Do it."), wanted])
}

#[test]
fn python_reads_what_was_put_in() {
    if !python_has_yaml() {
        eprintln!(
            "SKIPPED: python3 with its yaml module is not there, so nothing was checked against YAML 1.1"
        );
        return;
    }
    let mut texts: Vec<String> = TRAPS.iter().map(|trap| (*trap).to_owned()).collect();
    for first in TRAPS {
        texts.extend(TRAPS.iter().step_by(30).map(|second| format!("{first}{second}")));
        texts.extend([
            format!("{first} a"),
            format!("a {first}"),
            format!("{first}: {first}"),
            format!("{first} #{first}"),
        ]);
    }
    texts.extend(
        ["line\nbreak", "tab\t", "\r", "\u{85}", "\u{2028}", "\u{feff}", "\u{7f}", "\0", "\u{202e}"]
            .map(str::to_owned),
    );
    texts.push("long words ".repeat(300) + "end");
    texts.push("\"".repeat(900));
    let names = ["yes", "null", "1e3", "0x1f", "123", "2026-11-30", "a"];
    let cases = texts.iter().map(|text| case("s", text)).chain(names.iter().map(|name| case(name, "x")));
    let cases = Value::Array(cases.collect());
    assert_eq!(misread(&cases), "");
    // And the test can fail.
    assert_ne!(misread(&json!([["---\nname: yes\n---\n", { "name": "yes" }]])), "");
}
