//! Entries of ours in a settings file of several writers.

use super::super::clean;
use super::*;
use crate::plan::Action::{Create, Drop, Keep, Replace, Unchanged, Update};

const THEIRS: &str = "{\r\n\t\"model\" : \"opus\",\r\n\t\"permissions\": { \"allow\": [\"Bash(ls)\"] },\r\n\t\"n\": 1.0e3\r\n}";
const OURS: &str = "{\n  \"hooks\": {\n    \"Stop\": [\n      \"ours\"\n    ]\n  }\n}\n";
const OTHER: &str = "{\n  \"hooks\": {\n    \"Start\": [\n      \"other\"\n    ]\n  }\n}\n";

impl Fixture {
    fn merged(&self, text: &str) -> Projection {
        projection([self.settings(true, text)])
    }

    fn overwritten(&self, text: &str) -> Projection {
        projection([self.settings(false, text)])
    }

    fn text(&self) -> String {
        fs_err::read_to_string(self.at(SETTINGS)).unwrap()
    }

    /// What somebody does to the file in a session.
    fn edit(&self, from: &str, to: &str) {
        let text = self.text();
        assert!(text.contains(from), "{text}");
        fs_err::write(self.at(SETTINGS), text.replacen(from, to, 1)).unwrap();
    }

    fn clean(&self) -> super::super::Cleaned {
        clean(&self.target(), &mut |_| {}).unwrap()
    }

    /// The codes and messages of a plan.
    fn said(&self, projection: &Projection) -> Vec<String> {
        let mut problems = Problems::new();
        _ = plan(&self.target(), projection, &self.options, &mut problems);
        problems.iter().map(|problem| format!("{} {}", problem.code.name, problem.message)).collect()
    }
}

fn only(applied: &Applied) -> (Action, &str) {
    let [change] = applied.plan.changes.as_slice() else { panic!("{:#?}", applied.plan.changes) };
    assert_eq!((change.path.as_str(), change.kind.name()), (SETTINGS, "entries"));
    (change.action, change.reason.as_str())
}

#[test]
fn what_others_wrote_stays_and_comes_back_to_the_byte() {
    let fixture = Fixture::new();
    fixture.write_with_mode(SETTINGS, THEIRS, 0o600);
    let before = tree_of(&fixture.target(), "");
    let applied = fixture.apply(&fixture.merged(OURS));
    assert_eq!(only(&applied), (Update, "adds entries of ours; what others wrote stays"));
    assert!(applied.backups.is_empty() && fixture.backups().is_empty());
    let hooks = ",\r\n\t\"hooks\" : {\r\n\t\t\"Stop\" : [\r\n\t\t\t\"ours\"\r\n\t\t]\r\n\t}\r\n}";
    assert_eq!(fixture.text(), THEIRS.replace("\r\n}", hooks));
    let applied = fixture.apply(&fixture.merged(OTHER));
    assert_eq!(only(&applied), (Update, "what is declared for it changed"));
    assert!(!fixture.text().contains("ours"));
    assert!(fixture.clean().is_gone);
    assert_eq!(tree_of(&fixture.target(), ""), before);
    fixture.apply(&fixture.merged(OURS));
    assert_eq!(only(&fixture.apply(&projection([]))).0, Update);
    assert_eq!(fixture.text(), THEIRS);
}

