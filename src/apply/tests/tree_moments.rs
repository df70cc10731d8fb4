//! What users do to copied folders in the very moment of a run.

use super::moments::saved;
use super::recovery::{ABSENT, journal, put};
use super::*;

const TREE: &str = ".claude/skills/a";
const FILES: &[(&str, &str)] = &[("SKILL.md", "one\n"), ("scripts/run.sh*", "#!/bin/sh\n")];
const NEWER: &[(&str, &str)] = &[("SKILL.md", "two\n"), ("scripts/run.sh*", "#!/bin/sh\n"), ("x/y", "y")];

fn copy(fixture: &Fixture, files: &[(&str, &str)]) -> Projection {
    projection([fixture.skill_copy("a", files)])
}

fn inner(path: &str) -> String {
    format!("{TREE}/{path}")
}

fn has_backup(fixture: &Fixture, text: &str) -> bool {
    fixture.backups().iter().any(|line| line.ends_with(&format!("{text:?}")))
}

#[test]
fn an_edit_in_a_copy_is_saved_and_told() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    let wanted = copy(&fixture, NEWER);
    let edit = |fixture: &Fixture| {
        fixture.write(&inner("SKILL.md"), "precious");
        fixture.write(&inner("x/mine"), "a folder of mine");
    };
    let events = fixture.apply_late(&wanted, Conflict::Backup, edit).unwrap();
    assert_eq!(saved(&events), [inner("SKILL.md"), inner("x")]);
    assert!(has_backup(&fixture, "precious") && has_backup(&fixture, "a folder of mine"));
    assert!(fixture.plan(&wanted).is_unchanged(), "{:?}", actions(&fixture.plan(&wanted)));
}

#[test]
fn what_is_edited_in_a_copy_is_not_removed() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    let edit = |fixture: &Fixture| fixture.write(&inner("scripts/run.sh"), "precious");
    fixture.apply_late(&copy(&fixture, &FILES[..1]), Conflict::Backup, edit).unwrap();
    fixture.apply_late(&projection([]), Conflict::Backup, |fixture| fixture.write(&inner("n"), "n")).unwrap();
    assert!(fixture.tree().contains(&format!("{} 0755 \"precious\"", inner("scripts/run.sh"))));
    assert!(fixture.at(&inner("n")).exists() && !fixture.at(&inner("SKILL.md")).exists());
}

#[test]
fn what_appears_where_a_folder_is_copied_to_is_the_original() {
    type Make = fn(&Fixture);
    let appearing: [Make; 3] = [
        |fixture| fixture.write_with_mode(TREE, "precious", 0o600),
        |fixture| fixture.link(TREE, "/elsewhere"),
        |fixture| fixture.write(&inner("deep/inner"), "precious"),
    ];
    for make in appearing {
        let fixture = Fixture::new();
        let wanted = copy(&fixture, FILES);
        let mut before = Vec::new();
        let events = fixture.apply_late(&wanted, Conflict::Backup, |fixture| {
            make(fixture);
            before = fixture.tree();
        });
        assert_eq!(saved(&events.unwrap()), [TREE]);
        assert!(fixture.plan(&wanted).is_unchanged());
        fixture.apply(&projection([]));
        assert_eq!(fixture.tree(), before);
    }
}

#[test]
fn a_foreign_folder_may_change_before_it_is_set_aside() {
    let fixture = Fixture::new();
    fixture.write(&inner("SKILL.md"), "theirs");
    let wanted = copy(&fixture, FILES);
    let mut before = Vec::new();
    let change = |fixture: &Fixture| {
        fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
        fixture.write(&inner("newer"), "theirs");
        before = fixture.tree();
    };
    fixture.apply_late(&wanted, Conflict::Backup, change).unwrap();
    assert!(fixture.plan(&wanted).is_unchanged());
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), before);
}

