//! `clean`: the last rows of the table for everything at once, and `.assembly` after it.

use super::super::clean;
use super::*;
use crate::apply::Cleaned;

const FILE: &str = "CLAUDE.local.md";

fn cleaned(fixture: &Fixture) -> Cleaned {
    clean(&fixture.target(), &mut |_| {}).unwrap()
}

fn with_lines(fixture: &Fixture) -> Projection {
    let ignores = vec![Ignore::Path { line: FILE.to_owned(), path: FILE.to_owned() }];
    let artifacts =
        [fixture.file(FILE, "ours\n"), fixture.skill_link("a"), fixture.skill_copy("b", &[("x/y", "1")])];
    Projection { ignores, ..projection(artifacts) }
}

#[test]
fn nothing_is_written_where_nothing_was() {
    let fixture = Fixture::new();
    fixture.write("mine", "mine");
    let before = fixture.identities();
    let done = cleaned(&fixture);
    assert!(done.is_gone && done.removal.changes.is_empty());
    assert_eq!(fixture.identities(), before);
}

#[test]
fn what_stood_there_comes_back_with_its_mode_and_nothing_of_ours_stays() {
    let fixture = Fixture::new();
    fixture.write_with_mode(FILE, "mine\n", 0o640);
    fixture.write(".gitignore", "target\n*.log");
    fixture.link(".claude/skills/a", "elsewhere");
    let before = tree_of(&fixture.target(), "");
    fixture.apply(&with_lines(&fixture));
    let done = cleaned(&fixture);
    assert_eq!(tree_of(&fixture.target(), ""), before);
    assert!(done.is_gone && done.kept.is_empty());
    assert_eq!(done.removal.launchers, ["one"]);
}

#[test]
fn an_edited_file_stays_and_what_only_the_backups_have_is_named() {
    let fixture = Fixture::new();
    fixture.write(FILE, "original\n");
    fixture.apply(&with_lines(&fixture));
    fixture.write(FILE, "edited\n");
    fixture.apply(&with_lines(&fixture));
    fixture.write(FILE, "edited again\n");
    let done = cleaned(&fixture);
    // With the line that hides it, which nothing else needs.
    assert_eq!(
        fixture.tree(),
        [".gitignore 0644 \"CLAUDE.local.md\\n\"".to_owned(), format!("{FILE} 0644 \"edited again\\n\"")]
    );
    assert!(!done.is_gone);
    let mut origins: Vec<(String, bool)> = done
        .kept
        .iter()
        .flat_map(|backup| &backup.origins)
        .map(|from| (from.path.clone(), from.original))
        .collect();
    origins.sort();
    assert_eq!(origins, [(FILE.to_owned(), false), (FILE.to_owned(), true)]);
    assert_eq!(fixture.backups().len(), 2);
    // Once one of them is back, it is no longer needed.
    fixture.write(FILE, "edited\n");
    assert_eq!(cleaned(&fixture).kept.len(), 1);
}

#[test]
fn every_harness_of_the_target_is_taken_back() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", "mine");
    let before = tree_of(&fixture.target(), "");
    fixture.apply(&with_lines(&fixture));
    let ignores = vec![Ignore::Path { line: "OTHER.md".to_owned(), path: "OTHER.md".to_owned() }];
    let other = named("two", [fixture.file("OTHER.md", "other\n")]);
    fixture.apply(&Projection { harness: "other", ignores, ..other });
    let done = cleaned(&fixture);
    assert_eq!(done.removal.launchers, ["one", "two"]);
    assert_eq!(tree_of(&fixture.target(), ""), before);
}

#[test]
fn what_others_put_into_the_state_folder_stays_hidden() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture));
    fixture.write(".assembly/note", "mine");
    assert!(!cleaned(&fixture).is_gone);
    assert_eq!(
        tree_of(&fixture.target(), ""),
        [".assembly/", ".assembly/.gitignore 0644 \"*\\n\"", ".assembly/note 0644 \"mine\""]
    );
}

#[test]
fn a_folder_of_ours_with_a_file_of_the_user_becomes_theirs() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture));
    fixture.write(".claude/skills/b/mine", "mine");
    fixture.write(".claude/note", "mine");
    assert!(cleaned(&fixture).is_gone);
    let tree = fixture.tree().join("\n");
    assert_eq!(tree.matches("mine").count(), 3, "{tree}");
    assert_eq!(tree.lines().count(), 5, "{tree}");
}

#[test]
fn a_broken_ledger_is_refused_and_nothing_is_written() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture));
    fixture.write(".assembly/ledger.json", "{");
    let before = fixture.identities();
    assert!(clean(&fixture.target(), &mut |_| {}).unwrap_err().is_refusal());
    assert_eq!(fixture.identities(), before);
}
