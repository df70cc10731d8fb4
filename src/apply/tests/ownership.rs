//! The ownership table of installed skills, row by row.

use super::*;
use crate::apply::{Installed, install, uninstall};
use crate::plan::Action::{Adopt, Create, Drop, Remove, Replace, Unchanged, Update};
use crate::plan::{Install, OwnershipError, Uninstall};

const FILES: &[(&str, &str)] = &[("SKILL.md", "one\n"), ("scripts/run.sh*", "#!/bin/sh\n")];

fn files(files: &[(&str, &str)]) -> Vec<TreeFile> {
    let file = |(path, text): &(&str, &str)| TreeFile {
        path: path.trim_end_matches('*').to_owned(),
        bytes: text.as_bytes().to_vec(),
        executable: path.ends_with('*'),
    };
    files.iter().map(file).collect()
}

fn try_install(
    fixture: &Fixture,
    owner: &str,
    files: &[TreeFile],
    adopt: bool,
) -> Result<Installed, OwnershipError> {
    let skill = Install { name: "a", owner, files, source: None, adopt };
    install(&fixture.target(), &skill, &mut |_| {})
}

fn try_uninstall(fixture: &Fixture, owner: &str, force: bool) -> Result<Installed, OwnershipError> {
    uninstall(&fixture.target(), &Uninstall { name: "a", owner, force }, &mut |_| {})
}

/// Installs, and sees that a second time nothing is written.
fn installed(fixture: &Fixture, texts: &[(&str, &str)], adopt: bool) -> (Action, String, usize) {
    let files = files(texts);
    let done = try_install(fixture, "me", &files, adopt).unwrap();
    let before = fixture.identities();
    let again = try_install(fixture, "me", &files, false).unwrap();
    assert_eq!(again.change.unwrap().action, Unchanged);
    assert_eq!(fixture.identities(), before);
    let change = done.change.unwrap();
    assert_eq!(change.backups, done.backups);
    (change.action, change.reason, done.backups.len())
}

fn said(action: Action, reason: &str, backups: usize) -> (Action, String, usize) {
    (action, reason.to_owned(), backups)
}

fn backed_up(fixture: &Fixture, text: &str) -> bool {
    fixture.backups().iter().any(|line| line.ends_with(&format!("{text:?}")))
}

/// Sees that a refusal leaves everything as it is.
fn refused(fixture: &Fixture, attempt: impl Fn() -> Result<Installed, OwnershipError>) -> OwnershipError {
    let before = fixture.identities();
    let error = attempt().unwrap_err();
    assert!(error.is_refusal());
    assert_eq!(fixture.identities(), before);
    error
}

