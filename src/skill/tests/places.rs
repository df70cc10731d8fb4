//! Spans are exact, whatever the line ends.

use crate::diagnostic::{Diagnostic, Problems, SourceFile};
use crate::skill::{SkillFile, read};

pub(super) fn read_text(text: &str, name: &str) -> (Option<SkillFile>, Vec<Diagnostic>) {
    let file = SourceFile::new("/hub/skills/s/SKILL.md", "skills/s/SKILL.md", text);
    let mut problems = Problems::new();
    let skill = read(&file, name, &mut problems);
    (skill, problems.into_sorted())
}

#[test]
fn labels_hold_exactly_the_key_or_value() {
    let text = "---\nname: \"x y\"\ndescription: ü\nmodel: &m ~\neffort: 'ultra' # grün\nallowed_tools: [a]\n\
        paths:\n  - ok\n  - '[z'\nwhen_to_use: |\n  a\n  b\n\nargument-hint: [a b]\nlicense: 1.0\n---\nx";
    for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        let (_, found) = read_text(&text, "s");
        let labels: Vec<&str> = found.iter().map(|diagnostic| diagnostic.labels[0].place.text()).collect();
        let block = if text.contains('\r') { "|\r\n  a\r\n  b" } else { "|\n  a\n  b" };
        assert_eq!(
            labels,
            ["\"x y\"", "model", "'ultra'", "allowed_tools", "'[z'", block, "[a b]", "1.0"],
            "{text:?}"
        );
    }
}

#[test]
fn a_forbidden_character_is_pointed_at() {
    let (_, found) = read_text("---\nname: s\ndescription: \"a\tb\u{202e}c \\u0007\"\n---\nx", "s");
    let places: Vec<_> = found.iter().map(|diagnostic| diagnostic.labels[0].place.text()).collect();
    assert_eq!(places, ["\t", "\u{202e}"]);
    let (_, found) = read_text("---\nname: s\ndescription: \"a \\u0007\"\n---\nx", "s");
    assert_eq!(found[0].labels[0].place.text(), "\"a \\u0007\"");
    assert_eq!(found[0].message, "`description` holds the control character U+0007");
}

#[test]
fn what_was_meant_is_what_is_read() {
    let text = "---\nname: s\ndescription: Use it: \"now\" # always\nargument-hint: [a] [b]\nallowed-tools: Read, Bash(git log:*, x)\n\
        arguments: a b\nuser-invocable: on\npaths: a b/*.{c,d},e\n---\n\n\nBody\r\n\n";
    let (skill, found) = read_text(text, "s");
    let skill = skill.unwrap();
    let fields = &skill.frontmatter;
    assert_eq!(skill.name.unwrap().value, "s");
    assert_eq!(fields.description, "Use it: \"now\" # always");
    assert_eq!(fields.argument_hint.as_deref(), Some("[a] [b]"));
    assert_eq!(fields.allowed_tools, ["Read", "Bash(git log:*, x)"]);
    assert_eq!(fields.arguments, ["a", "b"]);
    assert_eq!(fields.user_invocable, Some(true));
    assert_eq!(fields.paths, ["a b/*.{c,d}", "e"]);
    assert_eq!(skill.body, "\nBody");
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0].help.as_deref(), Some(r#"write `description: "Use it: \"now\" # always"`"#));
}