#[test]
fn a_file_that_was_not_there_comes_and_goes() {
    let fixture = Fixture::new();
    assert_eq!(only(&fixture.apply(&fixture.merged(OURS))), (Create, ""));
    assert_eq!(fixture.tree(), [".claude/".to_owned(), format!("{SETTINGS} 0644 {OURS:?}")]);
    // Written anew by another program, with nothing of its own.
    fs_err::write(fixture.at(SETTINGS), r#"{"hooks":{"Stop":["ours"]}}"#).unwrap();
    assert!(fixture.plan(&fixture.merged(OURS)).is_unchanged());
    assert!(fixture.clean().is_gone);
    assert!(fixture.tree().is_empty());
    fixture.apply(&fixture.merged(OURS));
    fixture.remove(SETTINGS);
    assert_eq!(only(&fixture.apply(&fixture.merged(OURS))), (Create, "it is gone"));
    fixture.remove(SETTINGS);
    assert_eq!(only(&fixture.apply(&projection([]))).0, Drop);
    assert!(fixture.tree().is_empty());
}

#[test]
fn what_a_session_adds_is_no_drift_and_stays() {
    let fixture = Fixture::new();
    fixture.apply(&fixture.merged(OURS));
    fixture.edit("{\n", "{\n  \"permissions\": {\"allow\": [\"Bash(git:*)\"]},\n");
    let plan = fixture.plan(&fixture.merged(OURS));
    assert!(plan.is_unchanged());
    assert_eq!(plan.changes[0].drift.state.name(), "clean");
    let text = fixture.text();
    fixture.apply(&fixture.merged(OTHER));
    assert_eq!(fixture.text(), text.replace("Stop", "Start").replace("ours", "other"));
    assert!(fixture.clean().is_gone);
    assert_eq!(fixture.text(), "{\n  \"permissions\": {\"allow\": [\"Bash(git:*)\"]}\n}\n");
}

#[test]
fn ours_that_is_changed_or_taken_out_is_drift_and_comes_again() {
    for (from, to, stays) in [
        ("\n      \"ours\"\n    ", "", false),
        ("\"ours\"", "\"edited\"", true),
        ("  \"hooks\": {\n    \"Stop\": [\n      \"ours\"\n    ]\n  }\n", "", false),
    ] {
        let fixture = Fixture::new();
        fixture.apply(&fixture.merged(OURS));
        fixture.edit(from, to);
        let plan = fixture.plan(&fixture.merged(OURS));
        assert_eq!(plan.changes[0].drift.state.name(), "edited", "{from}");
        assert!(plan.changes[0].reason.starts_with("edited since it was written: `hooks"));
        let applied = fixture.apply(&fixture.merged(OURS));
        assert!(applied.backups.is_empty());
        assert!(fixture.text().contains("\"ours\""));
        assert_eq!(fixture.text().contains("edited"), stays);
        fixture.clean();
        assert_eq!(fixture.at(SETTINGS).exists(), stays);
    }
}

#[test]
fn a_value_of_others_is_saved_said_and_comes_back() {
    let fixture = Fixture::new();
    fixture.write_with_mode(SETTINGS, THEIRS, 0o640);
    let before = tree_of(&fixture.target(), "");
    let wanted = fixture.merged("{\"model\":\"sonnet\",\"x\":1}");
    assert_eq!(
        fixture.said(&wanted),
        [
            "assembly::settings::conflict `model` in `.claude/settings.local.json` is `\"opus\"`, and `\"sonnet\"` is declared"
        ]
    );
    let refused = fixture.try_apply(&wanted, Conflict::Refuse).unwrap_err();
    assert!(matches!(&refused, ApplyError::Conflict(changes) if changes.len() == 1), "{refused}");
    assert_eq!(tree_of(&fixture.target(), ""), before);
    let applied = fixture.apply(&wanted);
    assert_eq!(applied.backups.len(), 1);
    assert_eq!(fs_err::read_to_string(fixture.at(&applied.backups[0].1)).unwrap(), THEIRS);
    assert!(fixture.said(&wanted).is_empty());
    // Both changed it.
    fixture.edit("sonnet", "mine");
    let newer = fixture.merged("{\"model\":\"haiku\",\"x\":1}");
    assert_eq!(fixture.plan(&newer).changes[0].reason, "edited since it was written: `model`");
    assert!(fixture.said(&newer)[0].contains("is `\"mine\"`, and `\"haiku\"` is declared"));
    assert_eq!(fixture.apply(&newer).backups.len(), 1);
    let cleaned = fixture.clean();
    assert_eq!(fixture.text(), THEIRS.replace("opus", "mine"));
    assert!(cleaned.kept.iter().all(|backup| backup.origins[0].path == SETTINGS));
}

#[test]
fn a_value_of_ours_that_was_edited_stays_when_it_is_not_declared_any_more() {
    let fixture = Fixture::new();
    fixture.apply(&fixture.merged("{\"model\":\"sonnet\",\"x\":1}"));
    fixture.edit("sonnet", "mine");
    let applied = fixture.apply(&projection([]));
    assert_eq!(
        only(&applied),
        (Update, "takes entries of ours out; no longer declared; edited, so it stays: `model`")
    );
    assert_eq!(fixture.text(), "{\"model\":\"mine\"}");
}

#[test]
fn a_group_that_somebody_added_to_is_theirs_and_ours_comes_again() {
    let fixture = Fixture::new();
    let ours = "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\"ours\"}]}]}}";
    fixture.write(SETTINGS, "{}");
    fixture.apply(&fixture.merged(ours));
    fixture.edit("\"ours\"\n", "\"ours\"\n          }, {\n            \"command\": \"mine\"\n");
    let edited = fixture.text();
    let applied = fixture.apply(&fixture.merged(ours));
    assert_eq!(
        only(&applied),
        (
            Update,
            "edited since it was written: `hooks.Stop`; ours is added again, and what somebody made of it stays"
        )
    );
    fixture.clean();
    assert_eq!(fixture.text(), edited);
}

#[test]
fn a_conflict_leaves_no_trace_once_the_value_is_back() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    let before = tree_of(&fixture.target(), "");
    fixture.apply(&fixture.merged("{\"permissions\":null,\"n\":[1]}"));
    assert!(fixture.clean().is_gone);
    assert_eq!(tree_of(&fixture.target(), ""), before);
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    for (text, said) in [
        ("{\n  // mine\n}\n", "line 2, column 3: JSON has no comments"),
        ("{\"a\": 1,}", "line 1, column 8: no value stands behind this `,`"),
        ("[]", "line 1, column 1: settings are an object, `{ … }`"),
        ("", "line 1, column 1: the text ends where a value has to stand"),
    ] {
        let fixture = Fixture::new();
        fixture.write(SETTINGS, text);
        let before = fixture.identities();
        let error = fixture.try_apply(&fixture.merged(OURS), Conflict::Backup).unwrap_err();
        let ApplyError::Blocked(problems) = error else { panic!("{error}") };
        let problem = problems.iter().next().unwrap();
        assert_eq!(problem.code.name, "assembly::settings::not-json");
        assert_eq!(problem.message, format!("`{SETTINGS}` is not JSON: {said}"));
        assert_eq!(problem.labels.len(), 2);
        assert_eq!(fixture.identities(), before);
    }
    let fixture = Fixture::new();
    fixture.write(SETTINGS, b"{\"a\": \"\xff\"}");
    assert!(fixture.said(&fixture.merged(OURS))[0].ends_with("line 1, column 8: this byte is not UTF-8"));
}