fn not_owned(error: &OwnershipError) -> (Option<&str>, &str) {
    match error {
        OwnershipError::NotOwnedByCaller { skill, owner, caller } if skill == "a" => {
            (owner.as_deref(), caller)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn of_nobody_and_absent_is_written_and_taken_back() {
    let fixture = Fixture::new();
    assert_eq!(installed(&fixture, FILES, false), said(Create, "", 0));
    let expected =
        ["a/", "a/SKILL.md 0644 \"one\\n\"", "a/scripts/", "a/scripts/run.sh 0755 \"#!/bin/sh\\n\""];
    assert_eq!(fixture.tree(), expected);
    let ledger = fs_err::read_to_string(fixture.at(".assembly/ledger.json")).unwrap();
    assert!(ledger.contains("\"owner\": \"me\"") && !ledger.contains("harness"), "{ledger}");
    assert_eq!(fs_err::read(fixture.at(".assembly/.gitignore")).unwrap(), b"*\n");
    assert_eq!(try_uninstall(&fixture, "me", false).unwrap().change.unwrap().action, Remove);
    assert!(fixture.tree().is_empty() && fixture.backups().is_empty());
    // Nothing to do is success, and not even a lock.
    let before = fixture.identities();
    assert!(try_uninstall(&fixture, "me", false).unwrap().change.is_none());
    assert_eq!(fixture.identities(), before);
    let fresh = Fixture::new();
    assert!(try_uninstall(&fresh, "me", false).unwrap().change.is_none());
    assert!(fresh.identities().is_empty());
}

#[test]
fn of_the_caller_as_written_or_gone_is_written_and_removed() {
    let fixture = Fixture::new();
    installed(&fixture, FILES, false);
    let update = &[("SKILL.md*", "two\n"), ("new.md", "new")];
    assert_eq!(installed(&fixture, update, false), said(Update, "", 0));
    assert_eq!(fixture.tree(), ["a/", "a/SKILL.md 0755 \"two\\n\"", "a/new.md 0644 \"new\""]);
    fs_err::remove_dir_all(fixture.at("a")).unwrap();
    assert_eq!(installed(&fixture, FILES, false), said(Create, "it is gone", 0));
    fs_err::remove_dir_all(fixture.at("a")).unwrap();
    assert_eq!(try_uninstall(&fixture, "me", false).unwrap().change.unwrap().action, Drop);
    assert!(try_uninstall(&fixture, "me", false).unwrap().change.is_none());
}

#[test]
fn of_the_caller_and_edited_is_backed_up_and_not_removed() {
    let fixture = Fixture::new();
    installed(&fixture, FILES, false);
    fixture.write("a/SKILL.md", "edited");
    assert_eq!(installed(&fixture, FILES, false), said(Update, "edited since it was written: `SKILL.md`", 1));
    assert!(backed_up(&fixture, "edited"));
    fixture.write("a/SKILL.md", "again");
    fixture.write("a/scripts/run.sh", "too");
    let error = refused(&fixture, || try_uninstall(&fixture, "me", false));
    assert!(
        matches!(&error, OwnershipError::Edited { files, .. } if files == &["SKILL.md", "scripts/run.sh"])
    );
    assert_eq!(
        error.to_string(),
        "skill `a` was edited since it was installed: `SKILL.md`, `scripts/run.sh`"
    );
    let done = try_uninstall(&fixture, "me", true).unwrap();
    assert_eq!(done.backups.len(), 2);
    assert_eq!(done.change.unwrap().backups, done.backups);
    assert!(backed_up(&fixture, "again") && backed_up(&fixture, "too"));
    assert!(fixture.tree().is_empty());
}

#[test]
fn what_took_the_place_of_a_skill_is_an_edit_too() {
    let fixture = Fixture::new();
    for link in [false, true] {
        installed(&fixture, FILES, false);
        fs_err::remove_dir_all(fixture.at("a")).unwrap();
        if link {
            fixture.link("a", "/elsewhere");
        } else {
            fixture.write("a", "mine");
        }
        let error = refused(&fixture, || try_uninstall(&fixture, "me", false));
        assert!(matches!(&error, OwnershipError::Edited { files, .. } if files == &["a"]), "{error}");
        assert_eq!(installed(&fixture, FILES, false), said(Update, "edited since it was written", 1));
        fs_err::remove_dir_all(fixture.at("a")).unwrap();
        if link {
            fixture.link("a", "/elsewhere");
        } else {
            fixture.write("a", "mine");
        }
        assert_eq!(try_uninstall(&fixture, "me", true).unwrap().backups.len(), 1);
        assert!(fixture.tree().is_empty());
    }
}

#[test]
fn of_someone_else_is_refused() {
    let fixture = Fixture::new();
    installed(&fixture, FILES, false);
    let files = files(FILES);
    for state in ["as written", "edited", "gone"] {
        match state {
            "edited" => fixture.write("a/SKILL.md", "edited"),
            "gone" => fs_err::remove_dir_all(fixture.at("a")).unwrap(),
            _ => {}
        }
        for flag in [false, true] {
            let error = refused(&fixture, || try_install(&fixture, "you", &files, flag));
            assert_eq!(not_owned(&error), (Some("me"), "you"));
            assert_eq!(error.to_string(), "skill `a` belongs to `me`, not to `you`");
            let error = refused(&fixture, || try_uninstall(&fixture, "you", flag));
            assert_eq!(not_owned(&error), (Some("me"), "you"));
        }
    }
}

#[test]
fn of_nobody_and_there_is_refused_or_adopted() {
    for kind in ["same", "other", "file", "link"] {
        let fixture = Fixture::new();
        match kind {
            "file" => fixture.write("a", "mine"),
            "link" => fixture.link("a", "/elsewhere"),
            _ => {
                fixture.write("a/SKILL.md", if kind == "same" { "one\n" } else { "mine" });
                fixture.write_with_mode("a/scripts/run.sh", "#!/bin/sh\n", 0o755);
            }
        }
        if kind == "other" {
            fixture.write("a/notes.md", "notes");
        }
        let new = files(FILES);
        let error = refused(&fixture, || try_install(&fixture, "me", &new, false));
        assert_eq!(not_owned(&error), (None, "me"));
        for force in [false, true] {
            let error = refused(&fixture, || try_uninstall(&fixture, "me", force));
            assert_eq!(not_owned(&error), (None, "me"));
        }
        let expected = match kind {
            "same" => said(Adopt, "it is there already", 0),
            "other" => said(Replace, "not written by assembly: `SKILL.md`", 1),
            _ => said(Replace, "not written by assembly", 1),
        };
        assert_eq!(installed(&fixture, FILES, true), expected);
        assert_eq!(fs_err::read(fixture.at("a/SKILL.md")).unwrap(), b"one\n");
        let done = try_uninstall(&fixture, "me", false).unwrap().change.unwrap();
        let left = if kind == "other" { &["a/", "a/notes.md 0644 \"notes\""][..] } else { &[] };
        assert_eq!(fixture.tree(), left);
        assert_eq!(done.reason, if kind == "other" { "not ours, so it stays: `notes.md`" } else { "" });
        assert!(kind == "same" || kind == "link" || backed_up(&fixture, "mine"));
    }
}

#[test]
fn files_that_went_are_removed_if_unchanged_and_those_of_the_user_stay() {
    let fixture = Fixture::new();
    installed(&fixture, &[("SKILL.md", "one"), ("x/old", "old"), ("x/edited", "x")], false);
    fixture.write("a/x/edited", "mine");
    fixture.write("a/notes.md", "notes");
    let kept = "edited and no longer in the source, so it stays: `x/edited`";
    assert_eq!(installed(&fixture, &[("SKILL.md", "two")], false), said(Update, kept, 0));
    let left = ["a/", "a/notes.md 0644 \"notes\"", "a/x/", "a/x/edited 0644 \"mine\""];
    assert!(left.iter().all(|line| fixture.tree().contains(&(*line).to_owned())));
    let change = try_uninstall(&fixture, "me", false).unwrap().change.unwrap();
    assert_eq!(change.reason, "not ours, so it stays: `notes.md`, `x`");
    assert_eq!(fixture.tree(), left);
}

#[test]
fn a_target_is_nobodys_to_install_into() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.skill_link("b")]));
    let new = files(FILES);
    for folder in ["", ".claude/skills", "not/there/yet"] {
        let folder = fixture.at(folder);
        let before = fixture.identities();
        let skill = Install { name: "a", owner: "me", files: &new, source: None, adopt: true };
        let error = install(&folder, &skill, &mut |_| {}).unwrap_err();
        let target = fs_err::canonicalize(fixture.target()).unwrap();
        assert!(matches!(&error, OwnershipError::InsideTarget { target: found, .. } if *found == target));
        let skill = Uninstall { name: "a", owner: "me", force: true };
        let error = uninstall(&folder, &skill, &mut |_| {}).unwrap_err();
        assert!(error.is_refusal() && matches!(error, OwnershipError::InsideTarget { .. }));
        assert_eq!(fixture.identities(), before);
    }
    // Also behind a link, and not once the target has been cleaned.
    let link = fixture.home.path().join("link");
    fs_err::os::unix::fs::symlink(fixture.at(".claude/skills"), &link).unwrap();
    let skill = Install { name: "a", owner: "me", files: &new, source: None, adopt: false };
    assert!(install(&link, &skill, &mut |_| {}).is_err());
    fixture.apply(&projection([]));
    assert_eq!(
        install(&fixture.at("not/there/yet"), &skill, &mut |_| {}).unwrap().change.unwrap().action,
        Create
    );
    assert!(fixture.at("not/there/yet/a/SKILL.md").is_file());
}

