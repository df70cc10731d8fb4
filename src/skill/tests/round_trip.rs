//! Whatever is put in comes back.

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::places::read_text;
use crate::skill::{SkillContext, SkillEffort, SkillFrontmatter, SkillShell, SkillSpec};

/// Text that a reader of YAML takes for something else, alone or inside other text.
pub(super) const TRAPS: &[&str] = &[
    "",
    " ",
    "  a",
    "a ",
    "\"",
    "\"a\"",
    "'",
    "'a'",
    "a'b",
    "a\"b",
    "\\",
    "a\\",
    "\\n",
    "%",
    "%YAML 1.1",
    "%a",
    "-",
    "- ",
    "- a",
    "--",
    "---",
    "--- a",
    "...",
    "?",
    "? a",
    ":",
    ": a",
    "a:",
    "a: b",
    "a:b",
    "a :b",
    "::",
    "#",
    "# a",
    "a #b",
    "a#b",
    "a # b",
    "&",
    "&a",
    "& a",
    "*",
    "*a",
    "!",
    "!a",
    "!!str a",
    "|",
    "|-",
    ">",
    "> a",
    "@",
    "@a",
    "`",
    "`a`",
    "{",
    "}",
    "{}",
    "{a: b}",
    "[",
    "]",
    "[]",
    "[a, b]",
    ",",
    "a, b",
    "a,",
    "=",
    "<<",
    "<",
    "~",
    "~a",
    "null",
    "Null",
    "NULL",
    "nUll",
    "y",
    "Y",
    "n",
    "N",
    "yes",
    "Yes",
    "YES",
    "no",
    "No",
    "NO",
    "on",
    "On",
    "ON",
    "off",
    "Off",
    "OFF",
    "true",
    "True",
    "TRUE",
    "false",
    "False",
    "FALSE",
    "tRUE",
    "0",
    "1",
    "-1",
    "+1",
    "007",
    "0o17",
    "0x1f",
    "0X1F",
    "0b101",
    "1_000",
    "_1",
    "1_000.5",
    "1.",
    ".5",
    "-.5",
    "+.5",
    "1.0",
    "1.0.0",
    "1e3",
    "1E3",
    "1.0e+3",
    "6.02e23",
    "-1e-3",
    ".inf",
    "-.inf",
    "+.INF",
    ".Inf",
    ".nan",
    ".NaN",
    "inf",
    "nan",
    "12:30",
    "12:30:45",
    "190:20:30.15",
    "2026-11-30",
    "2026-1-3",
    "2026-11-30T10:00:00Z",
    "2026-11-30 10:00:00",
    "2001-12-14t21:59:43.10-05:00",
    "0.",
    "e3",
    "1e",
    "a\u{a0}b",
    "\u{a0}",
    "\u{3000}a",
    "grün",
    "日本語",
    "👩‍💻 ok",
    "\u{10ffff}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{fffd}",
    "\u{e000}",
    "\u{ad}",
    "\u{200b}",
    "\u{200d}",
    "a  b",
    "a   #b",
    "key: [x",
    "x]",
    "x}",
    "Bash(git log:*)",
    "src/**/*.{a,b}",
    "\\u0041",
    "\\x41",
    "\\",
    "\"\\",
    "'\"",
    "''",
    "\"\"",
    "a: \"b\"",
    "$ARGUMENTS",
    "${X}",
    "<b>",
    "a|b",
    "a>b",
    "=a",
    "^",
    "a&b",
    "a*b",
    "a!b",
    "a%b",
    "a@b",
    "a`b",
    "a{b",
    "a}b",
    "a[b",
    "a]b",
    "a,b",
    "a?b",
    "a-b",
    "a~b",
    "a=b",
];

fn text() -> impl Strategy<Value = String> {
    let legal = any::<char>()
        .prop_filter("allowed", |character| crate::skill::rules::is_forbidden(*character).is_none());
    let piece = prop_oneof![3 => prop::sample::select(TRAPS).prop_map(str::to_owned), 2 => legal.prop_map(String::from), 1 => Just("a ".to_owned())];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn tree() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(4, 30, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    });
    prop::collection::vec((text(), value), 0..4).prop_map(|pairs| pairs.into_iter().collect())
}

