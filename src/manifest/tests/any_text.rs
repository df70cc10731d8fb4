//! No text makes the reader panic, whatever it is.

use std::path::Path;

use proptest::prelude::*;

use crate::diagnostic::{Class, Problems};
use crate::environment::Environment;
use crate::manifest::read_text;

/// Pieces of KDL, of what looks like it, and of what does not.
const TOKENS: &[&str] = &[
    "launcher \"a-mac-sh\" {",
    "target \".\"",
    "hooks {",
    "args",
    "{",
    "}",
    "}",
    "\n",
    "\n",
    " ",
    " ",
    ";",
    "=",
    "/-",
    "//",
    "/*",
    "*/",
    "\\",
    "\"",
    "\"x\"",
    "\"\"\"",
    "\"\"\"\n",
    "#\"",
    "\"#",
    "#\"r\"#",
    "##\"",
    "#true",
    "#null",
    "#inf",
    "true",
    "5",
    "5s",
    "-1.5e3",
    "(t)",
    "(",
    "[",
    "]",
    ",",
    "a,",
    "a:",
    "-",
    "~/x",
    "a/b",
    "'",
    "“",
    "”",
    "{{x}}",
    "{{",
    "}}",
    "\\u{41}",
    "\u{feff}",
    "\0",
    "\u{202e}",
    "\u{2028}",
    "\r\n",
    "é",
    "😀",
];

fn check(text: &str) {
    let mut problems = Problems::new();
    let environment = Environment::new(Vec::new(), "/nowhere");
    let manifest = read_text(Path::new("/nowhere/hub"), text, &environment, &mut problems);
    let broken = problems.iter().any(|problem| problem.class == Class::Stop && problem.labels.is_empty());
    assert!(!broken, "a problem without a place in {text:?}");
    for problem in &problems {
        assert!(!problem.message.is_empty() && problem.help.is_some(), "{problem:?}");
        for label in &problem.labels {
            let span = &label.place.span;
            assert!(text.get(span.clone()).is_some(), "{span:?} does not lie in {text:?}");
            assert!(label.place.text().matches('\n').count() < 3, "{problem:?} hides what it points at");
        }
    }
    drop(manifest);
}

fn valid_manifests() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests/valid");
    let mut paths: Vec<_> = fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs_err::read_to_string(path).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn any_characters(text in "\\PC{0,200}|[ -~\n]{0,200}|(?s).{0,60}") {
        check(&text);
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..40)) {
        check(&tokens.concat());
    }

    #[test]
    fn mutations_of_valid_manifests(
        text in prop::sample::select(valid_manifests()),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0_usize..12, prop::sample::select(TOKENS)), 1..4),
    ) {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, length, token) in edits {
            let start = at.index(characters.len() + 1);
            let end = (start + length).min(characters.len());
            characters.splice(start..end, token.chars());
        }
        check(&characters.into_iter().collect::<String>());
    }
}
