//! Any file, written in any way, any share of ours before and after.

use proptest::prelude::*;

use super::model::{merged, pruned, single, sorted, value_of};
use super::*;

/// A value whose numbers and strings are written in several ways.
#[derive(Clone, Debug)]
enum Json {
    Word(&'static str),
    Array(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

const WORDS: [&str; 14] = [
    "1",
    "1.0",
    "1.0e3",
    "-0",
    "123456789012345678901",
    "true",
    "null",
    "\"a\"",
    "\"\\u0061\"",
    "\"\\\\\\\"\"",
    "\"😀\"",
    "\"\\ud83d\\ude00\"",
    "\"{,}\"",
    "\"\"",
];
const KEYS: [&str; 6] = ["a", "b", "c", "hooks", "ä \\\"", ""];

fn json() -> impl Strategy<Value = Json> {
    let word = (0..WORDS.len()).prop_map(|at| Json::Word(WORDS[at]));
    word.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            members(inner).prop_map(Json::Object),
        ]
    })
}

fn members(inner: impl Strategy<Value = Json>) -> impl Strategy<Value = Vec<(&'static str, Json)>> {
    proptest::collection::vec((0..KEYS.len(), inner), 0..5).prop_map(|members| {
        let mut once: Vec<(&'static str, Json)> = Vec::new();
        for (key, value) in members {
            if once.iter().all(|(known, _)| *known != KEYS[key]) {
                once.push((KEYS[key], value));
            }
        }
        once
    })
}

fn object() -> impl Strategy<Value = Json> {
    members(json()).prop_map(Json::Object)
}

const SPACES: [&str; 7] = ["", " ", "\n", "\t", "\r\n  ", "\n    ", "  "];

/// Writes a value with spaces of which `seed` decides.
fn write(value: &Json, seed: &mut u64, text: &mut String) {
    match value {
        Json::Word(word) => text.push_str(word),
        Json::Array(elements) => {
            text.push('[');
            space(seed, text);
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                space(seed, text);
                write(element, seed, text);
                space(seed, text);
            }
            text.push(']');
        }
        Json::Object(members) => {
            text.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                space(seed, text);
                text.extend(["\"", key, "\""]);
                space(seed, text);
                text.push(':');
                space(seed, text);
                write(value, seed, text);
                space(seed, text);
            }
            if members.is_empty() {
                space(seed, text);
            }
            text.push('}');
        }
    }
}

fn space(seed: &mut u64, text: &mut String) {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    text.push_str(SPACES[usize::try_from(*seed >> 40).unwrap() % SPACES.len()]);
}

/// Half of all files are written as programs write them.
fn written(value: &Json, seed: u64) -> String {
    let mut text = String::new();
    write(value, &mut seed.clone(), &mut text);
    match seed % 4 {
        0 => format!("{:#}\n", serde_json::from_str::<serde_json::Value>(&text).unwrap()),
        1 => format!("\u{feff}{text}\r\n"),
        _ => text,
    }
}

/// Whether one text is the other with something taken out.
fn is_left_of(left: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    left.chars().all(|letter| whole.any(|other| other == letter))
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_merge_is_what_the_model_says(
        file in object(), before in object(), now in object(), seed in any::<u64>(),
    ) {
        let file = written(&file, seed);
        let (before, now) = (written(&before, seed / 4 * 4), written(&now, seed / 4 * 4));
        let first = into(&file, &before);
        let expected = merged(&value_of(&file), &value_of("{}"), &value_of(&before));
        prop_assert_eq!(sorted(&value_of(text(&first))), sorted(&expected.file));
        prop_assert_eq!(first.conflicts.len(), expected.conflicts);
        let second = again(&first, text(&first), &now);
        let direct = into(&file, &now);
        prop_assert!(second.conflicts.len() <= direct.conflicts.len());
        // Of an element that others have, too, ours stays as long as it is declared.
        prop_assert_eq!(single(&value_of(text(&second))), single(&value_of(text(&direct))));
        for (merged, declared) in [(&first, &before), (&second, &now), (&direct, &now)] {
            let back = without(merged);
            prop_assert_eq!(back.as_deref(), Some(file.as_str()));
            let twice = again(merged, text(merged), declared);
            prop_assert_eq!(text(&twice), text(merged));
            prop_assert_eq!(&twice.share, &merged.share);
            prop_assert!(twice.conflicts.is_empty() && twice.missing.is_empty() && twice.kept.is_empty());
            if merged.conflicts.is_empty() && merged.share.under().iter().all(|under| under.text.is_none()) {
                prop_assert!(is_left_of(&file, text(merged)), "{} in {}", file, text(merged));
            }
        }
    }

    #[test]
    fn edits_of_others_survive(
        file in object(), edited in object(), before in object(), now in object(), seed in any::<u64>(),
    ) {
        let (file, before, now) = (written(&file, seed), written(&before, 0), written(&now, 0));
        let first = into(&file, &before);
        // Somebody wrote something else altogether, which may have anything of ours in it.
        let edited = written(&edited, seed.rotate_left(7));
        let next = again(&first, &edited, &now);
        let ours = value_of(&first.share.ours());
        let expected = merged(&value_of(&edited), &ours, &value_of(&now));
        // What comes back from under ours is not told to the model either.
        if first.share.under().iter().all(|under| under.text.is_none()) {
            prop_assert!(next.conflicts.len() <= expected.conflicts);
            prop_assert_eq!(pruned(&value_of(text(&next))), pruned(&expected.file));
        }
        let twice = again(&next, text(&next), &now);
        prop_assert_eq!(text(&twice), text(&next));
        let rest = again(&first, &edited, "{}").text;
        if let (Some(rest), Some(back)) = (rest, without(&next)) {
            prop_assert!(Document::parse(rest).is_ok());
            prop_assert!(Document::parse(back).is_ok());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{},:\"\\\\0-9a-eE+./ \\n-]{0,40}") {
        let is_object = serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|value| value.is_object());
        prop_assert_eq!(Document::parse(text.as_str()).is_ok(), is_object);
    }
}