#[test]
fn a_foreign_folder_may_vanish_before_it_is_set_aside() {
    let fixture = Fixture::new();
    fixture.write(&inner("SKILL.md"), "theirs");
    let wanted = copy(&fixture, FILES);
    let vanish = |fixture: &Fixture| fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
    fixture.apply_late(&wanted, Conflict::Backup, vanish).unwrap();
    assert!(fixture.plan(&wanted).is_unchanged());
    let applied = fixture.apply(&projection([]));
    assert_eq!(actions(&applied.plan), [(TREE, Action::Remove, "no longer declared")]);
}

#[test]
fn what_appears_in_a_copy_that_becomes_a_link_is_kept() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    let wanted = projection([fixture.skill_link("a")]);
    let edit = |fixture: &Fixture| fixture.write(&inner("scripts/mine"), "precious");
    let events = fixture.apply_late(&wanted, Conflict::Backup, edit).unwrap();
    assert_eq!(saved(&events), [TREE]);
    assert!(has_backup(&fixture, "precious") && fixture.at(TREE).is_symlink());
    assert!(fixture.plan(&wanted).is_unchanged());
}

#[test]
fn a_copy_that_is_edited_stays_though_something_else_would_come_back() {
    let fixture = Fixture::new();
    fixture.write(&inner("SKILL.md"), "original");
    fixture.apply(&copy(&fixture, FILES));
    let edit = |fixture: &Fixture| fixture.write(&inner("mine"), "precious");
    fixture.apply_late(&projection([]), Conflict::Backup, edit).unwrap();
    assert!(has_backup(&fixture, "original"));
    assert_eq!(fs_err::read(fixture.at(&inner("mine"))).unwrap(), b"precious");
    assert!(fixture.at(&inner("scripts/run.sh")).exists());
}

#[test]
fn a_folder_in_a_copy_that_became_a_link_is_not_followed() {
    for outside in ["../../../elsewhere", "../../../../hub"] {
        let fixture = Fixture::new();
        fixture.write("elsewhere/run.sh", "mine");
        fixture.apply(&copy(&fixture, FILES));
        let wanted =
            copy(&fixture, &[("SKILL.md", "two\n"), ("scripts/run.sh*", "newer\n"), ("scripts/z", "")]);
        let error = fixture.apply_late(&wanted, Conflict::Backup, |fixture| {
            fs_err::rename(fixture.at(&inner("scripts")), fixture.at("moved")).unwrap();
            fixture.link(&inner("scripts"), outside);
        });
        let ApplyError::Unfinished(failures) = error.unwrap_err() else { panic!() };
        let paths: Vec<&str> = failures.iter().map(|failure| failure.path.as_str()).collect();
        assert_eq!(paths, [inner("scripts/run.sh"), inner("scripts/z")]);
        assert_eq!(fs_err::read(fixture.at("elsewhere/run.sh")).unwrap(), b"mine");
        assert!(!fixture.at("elsewhere/z").exists() && !fixture.home.path().join("hub/z").exists());
        assert!(!fixture.has_journal());
        // The next run sees the link and sets it aside.
        let applied = fixture.apply(&wanted);
        assert_eq!(applied.backups.len(), 1);
    }
}