#[test]
fn what_was_installed_before_a_launcher_came_can_be_taken_back() {
    let fixture = Fixture::new();
    let (folder, new) = (fixture.at(".claude/skills"), files(FILES));
    let skill = Install { name: "a", owner: "me", files: &new, source: None, adopt: false };
    install(&folder, &skill, &mut |_| {}).unwrap();
    fixture.apply(&projection([fixture.skill_link("b")]));
    let error = install(&folder, &skill, &mut |_| {}).unwrap_err();
    assert!(matches!(error, OwnershipError::InsideTarget { .. }));
    let skill = Uninstall { name: "a", owner: "you", force: false };
    assert_eq!(not_owned(&uninstall(&folder, &skill, &mut |_| {}).unwrap_err()), (Some("me"), "you"));
    let skill = Uninstall { owner: "me", ..skill };
    assert_eq!(uninstall(&folder, &skill, &mut |_| {}).unwrap().change.unwrap().action, Remove);
    assert!(!folder.join("a").exists());
}

#[test]
fn a_crowd_installs_and_uninstalls() {
    let fixture = Fixture::new();
    let new = [files(FILES), files(&[("SKILL.md", "two"), ("x/y", "")])];
    let names = ["a", "b", "c", "a"];
    for round in 0..4 {
        std::thread::scope(|scope| {
            for number in 0..12 {
                let (fixture, new) = (&fixture, &new);
                scope.spawn(move || {
                    let (name, files) = (names[number % 4], &new[(number + round) % 2]);
                    let skill = Install { name, owner: "me", files, source: None, adopt: false };
                    install(&fixture.target(), &skill, &mut |_| {}).unwrap();
                    if number % 3 == round % 3 {
                        let skill = Uninstall { name, owner: "me", force: false };
                        uninstall(&fixture.target(), &skill, &mut |_| {}).unwrap();
                    }
                });
            }
        });
    }
    assert!(fixture.backups().is_empty());
    for name in names {
        let skill = Uninstall { name, owner: "me", force: false };
        uninstall(&fixture.target(), &skill, &mut |_| {}).unwrap();
    }
    assert!(fixture.tree().is_empty(), "{:?}", fixture.tree());
}

