//! What users do in the very moment of a run: between the plan and the write, and before a killed run is completed.

use super::recovery::{ABSENT, journal, put};
use super::*;
use crate::apply::apply_plan::carry_out;
use crate::apply::backups::Backups;

const PATH: &str = "CLAUDE.local.md";
const LINK: &str = ".claude/skills/a";

impl Fixture {
    /// Applies, and something happens between the plan and the writes.
    pub(super) fn apply_late(
        &self,
        wanted: &Projection,
        conflict: Conflict,
        meanwhile: impl FnOnce(&Self),
    ) -> Result<Vec<Event>, ApplyError> {
        fs_err::create_dir_all(self.at(".assembly")).unwrap();
        self.write(".assembly/.gitignore", "*\n");
        let plan = self.plan(wanted);
        meanwhile(self);
        let mut events = Vec::new();
        let mut observe = |event| events.push(event);
        let target = self.target();
        carry_out(&plan, &mut Backups::new(&target, &mut observe), conflict)?;
        Ok(events)
    }

    pub(super) fn has_journal(&self) -> bool {
        self.at(".assembly/journal.json").exists()
    }

    pub(super) fn apply_with_events(&self, wanted: &Projection) -> Vec<Event> {
        let mut events = Vec::new();
        let mut observe = |event| events.push(event);
        apply(&self.target(), wanted, &self.options, Conflict::Backup, &mut observe).unwrap();
        assert!(!self.has_journal());
        events
    }
}

pub(super) fn saved(events: &[Event]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| if let Event::BackedUp { path, .. } = event { Some(path.as_str()) } else { None })
        .collect()
}

#[test]
fn an_edit_is_saved_and_told() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    let wanted = projection([fixture.file(PATH, "two")]);
    let events =
        fixture.apply_late(&wanted, Conflict::Backup, |fixture| fixture.write(PATH, "precious")).unwrap();
    assert_eq!(saved(&events), [PATH]);
    assert!(fixture.backups()[0].ends_with("\"precious\""));
    assert!(fixture.plan(&wanted).is_unchanged());
}

#[test]
fn what_appears_at_the_first_write_is_the_original() {
    type Make = fn(&Fixture, &str);
    let appearing: [Make; 3] = [
        |fixture, path| fixture.write_with_mode(path, "precious", 0o600),
        |fixture, path| fixture.link(path, "/elsewhere"),
        |fixture, path| fixture.write(&format!("{path}/inner"), "precious"),
    ];
    for make in appearing {
        for path in [PATH, LINK] {
            let fixture = Fixture::new();
            let wanted = projection([fixture.file(PATH, "ours"), fixture.skill_link("a")]);
            let mut before = Vec::new();
            let events = fixture.apply_late(&wanted, Conflict::Backup, |fixture| {
                make(fixture, path);
                before = fixture.tree();
            });
            assert_eq!(saved(&events.unwrap()), [path]);
            assert!(fixture.plan(&wanted).is_unchanged());
            fixture.apply(&projection([]));
            // The folders above were made by the user, in the moment: they count as ours and go when they are empty.
            assert_eq!(fixture.tree(), before);
        }
    }
}

#[test]
fn what_changes_at_the_first_write_is_the_original() {
    let fixture = Fixture::new();
    fixture.write(PATH, "older");
    let wanted = projection([fixture.file(PATH, "ours")]);
    fixture.apply_late(&wanted, Conflict::Backup, |fixture| fixture.write(PATH, "newer")).unwrap();
    assert_eq!(fixture.backups().len(), 2);
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0644 \"newer\""]);
}

#[test]
fn what_is_edited_is_not_removed() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    fixture.apply_late(&projection([]), Conflict::Backup, |fixture| fixture.write(PATH, "precious")).unwrap();
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0644 \"precious\""]);
}

#[test]
fn ignore_lines_are_added_to_what_stands_there() {
    let fixture = Fixture::new();
    let ignores = vec![Ignore::Path { line: PATH.to_owned(), path: PATH.to_owned() }];
    let wanted = Projection { ignores, ..projection([]) };
    fixture.write(".gitignore", "dist\n");
    let edit = |fixture: &Fixture| fixture.write(".gitignore", "dist\nsecrets.env");
    fixture.apply_late(&wanted, Conflict::Backup, edit).unwrap();
    assert_eq!(fs_err::read(fixture.at(".gitignore")).unwrap(), b"dist\nsecrets.env\nCLAUDE.local.md\n");
    assert!(fixture.plan(&wanted).is_unchanged());
    let edit = |fixture: &Fixture| fixture.write(".gitignore", "secrets.env\nCLAUDE.local.md\n");
    fixture.apply_late(&projection([]), Conflict::Backup, edit).unwrap();
    // As it was: without a final newline.
    assert_eq!(fs_err::read(fixture.at(".gitignore")).unwrap(), b"secrets.env");
    // One that appears is not ours to remove later.
    fixture.remove(".gitignore");
    fixture.apply_late(&wanted, Conflict::Backup, |fixture| fixture.write(".gitignore", "")).unwrap();
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), [".gitignore 0644 \"\""]);
}

