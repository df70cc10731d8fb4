//! Whatever a manifest looks like, it says the same when it is formatted, and is left alone the next time.

use kdl::KdlDocument;
use proptest::collection::vec;
use proptest::prelude::*;

use super::{file, formatted};
use crate::manifest::edit::same_documents;
use crate::manifest::format::{FormatError, format_text};

/// Where a comment is numbered.
const NUMBER: char = '¤';

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(texts).prop_map(str::to_owned)
}

/// White space within a node.
fn space() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => one_of(&[" ", "  ", "\t", "\u{a0} "]),
        3 => one_of(&[" /* ¤ */ ", " /*¤*/ ", " /* ¤ /* \" */\n  ¤ */ ", " \\\n", "\\ // ¤\n  ", " \\ /* ¤ */ // ¤ \n\t", " \\\n\\\n  "]),
    ]
}

/// What ends a node.
fn end() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => one_of(&["\n", "\n\n", "  \n\n\n \n", "\u{85}", "\u{2028}  "]),
        3 => one_of(&[";", " ; ", ";\n", "; /* ¤ */ ", "; /* ¤ */ // ¤\n", " // ¤\n", " // ¤ }{ \" \n\n// ¤\n", " \\\n\n"]),
    ]
}

/// What may stand where a node could begin.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        3 => one_of(&["\n", "\n\n\n", "\t", "// ¤\n", "/* ¤ */", "\n\n  // ¤\n", "/*¤\n * ¤\n */\n", "/* ¤ */ /* ¤ */ // ¤\n"]),
    ]
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => one_of(&["a.md", "\"a b\"", "\"\"", "\"// no /* comment\"", "-x", "\"{;}\"", "\"\\\"\\n\\u{1F600}\"", "é"]),
        3 => one_of(&["#\"raw \\ \"#", "##\"a\"#b\"##", "#true", "#null", "1", "-1_000.5e3", "0xFF", "#-inf"]),
        2 => one_of(&["\"\"\"\n  two\n    lines\n\n  \"\"\"", "\"\"\"\n\n\"\"\"", "#\"\"\"\n\t\\\n\t\"\"\"#", "\"\"\"\n    a\\\n  b\n    \"\"\"", "\"go \\\n   on\""]),
        1 => one_of(&["(t)1", "(type)\"x\"", "( t ) a"]),
        1 => one_of(&["true", "r\"a\\b\"", "r#\"\"\"#", "\"a\\/b\""]),
    ]
}

fn entry() -> impl Strategy<Value = String> {
    let key = one_of(&["key", "\"a key\"", "#\"k\"#"]);
    let equals = one_of(&["=", "=", " = ", "= "]);
    let dead = one_of(&["", "", "", "/-", "/- "]);
    (dead, prop::option::of((key, equals)), value()).prop_map(|(dead, property, value)| {
        let (key, equals) = property.unwrap_or_default();
        format!("{dead}{key}{equals}{value}")
    })
}

fn node(depth: u32) -> BoxedStrategy<String> {
    let dead = one_of(&["", "", "", "", "/-", "/- ", "/-\n\n", "/- // ¤\n", "/- /* ¤ */\n"]);
    let kind = one_of(&["", "", "", "(t)"]);
    let name = one_of(&["launcher", "\"pre set\"", "#\"flags\"#", "a", "mode-"]);
    let entries = vec((space(), entry()), 0..4);
    let words = (dead, kind, name, entries).prop_map(|(dead, kind, name, entries)| {
        let entries: String = entries.into_iter().map(|(space, entry)| space + &entry).collect();
        format!("{dead}{kind}{name}{entries}")
    });
    if depth == 0 {
        return words.boxed();
    }
    let block = (space(), nodes(depth - 1)).prop_map(|(space, nodes)| format!("{space}{{{nodes}}}"));
    let dead_block = (space(), nodes(depth - 1)).prop_map(|(space, nodes)| format!("{space}/-{{{nodes}}}"));
    (words, prop::option::weighted(0.1, dead_block), prop::option::weighted(0.5, block))
        .prop_map(|(words, dead, block)| words + &dead.unwrap_or_default() + &block.unwrap_or_default())
        .boxed()
}

fn nodes(depth: u32) -> BoxedStrategy<String> {
    let ended = (gap(), node(depth), end()).prop_map(|(gap, node, end)| gap + &node + &end);
    let last = prop::option::of((gap(), node(depth)).prop_map(|(gap, node)| gap + &node));
    (gap(), vec(ended, 0..4), last, gap())
        .prop_map(|(first, nodes, last, behind)| {
            // Only a line break or a `;` lets a node end where another gap begins.
            let behind = if last.is_some() { String::new() } else { behind };
            format!("{first}{}{}{behind}", nodes.concat(), last.unwrap_or_default())
        })
        .boxed()
}

fn manifest() -> impl Strategy<Value = String> {
    (nodes(3), any::<bool>(), any::<bool>()).prop_map(|(nodes, mark, returns)| {
        let mut text = String::from(if mark { "\u{feff}" } else { "" });
        let mut count = 0;
        for character in nodes.chars() {
            match character {
                NUMBER => {
                    count += 1;
                    text.extend(["comment-", &count.to_string(), "-"]);
                }
                '\n' if returns => text.push_str("\r\n"),
                other => text.push(other),
            }
        }
        text
    })
}

/// The numbers of the comments, in order.
fn comments(text: &str) -> Vec<&str> {
    text.split("comment-").skip(1).filter_map(|rest| rest.split('-').next()).collect()
}

/// More than is usual, unless `PROPTEST_CASES` asks for still more.
fn cases() -> u32 {
    ProptestConfig::default().cases.max(512)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn says_the_same_and_is_left_alone_the_next_time(text in manifest()) {
        let new = formatted(&text);
        prop_assert_eq!(comments(&text), comments(&new), "{}", new);
        prop_assert_eq!(text.starts_with('\u{feff}'), new.starts_with('\u{feff}'));
        let is_ended = new.is_empty() || new == "\u{feff}" || new.ends_with('\n');
        prop_assert!(is_ended);
        prop_assert!(!new.contains("\n\n\n") && !new.contains("\r\n\r\n\r\n"), "{}", new);
        // What the crate makes of both, without the scanner of this room in between.
        if let Ok(old) = KdlDocument::parse_v2(&text) {
            let new_tree = KdlDocument::parse_v2(&new);
            prop_assert!(new_tree.is_ok_and(|new| same_documents(&old, &new)), "{}", new);
        }
    }

    /// What is no manifest at all is refused or kept, and nothing panics.
    #[test]
    fn no_text_is_too_odd(text in "[a\"#\\\\/*{};=() \n\r\t\\-\u{85}\\[,:'1r]{0,40}") {
        let source = file(&text);
        match format_text(&source) {
            Ok(new) => prop_assert_eq!(&formatted(&text), &new),
            Err(FormatError::Broken(problems)) => prop_assert!(!problems.is_empty()),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