prop_compose! {
    fn frontmatter()(
        (first, description, when_to_use, argument_hint) in (prop::char::range('a', 'z'), text(), prop::option::of(text()), prop::option::of(text())),
        (arguments, allowed_tools, disallowed_tools) in (texts(), texts(), texts()),
        (model, agent, license, compatibility) in
            (prop::option::of(text()), prop::option::of(text()), prop::option::of(text()), prop::option::of(text())),
        (one, two, three) in (any::<Option<bool>>(), any::<Option<bool>>(), any::<Option<bool>>()),
        (effort, context, shell) in (any::<Option<i64>>(), any::<Option<bool>>(), any::<Option<bool>>()),
        (metadata, hooks) in (prop::collection::vec((text(), text()), 0..4), tree()),
    ) -> SkillFrontmatter {
        SkillFrontmatter {
            // Not blank, and otherwise as it came.
            description: format!("{description}{first}"),
            when_to_use,
            argument_hint,
            arguments,
            disable_model_invocation: one,
            user_invocable: two,
            allowed_tools,
            disallowed_tools,
            model,
            effort: effort.map(SkillEffort::Number),
            context: context.map(|fork| if fork { SkillContext::Fork } else { SkillContext::Inline }),
            background: three,
            agent,
            paths: vec!["src/**".to_owned()],
            shell: shell.map(|bash| if bash { SkillShell::Bash } else { SkillShell::PowerShell }),
            license,
            compatibility,
            metadata: metadata.into_iter().map(|(key, value)| (key, Value::String(value))).collect(),
            hooks,
        }
    }
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(text(), 0..4)
}

fn check(frontmatter: &SkillFrontmatter, body: &str) {
    let skill = SkillSpec::builder("s").owner_tag("me").frontmatter(frontmatter.clone()).body(body).build();
    let text = skill.render();
    let (again, found) = read_text(&text, "s");
    let errors: Vec<_> = found.iter().map(|diagnostic| &diagnostic.message).collect();
    let again = again.unwrap_or_else(|| panic!("{errors:?}\n{text}"));
    assert_eq!(&again.frontmatter, frontmatter, "{text}");
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    assert_eq!(again.body, body.trim_end_matches('\n'), "{text}");
    assert!(!text.contains('\r') && text.ends_with('\n') && !text.ends_with("\n\n"), "{text:?}");
    assert_eq!(crate::skill::render("s", &again.frontmatter, &again.body), text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_skill_comes_back(frontmatter in frontmatter(), body in body()) {
        check(&frontmatter, &body);
    }
}

fn body() -> impl Strategy<Value = String> {
    let line = prop_oneof![Just("---".to_owned()), Just(String::new()), Just("a: b".to_owned()), text()];
    let end = prop::sample::select(&["\n", "\r\n", "\n\n", "\r"][..]);
    prop::collection::vec((line, end), 0..6)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect::<String>() + "x\n\n")
}

#[test]
fn every_trap_comes_back_from_every_place() {
    for trap in TRAPS {
        let text = (*trap).to_owned();
        let frontmatter = SkillFrontmatter {
            description: format!("{trap} x"),
            when_to_use: Some(text.clone()),
            argument_hint: Some(format!("x {trap}")),
            arguments: vec![text.clone(), "x".to_owned(), text.clone()],
            allowed_tools: vec![text.clone()],
            license: Some(format!("{trap}{trap}")),
            metadata: [(text.clone(), Value::String(text.clone()))].into_iter().collect(),
            hooks: [(
                text.clone(),
                serde_json::json!({ trap.to_string(): [trap, [trap], { trap.to_string(): trap }, [[trap]]] }),
            )]
            .into_iter()
            .collect(),
            ..SkillFrontmatter::default()
        };
        check(&frontmatter, "x");
    }
}

#[test]
fn long_text_stays_on_its_line() {
    let long = "word ".repeat(200) + "end";
    let mut frontmatter = SkillFrontmatter { description: long.clone(), ..SkillFrontmatter::default() };
    frontmatter.metadata.insert("\"".repeat(2000), Value::String("x".repeat(5000)));
    frontmatter.hooks.insert("k".repeat(3000), serde_json::json!({ "l".repeat(2000): ["x"] }));
    check(&frontmatter, "x");
}
