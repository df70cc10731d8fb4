//! Journals that are found, and locks that are held.

use super::*;

pub(super) fn journal(steps: &str) -> String {
    let ledger = r#"{\"format\": \"assembly.ledger/1\", \"artifacts\": []}"#;
    format!(r#"{{"format": "assembly.journal/1", "steps": [{steps}], "ledger": "{ledger}"}}"#)
}

pub(super) fn put(path: &str, before: &str) -> String {
    format!(
        r#"{{"step": "put", "path": "{path}", "before": {before},
            "after": {{"kind": "file", "bytes": "journaled", "mode": "0644"}}}}"#
    )
}

pub(super) const ABSENT: &str = r#"{"kind": "absent"}"#;

fn events(fixture: &Fixture, wanted: &Projection) -> Result<Vec<Event>, ApplyError> {
    let mut events = Vec::new();
    let mut observe = |event| events.push(event);
    apply(&fixture.target(), wanted, &fixture.options, Conflict::Backup, &mut observe)?;
    assert!(!fixture.at(".assembly/journal.json").exists());
    Ok(events)
}

#[test]
fn a_journal_is_reported_and_then_finished() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    let plan = fixture.plan(&projection([]));
    assert!(plan.journal && !plan.is_unchanged());
    assert_eq!(events(&fixture, &projection([])).unwrap(), [Event::FinishedJournal]);
    assert_eq!(fixture.tree(), ["x 0644 \"journaled\""]);
}

#[test]
fn what_was_edited_since_the_journal_is_saved() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    fixture.write("x", "mine");
    let events = events(&fixture, &projection([])).unwrap();
    assert!(matches!(&events[0], Event::BackedUp { path, .. } if path == "x"));
    assert!(fixture.backups()[0].ends_with("\"mine\""));
    assert_eq!(fixture.tree(), ["x 0644 \"journaled\""]);
}

#[test]
fn a_folder_that_went_since_the_journal_is_made_again() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("gone/deep/x", r#"{"kind": "folder"}"#)));
    events(&fixture, &projection([])).unwrap();
    assert_eq!(fixture.tree().last().unwrap(), "gone/deep/x 0644 \"journaled\"");
}

#[test]
fn a_journal_whose_ledger_is_written_touches_nothing_more() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    fixture.write(".assembly/ledger.json", r#"{"format": "assembly.ledger/1", "artifacts": []}"#);
    events(&fixture, &projection([])).unwrap();
    assert!(fixture.tree().is_empty());
}

/// A restoration leaves the ledger as it is, so a journal of one always looks done.
#[test]
fn a_journal_whose_ledger_is_written_leaves_no_temporary() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.file("x", "ours")]));
    let ledger = fs_err::read_to_string(fixture.at(".assembly/ledger.json")).unwrap();
    let before = crate::Digest::of(b"ours");
    let steps = put("x", &format!(r#"{{"kind": "file", "sha256": "{before}"}}"#));
    let text = format!(
        r#"{{"format": "assembly.journal/1", "steps": [{steps}], "ledger": {}}}"#,
        serde_json::Value::String(ledger)
    );
    fixture.write(".assembly/journal.json", text);
    fixture.write("x", "journaled");
    fixture.write(".x.assembly-new", "ours");
    events(&fixture, &projection([fixture.file("x", "journaled")])).unwrap();
    assert_eq!(fixture.tree(), ["x 0644 \"journaled\""]);
}

#[test]
fn half_a_journal_does_not_block_for_ever() {
    let fixture = Fixture::new();
    for text in ["", "{", r#"{"format": "assembly.journal/1"}"#] {
        fixture.write(".assembly/journal.json", text);
        let events = events(&fixture, &projection([fixture.file("x", "new")])).unwrap();
        assert!(matches!(&events[0], Event::JournalSetAside { .. }));
        assert_eq!(fixture.tree(), ["x 0644 \"new\""]);
    }
}

#[test]
fn a_newer_journal_is_refused() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", r#"{"format": "assembly.journal/2"}"#);
    assert!(events(&fixture, &projection([])).unwrap_err().is_refusal());
    assert!(fixture.at(".assembly/journal.json").exists());
}

