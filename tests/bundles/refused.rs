//! What cannot be a bundle everywhere is said before a file is written.

use assembly::bundle::{Decision, Draft, DraftSkill, DraftSource, Outcome};
use assembly::hub::SkillFile;
use assembly::manifest::Delivery;

use crate::sample::draft;

/// A draft with one skill of these files beside its `SKILL.md`, and what is said about it.
fn refused(files: &[&str]) -> Vec<(String, String)> {
    let mut draft = draft(Delivery::Native);
    for path in files {
        draft.skills[0].files.push(SkillFile {
            path: (*path).to_owned(),
            bytes: Vec::new(),
            executable: false,
        });
    }
    said(draft)
}

fn said(draft: Draft) -> Vec<(String, String)> {
    let findings = draft.tree().err().unwrap_or_default();
    findings
        .into_iter()
        .map(|found| (found.code.name.trim_start_matches("assembly::bundle::").to_owned(), found.message))
        .collect()
}

#[test]
fn names_that_not_every_system_holds() {
    for name in
        ["a:b", "nul", "trailing.", "e\u{301}", "new\nline", "a\u{202e}b", &"x".repeat(256), "a/../b", "\\"]
    {
        let said = refused(&[name]);
        assert!(said.iter().any(|(code, _)| code == "unsafe-name"), "{name:?}: {said:?}");
    }
    assert!(refused(&["e\u{301}"])[0].1.contains("two characters"));
    for good in [&"x".repeat(200), "日本/é", ".hidden", "a b"] {
        assert_eq!(refused(&[good]), []);
    }
}

#[test]
fn names_that_clash() {
    for files in [&["README.md", "readme.md"][..], &["Docs/a", "docs/b"], &["x", "X/y"], &["É", "é"]] {
        let said = refused(files);
        assert!(said.iter().any(|(code, _)| code == "clashing-names"), "{files:?}: {said:?}");
    }
    assert!(refused(&["twice", "twice"]).iter().any(|(code, _)| code == "order"));
}

#[test]
fn everything_is_said_at_once() {
    let said = refused(&["a:b", "README.md", "readme.md", "nul"]);
    assert_eq!(said.len(), 3, "{said:?}");
}

#[test]
fn skills_that_do_not_agree_with_the_trace() {
    let mut unselected = draft(Delivery::Native);
    unselected.decisions.remove(0);
    assert!(said(unselected)[0].1.contains("skill-0"));
    let mut twice = draft(Delivery::Native);
    twice.skills.push(twice.skills[0].clone());
    assert!(said(twice).iter().any(|(code, _)| code == "selection"));
    let mut foreign = draft(Delivery::Native);
    foreign.sources.remove(0);
    assert!(said(foreign).iter().any(|(code, _)| code == "budget"));
}

#[test]
fn a_skill_that_is_no_text_is_not_compiled() {
    let mut binary = draft(Delivery::Compiled);
    binary.skills[0].files[0].bytes = vec![255];
    assert!(said(binary).iter().any(|(code, message)| code == "not-text" && message.contains("skill-0")));
    let mut without = draft(Delivery::Compiled);
    without.skills[0].files.remove(0);
    assert!(said(without).iter().any(|(code, _)| code == "missing"));
}

#[test]
fn more_than_a_bundle_may_have() {
    let file = |number| SkillFile { path: format!("f{number}"), bytes: Vec::new(), executable: false };
    let mut files: Vec<SkillFile> = (0..100_001).map(file).collect();
    files.push(SkillFile { path: "SKILL.md".to_owned(), bytes: b"x".to_vec(), executable: false });
    let many = Draft {
        skills: vec![DraftSkill { source: "hub".to_owned(), name: "many".to_owned(), files }],
        decisions: vec![Decision {
            subject: "many".to_owned(),
            kind: "skill".to_owned(),
            source: "hub".to_owned(),
            outcome: Outcome::Selected,
            reason: "listed".to_owned(),
        }],
        sources: vec![DraftSource { name: "hub".to_owned(), required: true, found: true }],
        ..Draft::default()
    };
    assert_eq!(said(many).iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["too-large"]);
}
