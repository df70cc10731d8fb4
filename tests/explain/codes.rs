//! Every code that the program can print has a page, and nothing else has one.

use std::collections::BTreeSet;
use std::path::PathBuf;

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

/// Every file of the program with its text, but for comments and for what only tests read.
fn sources() -> Vec<(PathBuf, String)> {
    let (mut folders, mut files) = (vec![repository().join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.is_file() && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let lines = program.split_inclusive('\n');
                files.push((path, lines.filter(|line| !line.trim_start().starts_with("//")).collect()));
            }
        }
    }
    files
}

/// Whether a text has the word, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

#[test]
fn every_code_is_reported_by_its_room_or_a_later_one() {
    let files = sources();
    let mut declared = 0;
    for (declaring, codes) in files.iter().filter(|(path, _)| path.ends_with("codes.rs")) {
        let room = declaring.parent().unwrap();
        let known_as = format!("crate::{}", room.file_name().unwrap().display());
        for line in codes.lines().filter(|line| line.contains("= \"assembly::")) {
            let (constant, rest) = line.trim().split_once(" = \"").unwrap();
            let name = rest.split('"').next().unwrap();
            let is_reported = files.iter().any(|(path, text)| {
                // Other rooms have constants of the same name.
                let knows = path.starts_with(room) || text.contains(&known_as);
                path != declaring && knows && has_word(text, constant)
            });
            assert!(is_reported, "nothing reports {constant} of {}", declaring.display());
            assert!(assembly::codes().any(|code| code.name == name), "`codes()` lacks {name}");
            declared += 1;
        }
    }
    assert_eq!(declared, assembly::codes().count());
}

#[test]
fn no_code_is_made_without_being_declared() {
    let text: Vec<String> = sources().into_iter().map(|(_, text)| text).collect();
    let text = text.concat().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches("Code { name: ").count(), 1, "only `codes!` makes one");
    // One that is spelt out, in help for example, has to be right.
    for rest in text.split("\"assembly::").skip(1) {
        let name = format!("assembly::{}", rest.split('"').next().unwrap());
        let is_begun = name.ends_with("::") && assembly::codes().any(|code| code.name.starts_with(&name));
        assert!(is_begun || assembly::codes().any(|code| code.name == name), "`{name}` is no code");
    }
}
