//! `docs/FIELD-BUGS.md` says which test has each kind of fault that this field is known for: each row names at least one,
//! and each that is named exists.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops here")]

use std::path::Path;

const TABLES: &str = "docs/FIELD-BUGS.md";

/// The tests that are about such faults and nothing else, each of which has to be in a table.
const ROOM: &str = "tests/cli/field_bugs";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> Option<String> {
    fs_err::read_to_string(repository().join(path)).ok()
}

/// A row: the number of its line, the kind of fault, and what stands in the cell of the tests.
struct Row {
    line: usize,
    kind: String,
    tests: Vec<String>,
}

/// The sections with their rows. What a cell of tests holds besides code and commas becomes a test that does not exist.
fn sections(text: &str) -> Vec<(String, Vec<Row>)> {
    let mut sections = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push((title.to_owned(), Vec::new()));
        }
        let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix('|')) else { continue };
        let (kind, tests) = cells.rsplit_once(" | ").expect("two cells in each row");
        if kind == "kind of fault" {
            continue;
        }
        let names = tests.split(',').map(str::trim).filter(|name| !name.is_empty());
        let tests = names.map(|name| name.trim_matches('`').to_owned()).collect();
        let (_, rows) = sections.last_mut().expect("rows stand in sections");
        rows.push(Row { line: index + 1, kind: kind.to_owned(), tests });
    }
    sections
}

/// The names of the tests of a Rust file.
fn tests_of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            is_test = true;
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
            found.extend(rest.split(['(', '<']).next());
            is_test = false;
        }
    }
    found
}

/// Whether a test is there: a function of a Rust file, or a fixture that has its result beside it or is a folder of its own.
fn exists(test: &str) -> bool {
    if let Some((path, name)) = test.split_once("::") {
        return read(path).is_some_and(|text| tests_of(&text).contains(&name));
    }
    let path = repository().join(test);
    test.starts_with("tests/") && (path.is_dir() || path.with_extension("expect").is_file() && path.is_file())
}

#[test]
fn each_kind_of_fault_has_tests_that_exist() {
    let text = read(TABLES).expect("the tables");
    let sections = sections(&text);
    assert!(sections.iter().map(|(_, rows)| rows.len()).sum::<usize>() > 60, "rows are gone");
    let mut wrong = Vec::new();
    for (title, rows) in &sections {
        if rows.is_empty() {
            wrong.push(format!("{TABLES}: `{title}` has no row"));
        }
        for Row { line, kind, tests } in rows {
            if tests.is_empty() {
                wrong.push(format!("{TABLES}:{line}: `{kind}` has no test"));
            }
            let missing = tests.iter().filter(|test| !exists(test));
            wrong.extend(missing.map(|test| format!("{TABLES}:{line}: there is no test `{test}`")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_test_about_such_a_fault_is_in_a_table() {
    let text = read(TABLES).expect("the tables");
    let mut forgotten = Vec::new();
    for entry in fs_err::read_dir(repository().join(ROOM)).expect("a folder of tests") {
        let path = entry.expect("an entry").path();
        let name = format!("{ROOM}/{}", path.file_name().expect("a name").display());
        let tests = fs_err::read_to_string(&path).expect("a Rust file");
        let names = tests_of(&tests).into_iter().map(|test| format!("`{name}::{test}`"));
        forgotten.extend(names.filter(|name| !text.contains(name)));
    }
    assert!(forgotten.is_empty(), "not in {TABLES}: {}", forgotten.join(", "));
}

#[test]
fn a_row_that_names_no_test_is_told_from_one_that_does() {
    let text = "## A\n\n| kind of fault | tests |\n|---|---|\n| `x` is lost | `tests/field_bugs.rs::none`, see |\n| y | |\n";
    let sections = sections(text);
    let rows = &sections[0].1;
    assert_eq!(rows[0].tests, ["tests/field_bugs.rs::none", "see"]);
    assert!(rows[0].tests.iter().all(|test| !exists(test)));
    assert!(rows[1].tests.is_empty());
    assert!(exists("tests/field_bugs.rs::a_row_that_names_no_test_is_told_from_one_that_does"));
    assert!(!exists("tests/field_bugs.rs::exists") && !exists("src/lib.rs") && !exists("tests/none"));
}