#[test]
fn names_tags_and_paths_are_checked_before_anything_is_written() {
    let fixture = Fixture::new();
    let new = files(FILES);
    for name in ["", ".", "..", "a/b", "/a", ".assembly", ".git", ".GIT", "a\0"] {
        let skill = Install { name, owner: "me", files: &new, source: None, adopt: false };
        let error = install(&fixture.target(), &skill, &mut |_| {}).unwrap_err();
        assert!(matches!(&error, OwnershipError::InvalidName { .. }), "{name}");
    }
    for owner in ["", "a b", "é", "a/b", "a\n"] {
        let error = try_install(&fixture, owner, &new, false).unwrap_err();
        assert!(matches!(&error, OwnershipError::InvalidOwner { .. }), "{owner}");
    }
    for (path, is_doubled) in [
        ("../x", false),
        ("/x", false),
        ("x/../y", false),
        ("x//y", false),
        ("", false),
        ("SKILL.md", true),
        ("SKILL.md/x", true),
    ] {
        let mut new = files(FILES);
        new.push(TreeFile { path: path.to_owned(), bytes: Vec::new(), executable: false });
        let error = try_install(&fixture, "me", &new, false).unwrap_err();
        assert!(
            matches!(&error, OwnershipError::InvalidFile { doubled, .. } if *doubled == is_doubled),
            "{path}: {error}"
        );
    }
    assert!(fixture.identities().is_empty());
}