#[test]
fn a_journal_that_came_with_a_repository_writes_nowhere_else() {
    for path in ["../x", ".git/hooks/pre-commit", ".GIT/config", ".assembly/lock", "/tmp/x", ""] {
        let fixture = Fixture::new();
        fs_err::create_dir_all(fixture.at(".git/hooks")).unwrap();
        fixture.write(".assembly/journal.json", journal(&put(path, ABSENT)));
        let events = events(&fixture, &projection([])).unwrap();
        assert!(matches!(&events[0], Event::JournalSetAside { .. }), "{path}");
        assert_eq!(fixture.tree(), [".git/", ".git/hooks/"]);
    }
    let fixture = Fixture::new();
    fixture.link("out", "..");
    fixture.write(".assembly/journal.json", journal(&put("out/x", ABSENT)));
    let events = events(&fixture, &projection([])).unwrap();
    assert!(matches!(&events[0], Event::LeftUndone { path, .. } if path == "out/x"), "{events:?}");
    assert!(!fixture.home.path().join("x").exists());
}

#[test]
fn leftovers_from_before_the_journal_are_swept() {
    let fixture = Fixture::new();
    let digest = "0".repeat(64);
    for name in [".ledger.json", ".journal.json", &format!("backups/.{digest}")] {
        fixture.write(&format!(".assembly/{name}.assembly-new"), "half");
    }
    fixture.write("CLAUDE.local.md", "mine");
    fixture.apply(&projection([fixture.file("CLAUDE.local.md", "x")]));
    let left = tree_of(&fixture.at(".assembly"), "");
    assert!(!left.iter().any(|line| line.contains("assembly-new")), "{left:?}");
}

#[test]
fn a_held_lock_is_waited_for_and_its_holder_named() {
    let fixture = Fixture::new();
    fixture.write(".assembly/lock", "4711 two\n");
    let held = std::fs::OpenOptions::new().write(true).open(fixture.at(".assembly/lock")).unwrap();
    held.lock().unwrap();
    let mut events = Vec::new();
    let mut held = Some(held);
    let mut observe = |event| {
        events.push(event);
        held.take();
    };
    let wanted = projection([fixture.file("x", "new")]);
    apply(&fixture.target(), &wanted, &fixture.options, Conflict::Backup, &mut observe).unwrap();
    assert_eq!(events, [Event::Waiting { holder: "4711 two".to_owned() }, Event::Writing]);
}

#[test]
fn a_lock_that_was_taken_away_while_waiting_is_made_anew() {
    let fixture = Fixture::new();
    fixture.write(".assembly/lock", "");
    let mut held = Some(std::fs::OpenOptions::new().write(true).open(fixture.at(".assembly/lock")).unwrap());
    held.as_ref().unwrap().lock().unwrap();
    let mut observe = |event| {
        if event == Event::Writing {
            return;
        }
        fixture.remove(".assembly/lock");
        fs_err::remove_dir(fixture.at(".assembly")).unwrap();
        held.take();
    };
    let wanted = projection([fixture.file("x", "new")]);
    apply(&fixture.target(), &wanted, &fixture.options, Conflict::Backup, &mut observe).unwrap();
    assert!(fixture.at(".assembly/lock").exists());
    assert!(fixture.plan(&wanted).is_unchanged());
}

#[test]
fn links_that_came_with_a_target_lead_nowhere() {
    let fixture = Fixture::new();
    let outside = fixture.home.path().join("outside");
    fs_err::create_dir_all(outside.join("folder")).unwrap();
    fs_err::write(outside.join("file"), "mine").unwrap();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    for name in [".assembly/.ledger.json.assembly-new", ".assembly/.journal.json.assembly-new"] {
        fixture.link(name, "../../outside/file");
    }
    events(&fixture, &projection([fixture.file("y", "new")])).unwrap();
    assert_eq!(fs_err::read(outside.join("file")).unwrap(), b"mine");

    let step = r#"{"step": "put-back", "path": "z", "before": {"kind": "absent"}, "aside": "folder"}"#;
    fixture.write(".assembly/journal.json", journal(step));
    fixture.link(".assembly/backups", "../../outside");
    assert!(fixture.try_apply(&projection([]), Conflict::Backup).unwrap_err().is_refusal());
    assert!(outside.join("folder").is_dir());
}
