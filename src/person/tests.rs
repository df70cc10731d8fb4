//! A person from its text to what an agent reads.

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;

use super::{Identity, Person, read};
use crate::diagnostic::{Form, Place, Problems, Severity, SourceFile, Spanned, render};
use crate::manifest::PersonPick;

const SAM: &str = r##"person "sam" {
    personality "tenacious" skill="personality-tenacious" color="#8f8c47"
    personality "grounded" skill="personality-grounded" color="#5FA87A"
    role "backend" {
        purpose "Builds and lands the services everything else stands on."
        skill "role-backend"
        personality "tenacious" "grounded"
        agent "claude" name="Opal" pronouns="she/her"
        agent "codex" name="Flint"
    }
    role "scribe" {
        skill "role-scribe"
    }
}
"##;

fn file(name: &str, text: &str) -> Arc<SourceFile> {
    SourceFile::new(format!("/hub/{name}"), name, text)
}

fn report(problems: Problems) -> String {
    problems
        .into_sorted()
        .iter()
        .map(|diagnostic| render(diagnostic, diagnostic.severity(), Form::Plain))
        .collect()
}

fn sam() -> Person {
    let mut problems = Problems::new();
    let person = read(&file("persons/sam/person.kdl", SAM), "sam", None, &mut problems);
    assert!(problems.is_empty(), "{}", report(problems));
    person.unwrap()
}

fn pick(role: &str, seat: Option<&str>) -> PersonPick {
    let seat_text = seat.map(|seat| format!(" seat=\"{seat}\"")).unwrap_or_default();
    let text = format!("person \"sam\" role=\"{role}\"{seat_text}\n");
    let manifest = file("launchers.kdl", &text);
    let word = |word: &str| {
        let start = text.rfind(&format!("\"{word}\"")).unwrap();
        Spanned::new(word.to_owned(), Place::new(&manifest, start..start + word.len() + 2))
    };
    PersonPick { name: word("sam"), role: word(role), seat: seat.map(word) }
}

fn identity(role: &str, seat: Option<&str>) -> Identity {
    let mut problems = Problems::new();
    let identity = sam().select(&pick(role, seat), &mut problems).map(|selection| selection.identity());
    assert!(problems.is_empty(), "{}", report(problems));
    identity.unwrap()
}

fn refusal(role: &str, seat: Option<&str>) -> String {
    let mut problems = Problems::new();
    assert!(sam().select(&pick(role, seat), &mut problems).is_none());
    report(problems)
}

#[test]
fn the_instructions_say_who_what_for_and_how() {
    assert_eq!(
        identity("backend", Some("claude")).render(),
        "# Identity\n\nYou are Opal (she/her). Your role is `backend`.\n\nBuilds and lands the services everything else \
         stands on.\n\nWhat the role asks of you is in the skill `role-backend`. Your favourite colour is `#7a9b60`, the \
         meld of those of your personalities.\n\nYou have these personalities, in this order and all at once:\n\n\
         1. tenacious (`#8f8c47`), as the skill `personality-tenacious` says\n\
         2. grounded (`#5fa87a`), as the skill `personality-grounded` says\n"
    );
}

#[test]
fn without_a_seat_nobody_is_named() {
    let text = identity("backend", None).render();
    assert!(text.starts_with("# Identity\n\nYour role is `backend`.\n\nBuilds"), "{text}");
    assert!(!text.contains("Opal") && !text.contains("Flint") && !text.contains("sam"), "{text}");
}

#[test]
fn a_bare_role_is_said_in_two_sentences() {
    assert_eq!(
        identity("scribe", None).render(),
        "# Identity\n\nYour role is `scribe`.\n\nWhat the role asks of you is in the skill `role-scribe`.\n"
    );
    assert!(identity("backend", Some("codex")).render().contains("You are Flint. Your role"));
}

#[test]
fn an_identity_comes_back_from_a_document() {
    for (role, seat) in [("backend", Some("claude")), ("backend", Some("codex")), ("scribe", None)] {
        let identity = identity(role, seat);
        let document = serde_json::to_string(&identity).unwrap();
        let read: Identity = serde_json::from_str(&document).unwrap();
        assert_eq!(read, identity);
        assert_eq!(read.render(), identity.render());
        assert!(read.has_true_favourite());
    }
}

#[test]
fn a_document_of_another_form_is_no_identity() {
    let document = serde_json::to_value(identity("backend", Some("claude"))).unwrap();
    let object = document.as_object().unwrap();
    for key in object.keys() {
        let mut without = object.clone();
        without.shift_remove(key);
        assert!(serde_json::from_value::<Identity>(without.into()).is_err(), "without {key}");
        let mut retyped = object.clone();
        retyped.insert(key.clone(), 7.into());
        assert!(serde_json::from_value::<Identity>(retyped.into()).is_err(), "{key} retyped");
    }
    let mut more = object.clone();
    more.insert("mood".to_owned(), "good".into());
    assert!(serde_json::from_value::<Identity>(more.into()).is_err());
    let mut other = object.clone();
    other.insert("favourite".to_owned(), "#5fa87a".into());
    let other: Identity = serde_json::from_value(other.into()).unwrap();
    assert!(!other.has_true_favourite());
}