#[test]
fn what_became_no_json_is_kept_and_said() {
    for merges in [true, false] {
        let fixture = Fixture::new();
        fixture.apply(&projection([fixture.settings(merges, OURS)]));
        fixture.edit("{\n", "{ // mine\n");
        let before = fixture.tree();
        let applied = fixture.apply(&projection([]));
        let (action, reason) = only_of_any_kind(&applied);
        assert_eq!(action, Keep);
        assert!(reason.ends_with("line 1, column 3: JSON has no comments"), "{reason}");
        assert_eq!(fixture.tree(), before);
    }
}

fn only_of_any_kind(applied: &Applied) -> (Action, &str) {
    let [change] = applied.plan.changes.as_slice() else { panic!("{:#?}", applied.plan.changes) };
    (change.action, change.reason.as_str())
}

#[test]
fn ours_is_taken_out_of_an_overwritten_file_that_was_edited() {
    for cleans in [false, true] {
        let fixture = Fixture::new();
        fixture.write(SETTINGS, THEIRS);
        fixture.apply(&fixture.overwritten(OURS));
        fixture.edit("\"ours\"", "\"ours\",\n      \"mine\"");
        let edited = fixture.text();
        if cleans {
            let cleaned = fixture.clean();
            assert_eq!(cleaned.removal.changes[0].action, Keep);
            assert_eq!(cleaned.kept.len(), 2);
        } else {
            let applied = fixture.apply(&projection([]));
            let (action, reason) = only(&applied);
            assert_eq!(action, Keep);
            assert!(
                reason.starts_with(
                    "edited since it was written; entries of ours are taken out, the rest stays"
                ),
                "{reason}"
            );
            assert_eq!(applied.backups.len(), 1);
        }
        assert_eq!(fixture.text(), "{\n  \"hooks\": {\n    \"Stop\": [\n      \"mine\"\n    ]\n  }\n}\n");
        let kept = fixture.backups().join("\n");
        for text in [THEIRS, &edited] {
            assert!(kept.contains(&format!("{text:?}")), "{kept}");
        }
    }
    // Where only ours is in it, however it is written, what stood there before comes back.
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    let before = tree_of(&fixture.target(), "");
    fixture.apply(&fixture.overwritten(OURS));
    fs_err::write(fixture.at(SETTINGS), r#"{"hooks":{"Stop":["ours"]}}"#).unwrap();
    assert!(fixture.clean().is_gone);
    assert_eq!(tree_of(&fixture.target(), ""), before);
}

#[test]
fn what_overwriting_sets_aside_is_named() {
    let fixture = Fixture::new();
    fixture.apply(&fixture.overwritten(OURS));
    assert!(fixture.said(&fixture.overwritten(OTHER)).is_empty());
    fixture.edit("\"ours\"", "\"ours\", \"mine\"");
    assert_eq!(
        fixture.said(&fixture.overwritten(OTHER)),
        [
            "assembly::settings::set-aside replacing `.claude/settings.local.json` sets aside what others wrote: \
          `{\n  \"hooks\": {\n    \"Stop\": [\n      \"mine\"\n    ]\n  }\n}\n`"
        ]
    );
    let applied = fixture.apply(&fixture.overwritten(OTHER));
    assert_eq!(applied.backups.len(), 1);
    assert_eq!(fixture.text(), OTHER);
}

#[test]
fn switching_keeps_what_others_wrote() {
    // The original of an overwritten file comes back with the first merge.
    let fixture = Fixture::new();
    fixture.write_with_mode(SETTINGS, THEIRS, 0o600);
    let before = tree_of(&fixture.target(), "");
    fixture.apply(&fixture.overwritten(OURS));
    fixture.apply(&fixture.merged(OURS));
    assert!(fixture.text().contains("Bash(ls)") && fixture.text().contains("\"ours\""));
    // And is set aside once more, as it was without ours.
    fixture.edit("Bash(ls)", "Bash(git:*)");
    let applied = fixture.apply(&fixture.overwritten(OTHER));
    assert_eq!(applied.plan.changes[0].action, Replace);
    assert_eq!(applied.backups.len(), 1);
    assert_eq!(fixture.text(), OTHER);
    fixture.apply(&fixture.merged(OTHER));
    assert!(fixture.text().contains("Bash(git:*)"));
    fixture.edit("Bash(git:*)", "Bash(ls)");
    fixture.clean();
    assert!(
        tree_of(&fixture.target(), "")
            .contains(before.iter().find(|line| line.contains("settings")).unwrap())
    );

    // Nobody else wrote anything: nothing is set aside.
    let fixture = Fixture::new();
    fixture.apply(&fixture.merged(OURS));
    for wanted in
        [fixture.overwritten(OURS), fixture.merged(OURS), fixture.overwritten(OTHER), fixture.merged(OURS)]
    {
        assert!(fixture.apply(&wanted).backups.is_empty());
    }
    assert_eq!(fixture.text(), OURS);
    assert!(fixture.clean().is_gone);
    assert!(fixture.tree().is_empty());

    // Edited while all of it was ours: the edit stays, the original is in the backups.
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    fixture.apply(&fixture.overwritten(OURS));
    fixture.edit("\"ours\"", "\"ours\", \"mine\"");
    fixture.apply(&fixture.merged(OTHER));
    assert!(fixture.text().contains("mine") && fixture.text().contains("other"));
    fixture.clean();
    assert!(fixture.text().contains("mine") && !fixture.text().contains("ours"));
    assert!(fixture.backups().join("").contains(&format!("{THEIRS:?}")));
}

#[test]
fn one_launcher_merges_and_one_overwrites() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    let before = tree_of(&fixture.target(), "");
    let merging = named("one", [fixture.settings(true, OURS)]);
    let overwriting = named("two", [fixture.settings(false, OTHER)]);
    for _ in 0..3 {
        fixture.apply(&merging);
        assert!(fixture.text().contains("Bash(ls)") && fixture.text().contains("ours"));
        fixture.apply(&overwriting);
        assert_eq!(fixture.text(), OTHER);
    }
    assert!(fixture.clean().is_gone);
    assert_eq!(tree_of(&fixture.target(), ""), before);
}

