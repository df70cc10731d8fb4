//! Each manifest of `tests/manifests`: the valid ones have no error, the invalid ones what their `.expect` says.

use std::path::{Path, PathBuf};

use super::support::{Hub, shown};
use crate::diagnostic::{Diagnostic, Severity};

/// Lines of `.expect` files that later rooms answer for, and how many errors those rooms find.
const LATER: &[(&str, usize, &[usize])] = &[
    ("event-misspelt-in-removal", 2, &[4]),
    ("given-twice", 0, &[3, 4, 10, 16, 18, 24]),
    ("hook-with-arguments", 1, &[4]),
    ("literal-dollars", 0, &[4, 5, 6, 8, 9, 12]),
    ("literal-tildes", 0, &[2, 3, 10, 12, 15, 17]),
    ("missing-files", 4, &[4, 5, 6]),
    ("names", 0, &[9]),
    ("permission-rules", 0, &[5, 6, 7, 8]),
    ("presets", 1, &[12, 13]),
    ("prompt-taken", 0, &[4, 5, 11]),
    ("removal-under-other-matcher", 1, &[6]),
    ("settings-removals", 4, &[5, 6, 16, 18, 19, 21]),
    ("settings-types", 14, &[3, 4, 5, 6, 7, 8, 18, 19, 20, 21, 22, 25, 27, 28, 30, 31, 33]),
    ("tool-case", 0, &[5, 6]),
    ("typos", 2, &[5, 7]),
    ("wrong-types", 1, &[8]),
];

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests").join(folder);
    let mut found: Vec<PathBuf> = fs_err::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "kdl"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

#[test]
fn valid_manifests_have_no_error() {
    for path in fixtures("valid").into_iter().chain(fixtures("both")) {
        let hub = Hub::new(&fs_err::read_to_string(&path).unwrap())
            .with_file("home/team-hub/presets.kdl", "preset \"team-base\"\n");
        let (manifest, problems) = hub.read();
        let errors: Vec<_> =
            problems.iter().filter(|problem| problem.severity() == Severity::Error).map(shown).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        assert!(manifest.launchers().count() > 0, "{}", path.display());
    }
}

#[test]
fn invalid_manifests_have_the_problems_that_they_expect() {
    let mut failures = Vec::new();
    for path in fixtures("invalid") {
        let expected = fs_err::read_to_string(path.with_extension("expect")).unwrap();
        let (_, problems) = Hub::new(&fs_err::read_to_string(&path).unwrap()).read();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let missed = compare(name, &expected, &problems);
        if !missed.is_empty() {
            let found: Vec<_> = problems.iter().map(shown).collect();
            failures.push(format!("{name}: {missed:#?}\nfound {found:#?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// What of the expectations does not hold.
fn compare(name: &str, expected: &str, problems: &[Diagnostic]) -> Vec<String> {
    let (later_errors, later_lines) = LATER
        .iter()
        .find(|(fixture, ..)| *fixture == name)
        .map_or((0, &[][..]), |(_, errors, lines)| (*errors, *lines));
    let mut lines = expected.lines();
    let count = lines.next().unwrap().strip_prefix("errors ").unwrap();
    let wanted: usize = count.trim_end_matches('+').parse::<usize>().unwrap() - later_errors;
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
    let mut missed = Vec::new();
    if errors < wanted || (errors > wanted && !count.ends_with('+')) {
        missed.push(format!("{errors} errors instead of {wanted}"));
    }
    for line in lines {
        let mut words = line.split_whitespace();
        let (at, severity) = (words.next().unwrap(), words.next().unwrap());
        let words: Vec<&str> = words.collect();
        if at.parse().is_ok_and(|at: usize| later_lines.contains(&at)) {
            continue;
        }
        if !problems.iter().any(|problem| matches(problem, at, severity, &words)) {
            missed.push(line.to_owned());
        }
    }
    missed
}

fn matches(problem: &Diagnostic, line: &str, severity: &str, words: &[&str]) -> bool {
    let text = format!("{}\n{}", problem.message, problem.help.as_deref().unwrap_or_default());
    problem.severity().name() == severity
        && words.iter().all(|word| text.contains(word))
        && (line == "*"
            || problem.labels.iter().any(|label| label.place.line_and_column().0.to_string() == line))
}