#[test]
fn a_role_that_is_not_there_is_shown_in_both_files() {
    assert_eq!(
        refusal("bakend", None),
        "error assembly::person::unknown-role: the person `sam` has no role `bakend`\n  \
         launchers.kdl:1:19          \"bakend\": not a role of this person\n  \
         persons/sam/person.kdl:4:10 \"backend\": `backend` is defined here\n  \
         help: did you mean `role=\"backend\"`?\n"
    );
    assert_eq!(
        refusal("painter", None),
        "error assembly::person::unknown-role: the person `sam` has no role `painter`\n  \
         launchers.kdl:1:19         \"painter\": not a role of this person\n  \
         persons/sam/person.kdl:1:8 \"sam\": looked for here, among 2 roles\n  \
         help: write one of `backend`, `scribe`\n"
    );
}

#[test]
fn a_seat_that_is_not_there_is_shown_in_both_files() {
    assert_eq!(
        refusal("backend", Some("claud")),
        "error assembly::person::unknown-seat: the role `backend` has no seat `claud`\n  \
         launchers.kdl:1:34          \"claud\": not a seat of this role\n  \
         persons/sam/person.kdl:8:15 \"claude\": `claude` is defined here\n  \
         help: did you mean `seat=\"claude\"`?\n"
    );
    let text = refusal("scribe", Some("claude"));
    assert!(text.contains("among no seats") && text.contains("leave `seat` out"), "{text}");
}

#[test]
fn what_is_defined_with_a_mistake_is_not_called_missing() {
    let text = SAM.replace("skill \"role-backend\"", "").replace("name=\"Flint\"", "nam=\"Flint\"");
    let mut problems = Problems::new();
    let person = read(&file("persons/sam/person.kdl", &text), "sam", None, &mut problems).unwrap();
    let found = report(problems);
    assert_eq!(found.matches("error ").count(), 3, "{found}");
    let mut problems = Problems::new();
    assert!(person.select(&pick("backend", None), &mut problems).is_none());
    assert!(person.select(&pick("scribe", None), &mut problems).is_some());
    assert!(problems.is_empty());
}

#[test]
fn an_invariant_without_text_is_a_warning() {
    for (text, empty) in [("", true), ("\u{feff} \r\n", true), ("Be kind.\n", false)] {
        let mut problems = Problems::new();
        let invariant = file("persons/sam/INVARIANT.md", text);
        let person =
            read(&file("persons/sam/person.kdl", SAM), "sam", Some(&invariant), &mut problems).unwrap();
        assert_eq!(person.invariant, Some(invariant));
        let found: Vec<_> = problems.iter().map(|problem| (problem.code.name, problem.severity())).collect();
        let expected: &[_] =
            if empty { &[("assembly::person::empty-invariant", Severity::Warning)] } else { &[] };
        assert_eq!(found, expected);
    }
}

#[test]
fn many_mistakes_take_no_longer_than_the_text_is_long() {
    let mut text = String::from("person \"sam\" {\n");
    for number in 0..20_000 {
        _ = writeln!(text, "personality \"p{number}\" skill=\"s{number}\" color=\"#8f8c47\"");
    }
    text.push_str("role \"r\" {\nskill \"role-r\"\npersonality");
    for number in 0..20_000 {
        _ = write!(text, " \"q{number}\"");
    }
    text.push_str("\n}\n}\n");
    let mut problems = Problems::new();
    assert!(read(&file("persons/sam/person.kdl", &text), "sam", None, &mut problems).is_some());
    assert!(problems.len() >= 20_000, "{}", problems.len());
}

/// Pieces that mean something, whole or cut.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        (0..SAM.len(), 0..SAM.len()).prop_map(|(one, other)| SAM[one.min(other)..one.max(other)].to_owned()),
        prop::sample::select(vec![
            "person",
            "\"sam\"",
            "{",
            "}",
            "\n",
            ";",
            "role \"a\" {",
            "skill=",
            "\"\"",
            "#8f8c47",
            "color=#",
            "/-",
            "/*",
            "agent",
            "\\u{202e}",
            "\"\\u{0}\"",
            "personality",
            " ",
            "\"é",
            "\r\n",
            "#true",
            "7",
            "=",
            "name=\"x\"",
            "(a)",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn no_text_makes_it_panic_and_no_person_is_refused_in_silence(text in any_text()) {
        let mut problems = Problems::new();
        let person = read(&file("persons/sam/person.kdl", &text), "sam", None, &mut problems);
        let sound = problems.iter().all(|problem| problem.severity() != Severity::Error);
        prop_assert!(person.is_some() || !sound, "{}", text);
        if let (Some(person), true) = (person, sound) {
            for role in &person.roles {
                let selection = person.select(&pick(&role.name.value, None), &mut problems);
                prop_assert!(selection.is_some(), "{}", text);
            }
        }
    }
}