#[test]
fn what_could_not_be_written_in_a_copy_is_not_recorded() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    let mut socket = None;
    let error = fixture.apply_late(&copy(&fixture, NEWER), Conflict::Backup, |fixture| {
        fixture.remove(&inner("SKILL.md"));
        socket = Some(std::os::unix::net::UnixListener::bind(fixture.at(&inner("SKILL.md"))).unwrap());
    });
    let error = error.unwrap_err();
    assert_eq!(error.to_string(), format!("`{}` stayed as it was: it became a socket", inner("SKILL.md")));
    assert!(fixture.at(&inner("x/y")).exists() && !fixture.has_journal());
    // What was written last is still what counts as ours.
    fixture.remove(&inner("SKILL.md"));
    fixture.write(&inner("SKILL.md"), "one\n");
    let plan = fixture.plan(&copy(&fixture, NEWER));
    assert!(plan.conflicts().is_empty());
    assert_eq!(actions(&plan), [(TREE, Action::Update, "")]);
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn nothing_in_or_for_a_copy_is_set_aside_when_that_is_forbidden() {
    let fixture = Fixture::new();
    let wanted = copy(&fixture, FILES);
    let make = |fixture: &Fixture| fixture.write(&inner("mine"), "precious");
    assert!(fixture.apply_late(&wanted, Conflict::Refuse, make).unwrap_err().is_refusal());
    assert!(fixture.at(&inner("mine")).exists() && !fixture.at(&inner("SKILL.md")).exists());
    fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
    fixture.apply(&wanted);
    let edit = |fixture: &Fixture| fixture.write(&inner("SKILL.md"), "precious");
    assert!(fixture.apply_late(&copy(&fixture, NEWER), Conflict::Refuse, edit).unwrap_err().is_refusal());
    assert_eq!(fs_err::read(fixture.at(&inner("SKILL.md"))).unwrap(), b"precious");
    fixture.write(&inner("SKILL.md"), "one\n");
    let link = projection([fixture.skill_link("a")]);
    fixture.apply(&copy(&fixture, NEWER));
    assert!(fixture.apply_late(&link, Conflict::Refuse, make).unwrap_err().is_refusal());
    assert!(fixture.at(&inner("mine")).exists() && fixture.at(&inner("SKILL.md")).exists());
    assert!(fixture.backups().is_empty() && !fixture.has_journal(), "{:?}", fixture.backups());
}

#[test]
fn a_journal_of_copies_is_not_finished_over_something_when_that_is_forbidden() {
    let tree = format!(
        r#"{{"step": "make-tree", "path": "a", "before": {ABSENT},
            "files": [{{"path": "x", "bytes": "ours", "mode": "0644"}}]}}"#
    );
    for (mine, refused) in [("mine", true), ("ours", false)] {
        let fixture = Fixture::new();
        fixture.write(".assembly/journal.json", journal(&tree));
        fixture.write("a/x", mine);
        fixture.write("a/y", "mine");
        let result = fixture.try_apply(&projection([]), Conflict::Refuse);
        assert_eq!(matches!(result, Err(ApplyError::Conflict(_))), refused, "{result:?}");
        assert_eq!(fs_err::read(fixture.at("a/x")).unwrap(), mine.as_bytes());
        assert_eq!(fixture.has_journal(), refused);
    }
}

#[test]
fn a_journal_makes_no_repository_and_writes_under_no_tree_of_its_own() {
    let tree = |file: &str| {
        format!(
            r#"{{"step": "make-tree", "path": "a", "before": {ABSENT},
                "files": [{{"path": "{file}", "bytes": "evil", "mode": "0755"}}]}}"#
        )
    };
    for steps in [
        tree(".git/hooks/post-checkout"),
        tree("deep/.GIT/config"),
        tree("../x"),
        [tree("x"), put("a/y", ABSENT)].join(","),
    ] {
        let fixture = Fixture::new();
        fixture.write(".assembly/journal.json", journal(&steps));
        fixture.apply_with_events(&projection([]));
        assert!(fixture.tree().is_empty(), "{:?}", fixture.tree());
    }
}

#[test]
fn what_was_left_in_a_copy_by_a_run_without_a_journal_is_saved_or_cleared() {
    let fixture = Fixture::new();
    let wanted = copy(&fixture, FILES);
    fixture.apply(&wanted);
    fixture.write(".assembly/journal.json", "");
    fixture.write(&inner("scripts/.run.sh.assembly-new"), "precious");
    fixture.write(".claude/skills/.a.assembly-new/mine", "precious too");
    fixture.write(".claude/skills/.a.assembly-copy/half", "ours");
    let before = fixture.tree();
    let events = fixture.apply_with_events(&wanted);
    assert_eq!(saved(&events), [TREE.to_owned(), inner("scripts/run.sh")]);
    assert!(has_backup(&fixture, "precious") && has_backup(&fixture, "precious too"));
    let rest: Vec<String> = before.into_iter().filter(|line| !line.contains(".assembly-")).collect();
    assert_eq!(fixture.tree(), rest);
}
