//! A target that was cloned, with an `.assembly` that somebody else wrote.

use super::recovery::{ABSENT, journal, put};
use super::*;

fn link_to(path: &str, destination: &str) -> String {
    format!(
        r#"{{"step": "put", "path": "{path}", "before": {ABSENT},
            "after": {{"kind": "link", "destination": "{destination}"}}}}"#
    )
}

fn outside(fixture: &Fixture) -> Vec<String> {
    tree_of(&fixture.home.path().join("hub"), "")
}

#[test]
fn a_journal_does_not_write_through_a_link_of_its_own() {
    for (link, path) in [("docs", "docs/.bashrc"), ("Docs", "docs/deep/x")] {
        let fixture = Fixture::new();
        let before = outside(&fixture);
        let steps = [link_to(link, "../hub"), put(path, ABSENT)].join(",");
        fixture.write(".assembly/journal.json", journal(&steps));
        fixture.apply_with_events(&projection([]));
        assert_eq!(outside(&fixture), before);
        assert!(fixture.tree().is_empty(), "{:?}", fixture.tree());
    }
}

#[test]
fn a_ledger_does_not_write_through_a_link_that_it_brings_back() {
    let fixture = Fixture::new();
    let backup = crate::plan::Item::File { bytes: "evil".into(), mode: crate::plan::Mode::NEW }.backup_name();
    fixture.write(&format!(".assembly/backups/{backup}"), "evil");
    let entry = |path: &str, written: &str, original: &str| {
        format!(
            r#"{{"path": "{path}", "harness": "claude", "launcher": "one",
                "written": {written}, "original": {original}}}"#
        )
    };
    let link = r#"{"kind": "link", "destination": "../hub", "backup": "b"}"#;
    let file = format!(r#"{{"kind": "file", "sha256": "{backup}", "mode": "6755", "backup": "{backup}"}}"#);
    let gone = r#"{"kind": "link", "destination": "gone"}"#;
    let entries = [entry("docs", gone, link), entry("docs/.bashrc", gone, &file)].join(",");
    let text = format!(r#"{{"format": "assembly.ledger/1", "artifacts": [{entries}]}}"#);
    fixture.write(".assembly/ledger.json", text);
    let before = outside(&fixture);
    assert!(fixture.try_apply(&projection([]), Conflict::Backup).unwrap_err().is_refusal());
    assert_eq!(outside(&fixture), before);
    assert!(fixture.tree().is_empty());
}

#[test]
fn repositories_inside_the_target_are_not_written_into() {
    for path in ["vendor/.git/hooks/post-checkout", "vendor/.GIT/config", "vendor/.assembly/journal.json"] {
        let fixture = Fixture::new();
        fs_err::create_dir_all(fixture.at("vendor/.git/hooks")).unwrap();
        fixture.write(".assembly/journal.json", journal(&put(path, ABSENT)));
        fixture.apply_with_events(&projection([]));
        assert_eq!(fixture.tree(), ["vendor/", "vendor/.git/", "vendor/.git/hooks/"]);
    }
}

#[test]
fn a_journal_lends_no_rights() {
    let fixture = Fixture::new();
    let step = put("run.sh", ABSENT).replace("0644", "6755");
    fixture.write(".assembly/journal.json", journal(&step));
    fixture.apply_with_events(&projection([]));
    assert_eq!(fixture.tree(), ["run.sh 0755 \"journaled\""]);
}

#[test]
fn temporary_names_are_never_written_through() {
    let fixture = Fixture::new();
    let precious = fixture.home.path().join("precious");
    fs_err::write(&precious, "mine").unwrap();
    let destination = precious.display().to_string();
    for name in [".assembly/.ledger.json", ".assembly/.journal.json", ".CLAUDE.local.md"] {
        fixture.link(&format!("{name}.assembly-new"), &destination);
    }
    fixture.try_apply(&projection([fixture.file("CLAUDE.local.md", "x")]), Conflict::Backup).unwrap();
    assert_eq!(fs_err::read(&precious).unwrap(), b"mine");
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0644 \"x\""]);
}

