//! The reader never panics and never hangs, and every place it names lies in the file.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::places::read_text;
use crate::diagnostic::{Form, render};

const PIECES: &[&str] = &[
    "---\n",
    "name: s\n",
    "description: ",
    "allowed-tools:",
    "metadata:\n",
    "hooks: ",
    "paths: ",
    "effort",
    ": ",
    "\n",
    "\r\n",
    "  ",
    "- ",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!str ",
    "!x",
    "|",
    ">-",
    "\\",
    "# ",
    "?",
    ",",
    "\t",
    "<<: ",
    "...",
    "é",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "\u{2028}",
    "@",
    "%",
    "`",
    "~",
    "1",
    "x",
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..60), any::<bool>()).prop_map(
        |(opened, pieces, closed)| {
            let end = if closed { "\n---\nBody.\n" } else { "" };
            format!("{}{}{end}", if opened { "---\n" } else { "" }, pieces.concat())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any_text()) {
        let (skill, found) = read_text(&text, "s");
        for diagnostic in &found {
            prop_assert!(diagnostic.help.is_some());
            for label in &diagnostic.labels {
                prop_assert!(label.place.span.end <= text.len());
                prop_assert!(text.get(label.place.span.clone()).is_some());
            }
            let report = render(diagnostic, diagnostic.severity(), Form::Plain);
            prop_assert!(!report.contains(['\0', '\u{202e}', '\u{2028}']), "{}", report);
        }
        if let Some(skill) = skill {
            let again = read_text(&crate::skill::render("s", &skill.frontmatter, &skill.body), "s");
            let again = again.0.expect("what was rendered is valid");
            prop_assert_eq!((again.frontmatter, again.body), (skill.frontmatter, skill.body));
        }
    }
}

#[test]
fn neither_depth_nor_aliases_nor_length_hurt() {
    let nested = |open: &str, close: &str| {
        format!("---\nmetadata: {}{}\n---\nx", open.repeat(100_000), close.repeat(100_000))
    };
    let blocks = (0..2_000).map(|depth| " ".repeat(depth) + "a:\n").collect::<String>();
    let mut bomb = "---\nmetadata:\n  a0: &a0 [x, x]\n".to_owned();
    for level in 1..100 {
        let below = level - 1;
        let _ = writeln!(bomb, "  a{level}: &a{level} [*a{below}, *a{below}]");
    }
    for text in [
        nested("[", "]"),
        nested("{a: ", "}"),
        nested("[", ""),
        format!("---\n{blocks}---\nx"),
        format!("---\n{}---\nx", "- ".repeat(100_000)),
        bomb + "---\nx",
        format!("---\n{}---\nx", "a: b: c\n".repeat(20_000)),
        format!("---\n{}---\nx", "a: \"\n".repeat(5_000)),
        format!("---\n{}", "\n".repeat(1_000_000)),
        format!("---\ndescription: {}\n---\nx", "x: ".repeat(300_000)),
    ] {
        let (skill, found) = read_text(&text, "s");
        assert!(skill.is_none() && !found.is_empty(), "{}", &text[..40]);
    }
}
