//! Every code that the program can print has a page, and nothing else has one.

use std::collections::BTreeSet;
use std::path::Path;

use crate::page::Page;
use crate::repository;

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = Page::all().into_iter().map(|page| page.code).collect();
    let codes: BTreeSet<String> = assembly::codes().map(|code| code.name.to_owned()).collect();
    let missing: Vec<&String> = codes.difference(&pages).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md tells how to write the pages of {missing:?}");
    let surplus: Vec<&String> = pages.difference(&codes).collect();
    assert!(surplus.is_empty(), "these are no codes: {surplus:?}");
}

/// The text of every file of the program, those that declare codes apart.
fn sources() -> (String, Vec<String>) {
    let (mut folders, mut text, mut declaring) = (vec![repository().join("src")], String::new(), Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with("codes.rs") {
                declaring.push(std::fs::read_to_string(path).unwrap());
            } else if !is_test(&path) {
                text.push_str(without_comments(&std::fs::read_to_string(path).unwrap()).as_str());
            }
        }
    }
    (text, declaring)
}

/// Whether a file is read by tests only; those at the end of a file are cut off elsewhere.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

fn without_comments(text: &str) -> String {
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    program.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//")).collect()
}

#[test]
fn every_code_is_printed_somewhere_and_none_is_made_elsewhere() {
    let (text, declaring) = sources();
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut declared = 0;
    for line in declaring.iter().flat_map(|file| file.lines()).filter(|line| line.contains("= \"assembly::"))
    {
        let (constant, rest) = line.trim().split_once(" = \"").unwrap();
        let name = rest.split('"').next().unwrap();
        assert!(words.contains(constant), "nothing reports {constant}");
        assert!(assembly::codes().any(|code| code.name == name), "`codes()` lacks {name}");
        declared += 1;
    }
    assert_eq!(declared, assembly::codes().count());
    // A code that is spelt out, in help for example, is one of them.
    for rest in text.split("assembly::").skip(1) {
        let name = rest.split(|c: char| !c.is_ascii_lowercase() && !"-:".contains(c)).next().unwrap();
        if text.contains(&format!("\"assembly::{name}")) || name.contains('-') {
            let name = format!("assembly::{}", name.trim_end_matches(':'));
            assert!(assembly::codes().any(|code| code.name.starts_with(&name)), "{name} is no code");
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches("Code { name: ").count(), 1, "a code that no `codes!` declares");
}