#[test]
fn what_lies_in_the_state_folder_is_not_followed() {
    let parts = ["backups", "lock", "journal.json", "ledger.json", ".gitignore"];
    for part in parts {
        for kind in ["link", "wrong"] {
            let fixture = Fixture::new();
            let path = format!(".assembly/{part}");
            match (kind, part) {
                ("link", _) => fixture.link(&path, "../../hub"),
                (_, "backups") => fixture.write(&path, "x"),
                _ => fixture.write(&format!("{path}/x"), "x"),
            }
            fs_err::write(fixture.home.path().join("hub/.note.assembly-new"), "mine").unwrap();
            fixture.write("CLAUDE.local.md", "mine");
            let before = (fixture.identities(), outside(&fixture));
            let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
            let mut problems = Problems::new();
            let planned = plan(&fixture.target(), &wanted, &fixture.options, &mut problems);
            assert!(planned.unwrap_err().is_refusal(), "{kind} {part}");
            let codes: Vec<_> = problems.iter().map(|problem| problem.code.name).collect();
            assert_eq!(codes, ["assembly::plan::state-folder"], "{kind} {part}");
            assert!(fixture.try_apply(&wanted, Conflict::Backup).unwrap_err().is_refusal());
            assert_eq!((fixture.identities(), outside(&fixture)), before);
        }
    }
}

#[test]
fn a_lock_with_another_name_is_not_written_into() {
    let fixture = Fixture::new();
    fixture.write("mine", "precious");
    fs_err::create_dir(fixture.at(".assembly")).unwrap();
    fs_err::hard_link(fixture.at("mine"), fixture.at(".assembly/lock")).unwrap();
    fixture.apply(&projection([fixture.file("CLAUDE.local.md", "x")]));
    assert_eq!(fs_err::read(fixture.at("mine")).unwrap(), b"precious");
}

#[test]
fn the_state_folder_is_not_for_everybody_to_write_into() {
    let fixture = Fixture::new();
    fs_err::create_dir(fixture.at(".assembly")).unwrap();
    fs_err::set_permissions(fixture.at(".assembly"), PermissionsExt::from_mode(0o777)).unwrap();
    fixture.apply(&projection([fixture.file("CLAUDE.local.md", "x")]));
    assert_eq!(fs_err::metadata(fixture.at(".assembly")).unwrap().mode() & 0o777, 0o755);
    assert_eq!(fs_err::metadata(fixture.at(".assembly/ledger.json")).unwrap().mode() & 0o777, 0o644);
}

#[test]
fn a_hidden_state_folder_is_hidden_again() {
    let fixture = Fixture::new();
    let wanted = projection([fixture.file("CLAUDE.local.md", "x")]);
    fixture.apply(&wanted);
    fixture.remove(".assembly/.gitignore");
    let codes = |applied: &Applied| -> Vec<&str> {
        applied.problems.iter().map(|problem| problem.code.name).collect()
    };
    let unchanged = fixture.try_apply(&wanted, Conflict::Backup).unwrap();
    assert_eq!(codes(&unchanged), ["assembly::plan::state-visible"]);
    assert!(codes(&fixture.apply(&projection([fixture.file("CLAUDE.local.md", "y")]))).is_empty());
    assert!(fixture.at(".assembly/.gitignore").exists());
}

#[test]
fn a_journal_of_another_user_is_not_done() {
    let fixture = Fixture::new();
    fixture.write(".assembly/.gitignore", "*\n");
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    // Only root can give a file away.
    if std::os::unix::fs::chown(fixture.at(".assembly/journal.json"), Some(65534), None).is_err() {
        return;
    }
    let error = fixture.try_apply(&projection([]), Conflict::Backup).unwrap_err();
    let codes: Vec<_> = error.into_problems().into_iter().map(|problem| problem.code.name).collect();
    assert_eq!(codes, ["assembly::plan::journal-foreign"]);
    // Who owns the target may say what happens in it.
    std::os::unix::fs::chown(fixture.target(), Some(65534), None).unwrap();
    assert_eq!(fixture.apply_with_events(&projection([])), [Event::FinishedJournal]);
}
