//! What happens to a settings file of several writers in the very moment of a run.

use super::moments::saved;
use super::*;
use crate::apply::clean;

const THEIRS: &str = "{\n  \"model\": \"opus\"\n}\n";
const OURS: &str = "{\"hooks\":{\"Stop\":[\"ours\"]}}";

fn wanted(fixture: &Fixture, text: &str) -> Projection {
    projection([fixture.settings(true, text)])
}

#[test]
fn what_a_session_writes_meanwhile_stays_in_the_file() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, THEIRS);
    let projection = wanted(&fixture, OURS);
    let events = fixture.apply_late(&projection, Conflict::Refuse, |fixture| {
        fixture.write(SETTINGS, "{\n  \"model\": \"opus\",\n  \"allow\": [\"late\"]\n}\n");
    });
    assert!(saved(&events.unwrap()).is_empty());
    let text = fs_err::read_to_string(fixture.at(SETTINGS)).unwrap();
    assert!(text.contains("late") && text.contains("ours"), "{text}");
    assert!(fixture.plan(&projection).is_unchanged());
    assert!(clean(&fixture.target(), &mut |_| {}).unwrap().is_gone);
    assert_eq!(
        fs_err::read_to_string(fixture.at(SETTINGS)).unwrap(),
        text.split(",\n  \"hooks").next().unwrap().to_owned() + "\n}\n"
    );
}

#[test]
fn a_file_that_appears_or_goes_meanwhile_is_what_counts() {
    let fixture = Fixture::new();
    let projection = wanted(&fixture, OURS);
    fixture
        .apply_late(&projection, Conflict::Refuse, |fixture| fixture.write_with_mode(SETTINGS, THEIRS, 0o600))
        .unwrap();
    assert!(fixture.plan(&projection).is_unchanged());
    clean(&fixture.target(), &mut |_| {}).unwrap();
    assert_eq!(fixture.tree(), [".claude/".to_owned(), format!("{SETTINGS} 0600 {THEIRS:?}")]);

    fixture.apply_late(&projection, Conflict::Refuse, |fixture| fixture.remove(SETTINGS)).unwrap();
    assert!(fixture.plan(&projection).is_unchanged());
    assert!(clean(&fixture.target(), &mut |_| {}).unwrap().is_gone);
    assert!(!fixture.at(SETTINGS).exists());
}

#[test]
fn an_entry_that_somebody_adds_meanwhile_is_theirs() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, "{}");
    let projection = wanted(&fixture, OURS);
    fixture.apply_late(&projection, Conflict::Refuse, |fixture| fixture.write(SETTINGS, OURS)).unwrap();
    assert!(fixture.plan(&projection).is_unchanged());
    clean(&fixture.target(), &mut |_| {}).unwrap();
    assert_eq!(fs_err::read_to_string(fixture.at(SETTINGS)).unwrap(), OURS);
}

#[test]
fn a_value_that_appears_meanwhile_is_saved_or_refused() {
    for conflict in [Conflict::Backup, Conflict::Refuse] {
        let fixture = Fixture::new();
        fixture.write(SETTINGS, "{}");
        let projection = wanted(&fixture, "{\"model\":\"sonnet\"}");
        let late = fixture.apply_late(&projection, conflict, |fixture| fixture.write(SETTINGS, THEIRS));
        let text = fs_err::read_to_string(fixture.at(SETTINGS)).unwrap();
        if conflict == Conflict::Refuse {
            assert!(late.unwrap_err().is_refusal());
            assert_eq!(text, THEIRS);
            assert!(fixture.backups().is_empty());
            continue;
        }
        assert_eq!(saved(&late.unwrap()), [SETTINGS]);
        assert!(text.contains("sonnet") && fixture.backups()[0].contains("opus"));
        assert!(fixture.plan(&projection).is_unchanged());
        assert!(clean(&fixture.target(), &mut |_| {}).unwrap().is_gone);
        assert_eq!(fs_err::read_to_string(fixture.at(SETTINGS)).unwrap(), THEIRS);
    }
}

#[test]
fn what_is_no_json_by_then_stays_as_it_is() {
    let fixture = Fixture::new();
    fixture.write(SETTINGS, "{}");
    let projection = wanted(&fixture, OURS);
    let late =
        fixture.apply_late(&projection, Conflict::Backup, |fixture| fixture.write(SETTINGS, "{ // half"));
    let error = late.unwrap_err().to_string();
    assert!(error.contains("it is not JSON any more: JSON has no comments"), "{error}");
    assert_eq!(fs_err::read_to_string(fixture.at(SETTINGS)).unwrap(), "{ // half");
    assert!(!fixture.has_journal());
}

#[test]
fn taking_out_leaves_what_appears_meanwhile() {
    let fixture = Fixture::new();
    fixture.apply(&wanted(&fixture, OURS));
    fixture
        .apply_late(&projection([]), Conflict::Refuse, |fixture| {
            fixture.write(SETTINGS, r#"{"hooks":{"Stop":["ours","late"]}}"#);
        })
        .unwrap();
    assert_eq!(fs_err::read_to_string(fixture.at(SETTINGS)).unwrap(), r#"{"hooks":{"Stop":["late"]}}"#);
}