#[test]
fn ignore_lines_of_a_journal_are_added_to_what_stands_there() {
    let fixture = Fixture::new();
    let step = r#"{"step": "edit-lines", "path": ".gitignore", "before": {"kind": "absent"},
        "edit": {"remove": ["old"], "add": ["ours"], "newline": false, "created": false}}"#;
    fixture.write(".assembly/journal.json", journal(step));
    fixture.write(".gitignore", "old\nours\nsecrets.env\n");
    let events = fixture.apply_with_events(&projection([]));
    assert_eq!(events, [Event::FinishedJournal]);
    assert_eq!(fixture.tree(), [".gitignore 0644 \"ours\\nsecrets.env\\n\""]);
}

#[test]
fn a_folder_that_became_a_link_is_not_followed() {
    let fixture = Fixture::new();
    fs_err::create_dir(fixture.at(".claude")).unwrap();
    fs_err::create_dir(fixture.home.path().join("outside")).unwrap();
    let settings = ".claude/settings.local.json";
    let wanted =
        projection([fixture.file(PATH, "x"), fixture.file(settings, "{}\n"), fixture.skill_link("a")]);
    let error = fixture.apply_late(&wanted, Conflict::Backup, |fixture| {
        fs_err::rename(fixture.at(".claude"), fixture.at("old")).unwrap();
        fixture.link(".claude", "../outside");
    });
    let ApplyError::Unfinished(failures) = error.unwrap_err() else { panic!() };
    assert!(failures.iter().any(|failure| failure.path == settings));
    assert!(tree_of(&fixture.home.path().join("outside"), "").is_empty());
    // What could be done is done and known, and dropping the rest is enough.
    assert!(!fixture.has_journal());
    let rest = projection([fixture.file(PATH, "x")]);
    assert!(!fixture.plan(&rest).changes.iter().any(|change| change.action.writes()));
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree().len(), 2);
}

#[test]
fn a_step_that_is_impossible_leaves_the_rest_done_and_no_journal() {
    let fixture = Fixture::new();
    fixture.write("b.md", "mine");
    let wanted =
        projection([fixture.file("a.md", "x"), fixture.file("b.md", "x"), fixture.file("c.md", "x")]);
    let mut socket = None;
    let error = fixture.apply_late(&wanted, Conflict::Backup, |fixture| {
        fixture.remove("b.md");
        socket = Some(std::os::unix::net::UnixListener::bind(fixture.at("b.md")).unwrap());
    });
    let error = error.unwrap_err();
    assert!(!error.is_refusal());
    assert_eq!(error.to_string(), "`b.md` stayed as it was: it became a socket");
    assert!(!fixture.has_journal());
    let rest = projection([fixture.file("a.md", "x"), fixture.file("c.md", "x")]);
    assert!(fixture.plan(&rest).is_unchanged());
    fixture.apply(&projection([]));
}

#[test]
fn nothing_that_appears_is_set_aside_when_that_is_forbidden() {
    let fixture = Fixture::new();
    let wanted = projection([fixture.file(PATH, "x"), fixture.skill_link("a")]);
    let edit = |fixture: &Fixture| {
        fixture.write(PATH, "precious");
        fixture.write(&format!("{LINK}/SKILL.md"), "precious");
    };
    let error = fixture.apply_late(&wanted, Conflict::Refuse, edit).unwrap_err();
    assert!(error.is_refusal(), "{error}");
    assert_eq!(fixture.tree().last().unwrap(), "CLAUDE.local.md 0644 \"precious\"");
    assert!(fixture.at(LINK).join("SKILL.md").exists());
    assert!(fixture.backups().is_empty() && !fixture.has_journal());
    assert_eq!(fixture.plan(&wanted).conflicts().len(), 2);
}

#[test]
fn a_journal_is_not_finished_over_something_when_that_is_forbidden() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    fixture.write("x", "mine");
    let error = fixture.try_apply(&projection([]), Conflict::Refuse).unwrap_err();
    assert!(matches!(error, ApplyError::Conflict(_)), "{error}");
    assert_eq!(fixture.tree(), ["x 0644 \"mine\""]);
    assert!(fixture.has_journal());
}

#[test]
fn what_was_exchanged_when_a_run_was_killed_is_saved() {
    type Make = fn(&Fixture);
    let left: [Make; 2] = [
        |fixture| fixture.write(".x.assembly-new", "precious"),
        |fixture| fixture.write(".x.assembly-new/inner", "precious"),
    ];
    for make in left {
        // With the journal, and after the power took it.
        for text in [journal(&put("x", ABSENT)), String::new()] {
            let fixture = Fixture::new();
            fixture.write(".assembly/journal.json", text);
            fixture.write("x", "journaled");
            make(&fixture);
            let events = fixture.apply_with_events(&projection([fixture.file("x", "journaled")]));
            assert_eq!(saved(&events), ["x"]);
            assert!(fixture.backups().iter().any(|line| line.ends_with("\"precious\"")));
            assert_eq!(fixture.tree(), ["x 0644 \"journaled\""]);
        }
    }
}

#[test]
fn half_of_what_was_to_be_written_is_no_users() {
    let fixture = Fixture::new();
    fixture.write(".assembly/journal.json", journal(&put("x", ABSENT)));
    fixture.write(".x.assembly-new", "journ");
    assert_eq!(fixture.apply_with_events(&projection([])), [Event::FinishedJournal]);
    assert_eq!(fixture.tree(), ["x 0644 \"journaled\""]);
}