#[test]
fn a_skill_is_never_installed_over_or_into_its_source() {
    let fixture = Fixture::new();
    fixture.write("a/SKILL.md", "text");
    let new = files(FILES);
    for (folder, source) in [("", "a"), ("a", "a"), ("a/deep", "a"), ("", "a/SKILL.md")] {
        let before = fixture.identities();
        let source = fixture.at(source);
        let skill = Install { name: "a", owner: "me", files: &new, source: Some(&source), adopt: true };
        let error = install(&fixture.at(folder), &skill, &mut |_| {}).unwrap_err();
        assert!(matches!(error, OwnershipError::OwnSource { .. }), "{error}");
        assert_eq!(fixture.identities(), before);
    }
}

#[test]
fn special_files_and_broken_ledgers_are_problems() {
    let fixture = Fixture::new();
    installed(&fixture, FILES, false);
    fixture.remove("a/SKILL.md");
    let fifo = |path: &str| {
        assert!(std::process::Command::new("mkfifo").arg(fixture.at(path)).status().unwrap().success());
    };
    fifo("a/SKILL.md");
    let codes = |error: OwnershipError| match error {
        OwnershipError::Blocked(problems) => {
            problems.into_iter().map(|problem| problem.code.name).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let new = files(FILES);
    let error = refused(&fixture, || try_install(&fixture, "me", &new, false));
    assert_eq!(codes(error), ["assembly::plan::special-file"]);
    fs_err::remove_dir_all(fixture.at("a")).unwrap();
    fifo("a");
    for error in [
        refused(&fixture, || try_install(&fixture, "me", &new, false)),
        refused(&fixture, || try_uninstall(&fixture, "me", true)),
    ] {
        assert_eq!(codes(error), ["assembly::plan::special-file"]);
    }
    fixture.write(".assembly/ledger.json", "{");
    let error = refused(&fixture, || try_install(&fixture, "me", &new, true));
    assert_eq!(codes(error), ["assembly::plan::ledger-broken"]);
}

#[test]
fn owners_live_side_by_side_and_a_launcher_beside_them() {
    let fixture = Fixture::new();
    let new = files(FILES);
    for (name, owner) in [("a", "me"), ("b", "you")] {
        let skill = Install { name, owner, files: &new, source: None, adopt: false };
        install(&fixture.target(), &skill, &mut |_| {}).unwrap();
    }
    // A launcher's projection does not take what it does not know.
    let before = fixture.tree();
    let wanted =
        projection([fixture.file("CLAUDE.local.md", "text"), artifact("a", Content::File(b"file".to_vec()))]);
    let applied = fixture.apply(&wanted);
    assert_eq!(applied.plan.changes[1].action, Replace);
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), before);
    let skill = Uninstall { name: "b", owner: "you", force: false };
    uninstall(&fixture.target(), &skill, &mut |_| {}).unwrap();
    assert_eq!(fixture.tree().len(), 4);
}

#[test]
fn an_installation_that_was_cut_short_is_finished_by_whoever_comes_next() {
    let fixture = Fixture::new();
    installed(&fixture, FILES, false);
    let ledger = fs_err::read_to_string(fixture.at(".assembly/ledger.json")).unwrap();
    try_uninstall(&fixture, "me", false).unwrap();
    // As if the first had been killed before it wrote its ledger.
    let steps = r##"[{"step": "make-tree", "path": "a", "before": {"kind": "absent"}, "files": [
        {"path": "SKILL.md", "bytes": "one\n", "mode": "0644"},
        {"path": "scripts/run.sh", "bytes": "#!/bin/sh\n", "mode": "0755"}]}]"##;
    let journal = |ledger: &str| {
        let ledger = serde_json::to_string(ledger).unwrap();
        format!(r#"{{"format": "assembly.journal/1", "steps": {steps}, "ledger": {ledger}}}"#)
    };
    for made in [false, true] {
        fixture.write(".assembly/journal.json", journal(&ledger));
        if made {
            fixture.write("a/SKILL.md", "one\n");
            fixture.write_with_mode("a/scripts/run.sh", "#!/bin/sh\n", 0o755);
        }
        let done = try_install(&fixture, "me", &files(FILES), false).unwrap();
        assert_eq!(done.change.unwrap().action, Unchanged);
        assert_eq!(fixture.tree().len(), 4);
        try_uninstall(&fixture, "me", false).unwrap();
        assert!(fixture.tree().is_empty());
    }
}