#[test]
fn a_link_or_folder_is_set_aside_as_ever() {
    type Make = fn(&Fixture);
    let makes: [Make; 2] = [
        |fixture| fixture.link(SETTINGS, "/elsewhere"),
        |fixture| fixture.write(".claude/settings.local.json/inner", "mine"),
    ];
    for make in makes {
        let fixture = Fixture::new();
        make(&fixture);
        let before = tree_of(&fixture.target(), "");
        let applied = fixture.apply(&fixture.merged(OURS));
        assert_eq!(applied.plan.changes[0].action, Replace);
        assert_eq!(fixture.text(), OURS);
        fixture.apply(&fixture.merged(OTHER));
        assert!(fixture.clean().is_gone);
        assert_eq!(tree_of(&fixture.target(), ""), before);
        fixture.apply(&fixture.merged(OURS));
        fixture.edit("{\n", "{\n  \"mine\": 1,\n");
        assert_eq!(fixture.clean().kept.len(), 1);
        assert_eq!(fixture.text(), "{\n  \"mine\": 1\n}\n");
    }
}

#[test]
fn what_is_there_already_is_left_alone() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, OURS);
    let before = fixture.identities();
    let applied = fixture.apply(&fixture.merged(OURS));
    assert_eq!(only(&applied), (Unchanged, ""));
    assert!(applied.plan.is_unchanged());
    assert_eq!(fixture.identities(), before);
}

#[test]
fn a_ledger_from_before_entries_were_remembered_is_understood() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    fixture.apply(&projection([fixture.file(SETTINGS, OURS)]));
    assert!(!fs_err::read_to_string(fixture.at(".assembly/ledger.json")).unwrap().contains("entries"));
    fixture.apply(&fixture.merged(OTHER));
    assert!(fixture.text().contains("Bash(ls)") && !fixture.text().contains("ours"));
    assert!(fixture.clean().is_gone);
    assert_eq!(fixture.text(), THEIRS);
}

#[test]
fn odd_entries_in_a_ledger_are_refused() {
    let fixture = Fixture::new();
    fixture.apply(&fixture.merged(OURS));
    let ledger = fs_err::read_to_string(fixture.at(".assembly/ledger.json")).unwrap();
    assert!(ledger.contains("\"kind\": \"entries\""), "{ledger}");
    for odd in ["[]", "{", "1", ""] {
        let ours = "\"ours\": \"{\\\"hooks\\\":{\\\"Stop\\\":[\\\"ours\\\"]}}\"";
        assert!(ledger.contains(ours), "{ledger}");
        fixture.write(".assembly/ledger.json", ledger.replace(ours, &format!("\"ours\": \"{odd}\"")));
        assert!(fixture.said(&fixture.merged(OURS))[0].starts_with("assembly::plan::ledger-broken"));
    }
}
