//! The rows of the ledger's table, each for files and for links.

use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::plan::Action::{Adopt, Create, Drop, Keep, Remove, Replace, Unchanged, Update};

const PATH: &str = "CLAUDE.local.md";
const LINK: &str = ".claude/skills/a";

fn action(applied: &Applied) -> (Action, &str) {
    let change = &applied.plan.changes[0];
    (change.action, change.reason.as_str())
}

#[test]
fn absent_is_created() {
    let fixture = Fixture::new();
    let applied = fixture.apply(&projection([fixture.file(PATH, "new\n"), fixture.skill_link("a")]));
    assert_eq!(actions(&applied.plan), [(PATH, Create, ""), (LINK, Create, "")]);
    assert_eq!(
        fixture.tree(),
        [
            ".claude/".to_owned(),
            ".claude/skills/".to_owned(),
            format!(".claude/skills/a -> {}", fixture.skill("a")),
            "CLAUDE.local.md 0644 \"new\\n\"".to_owned(),
        ]
    );
    assert_eq!(fs_err::read(fixture.at(".assembly/.gitignore")).unwrap(), b"*\n");
    assert!(fixture.backups().is_empty());
}

#[test]
fn as_written_is_updated_and_keeps_its_mode() {
    let fixture = Fixture::new();
    fixture.write_with_mode(PATH, "mine", 0o664);
    fixture.apply(&projection([fixture.file(PATH, "one"), fixture.skill_link("a")]));
    let applied = fixture.apply(&projection([fixture.file(PATH, "two"), fixture.skill_link("a")]));
    assert_eq!(
        actions(&applied.plan),
        [(PATH, Update, "what is declared for it changed"), (LINK, Unchanged, "")]
    );
    assert!(applied.backups.is_empty());
    assert!(fixture.tree().contains(&"CLAUDE.local.md 0664 \"two\"".to_owned()));
    assert_eq!(applied.plan.changes[0].diff.as_deref().unwrap().lines().nth(3), Some("-one"));
}

#[test]
fn equal_to_the_new_bytes_is_recorded() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    fixture.write(PATH, "two");
    let applied = fixture.apply(&projection([fixture.file(PATH, "two")]));
    assert_eq!(action(&applied), (Unchanged, ""));
    assert!(!applied.plan.is_unchanged());
    // Recorded means: it is ours now, and goes.
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn edited_is_backed_up_and_never_becomes_the_original() {
    let fixture = Fixture::new();
    fixture.write_with_mode(PATH, "original", 0o600);
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    for edit in ["edit 1", "edit 2"] {
        fixture.write(PATH, edit);
        let applied = fixture.apply(&projection([fixture.file(PATH, "two")]));
        assert_eq!(action(&applied), (Update, "edited since it was written"));
        let (_, backup) = &applied.backups[0];
        assert_eq!(fs_err::read(fixture.at(backup)).unwrap(), edit.as_bytes());
        assert_eq!(fs_err::metadata(fixture.at(backup)).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fixture.backups().len(), 3);
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0600 \"original\""]);
}

#[test]
fn an_edited_link_is_backed_up_as_a_link() {
    let fixture = Fixture::new();
    fixture.apply(&projection([fixture.skill_link("a")]));
    fixture.remove(LINK);
    fixture.link(LINK, "/elsewhere");
    let applied = fixture.apply(&projection([fixture.skill_link("a")]));
    assert_eq!(action(&applied), (Update, "edited since it was written"));
    let (_, backup) = &applied.backups[0];
    assert_eq!(fs_err::read_link(fixture.at(backup)).unwrap(), Path::new("/elsewhere"));
    assert_eq!(fs_err::read_link(fixture.at(LINK)).unwrap(), Path::new(&fixture.skill("a")));
    // Not the original: there was nothing before us.
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn a_link_that_became_a_file_or_folder_is_set_aside() {
    let fixture = Fixture::new();
    for make in [(|fixture: &Fixture| fixture.write(LINK, "text")) as fn(&Fixture), |fixture| {
        fixture.write(&format!("{LINK}/SKILL.md"), "text");
    }] {
        fixture.apply(&projection([fixture.skill_link("a")]));
        fixture.remove(LINK);
        make(&fixture);
        let applied = fixture.apply(&projection([fixture.skill_link("a")]));
        assert_eq!(action(&applied), (Update, "edited since it was written"));
        assert!(fixture.backups().iter().any(|line| line.ends_with("\"text\"")));
        assert_eq!(fs_err::read_link(fixture.at(LINK)).unwrap(), Path::new(&fixture.skill("a")));
    }
}

#[test]
fn gone_is_created_again() {
    let fixture = Fixture::new();
    let wanted = projection([fixture.file(PATH, "one"), fixture.skill_link("a")]);
    fixture.apply(&wanted);
    let before = fixture.tree();
    fixture.remove(PATH);
    fixture.remove(LINK);
    let applied = fixture.apply(&wanted);
    assert_eq!(actions(&applied.plan), [(PATH, Create, "it is gone"), (LINK, Create, "it is gone")]);
    assert_eq!(fixture.tree(), before);
}

#[test]
fn a_changed_mode_is_set_back() {
    let fixture = Fixture::new();
    let wanted = projection([fixture.file(PATH, "one")]);
    fixture.apply(&wanted);
    fixture.write_with_mode(PATH, "one", 0o600);
    let applied = fixture.apply(&wanted);
    assert_eq!(action(&applied), (Update, "its mode is 0600, 0644 was written"));
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0644 \"one\""]);
}

#[test]
fn the_same_bytes_are_adopted_as_the_original() {
    let fixture = Fixture::new();
    fixture.write_with_mode(PATH, "same", 0o640);
    let applied = fixture.apply(&projection([fixture.file(PATH, "same")]));
    assert_eq!(action(&applied), (Adopt, "it is there already"));
    assert!(applied.plan.conflicts().is_empty());
    // Taken back at once, nothing happens to it; after an update it comes back.
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0640 \"same\""]);
    fixture.apply(&projection([fixture.file(PATH, "same")]));
    fixture.apply(&projection([fixture.file(PATH, "other")]));
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["CLAUDE.local.md 0640 \"same\""]);
}

#[test]
fn a_link_into_a_source_is_ours_and_has_no_original() {
    let fixture = Fixture::new();
    for (destination, verdict) in
        [("a", (Adopt, "it is there already")), ("b", (Update, "it points to another skill"))]
    {
        fixture.link(LINK, &fixture.skill(destination));
        let applied = fixture.apply(&projection([fixture.skill_link("a")]));
        assert_eq!(action(&applied), verdict);
        assert!(applied.backups.is_empty() && fixture.backups().is_empty());
        assert_eq!(fs_err::read_link(fixture.at(LINK)).unwrap(), Path::new(&fixture.skill("a")));
        fixture.apply(&projection([]));
        assert!(!fixture.at(LINK).is_symlink());
    }
    // `skills-old` only begins like `skills`.
    fixture.link(LINK, &format!("{}-old/a", fixture.home.path().join("hub/skills").display()));
    assert_eq!(action(&fixture.apply(&projection([fixture.skill_link("a")]))).0, Replace);
}

#[test]
fn something_else_is_replaced_and_comes_back() {
    type Make = fn(&Fixture, &str);
    let foreign: [(&str, Make); 4] = [
        ("file", |fixture, path| fixture.write_with_mode(path, "mine\n", 0o640)),
        ("not UTF-8", |fixture, path| fixture.write(path, [0xff, 0xfe, 0])),
        ("link", |fixture, path| fixture.link(path, "/nowhere")),
        ("folder", |fixture, path| {
            fixture.write_with_mode(&format!("{path}/deep/run.sh"), "#!", 0o755);
            fixture.link(&format!("{path}/link"), "..");
        }),
    ];
    for (name, make) in foreign {
        for path in [PATH, LINK] {
            let fixture = Fixture::new();
            make(&fixture, path);
            let before = fixture.tree();
            let wanted = match path {
                PATH => projection([fixture.file(PATH, "ours")]),
                _ => projection([fixture.skill_link("a")]),
            };
            let applied = fixture.apply(&wanted);
            assert_eq!(action(&applied), (Replace, "not written by assembly"), "{name} at {path}");
            assert_eq!(applied.backups.len(), 1);
            let applied = fixture.apply(&projection([]));
            assert_eq!(action(&applied), (Remove, "no longer declared; what stood there before comes back"));
            assert_eq!(fixture.tree(), before, "{name} at {path}");
        }
    }
}

#[test]
fn no_longer_declared_goes_with_the_folders_we_made() {
    let fixture = Fixture::new();
    fixture.write("README.md", "");
    fixture.apply(&projection([fixture.file(PATH, "one"), fixture.skill_link("a"), fixture.skill_link("b")]));
    let applied = fixture.apply(&projection([fixture.skill_link("b")]));
    assert_eq!(
        actions(&applied.plan),
        [
            (".claude/skills/b", Unchanged, ""),
            (LINK, Remove, "no longer declared"),
            (PATH, Remove, "no longer declared")
        ]
    );
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["README.md 0644 \"\""]);
}

#[test]
fn folders_of_others_stay() {
    let fixture = Fixture::new();
    fs_err::create_dir(fixture.at(".claude")).unwrap();
    fixture.apply(&projection([fixture.skill_link("a")]));
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), [".claude/"]);
    // A folder that is ours stays for as long as something of others is in it.
    fixture.apply(&projection([fixture.skill_link("a")]));
    fixture.write(".claude/skills/mine/SKILL.md", "");
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree().len(), 4);
    fixture.remove(".claude/skills/mine/SKILL.md");
    fs_err::remove_dir(fixture.at(".claude/skills/mine")).unwrap();
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), [".claude/"]);
}

#[test]
fn no_longer_declared_and_edited_is_kept() {
    let fixture = Fixture::new();
    fixture.write(PATH, "original");
    fixture.apply(&projection([fixture.file(PATH, "one"), fixture.skill_link("a")]));
    fixture.write(PATH, "edited");
    fixture.remove(LINK);
    fixture.link(LINK, "/elsewhere");
    let before = fixture.tree();
    let applied = fixture.apply(&projection([]));
    let kept: Vec<_> =
        applied.plan.changes.iter().map(|change| (change.path.as_str(), change.action)).collect();
    assert_eq!(kept, [(LINK, Keep), (PATH, Keep)]);
    assert!(applied.plan.changes[1].reason.contains("what stood there before is `.assembly/backups/"));
    assert_eq!(fixture.tree(), before);
    assert_eq!(fixture.backups().len(), 1);
}

#[test]
fn an_edited_settings_file_is_kept_and_said() {
    let fixture = Fixture::new();
    let path = ".claude/settings.local.json";
    fixture.apply(&projection([fixture.file(path, "{\"hooks\": {}}\n")]));
    fixture.write(path, "{\"hooks\": {}, \"model\": \"opus\"}\n");
    let before = fixture.tree();
    let applied = fixture.apply(&projection([]));
    assert_eq!(action(&applied), (Keep, "edited since it was written"));
    assert_eq!(fixture.tree(), before);
}

#[test]
fn no_longer_declared_and_gone_brings_the_original_back() {
    for path in [PATH, ".claude/settings.local.json"] {
        let fixture = Fixture::new();
        fixture.write_with_mode(path, "original", 0o600);
        fixture.apply(&projection([fixture.file(path, "one"), fixture.skill_link("a")]));
        fixture.remove(path);
        fixture.remove(LINK);
        let applied = fixture.apply(&projection([]));
        assert!(applied.plan.changes.iter().all(|change| change.action == Drop));
        assert!(fixture.tree().contains(&format!("{path} 0600 \"original\"")));
        assert!(!fixture.at(LINK).is_symlink());
    }
}

#[test]
fn an_original_comes_back_even_when_its_folder_is_gone() {
    let fixture = Fixture::new();
    fixture.write(".claude/settings.local.json", "original");
    fixture.apply(&projection([fixture.file(".claude/settings.local.json", "one")]));
    fs_err::remove_file(fixture.at(".claude/settings.local.json")).unwrap();
    fs_err::remove_dir(fixture.at(".claude")).unwrap();
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), [".claude/", ".claude/settings.local.json 0644 \"original\""]);
}

#[test]
fn a_lost_backup_is_said() {
    let fixture = Fixture::new();
    fixture.write(PATH, "original");
    let applied = fixture.apply(&projection([fixture.file(PATH, "one")]));
    fixture.remove(&applied.backups[0].1);
    let applied = fixture.apply(&projection([]));
    assert_eq!(action(&applied), (Remove, "no longer declared; the backup of what stood there is gone"));
    assert!(fixture.tree().is_empty());
}

#[test]
fn another_launcher_takes_the_projection_over() {
    let fixture = Fixture::new();
    fixture.apply(&named("one", [fixture.file(PATH, "same"), fixture.skill_link("a")]));
    let two = named("two", [fixture.file(PATH, "same"), fixture.skill_link("b")]);
    assert_eq!(fixture.plan(&two).holder.as_deref(), Some("one"));
    let applied = fixture.apply(&two);
    assert!(actions(&applied.plan).contains(&(LINK, Remove, "launcher `one` wrote the last one")));
    assert_eq!(fixture.plan(&two).holder, None);
    let one = named("one", [fixture.file(PATH, "other"), fixture.skill_link("b")]);
    assert_eq!(actions(&fixture.plan(&one))[0], (PATH, Update, "launcher `two` wrote the last one"));
    assert!(!fixture.at(LINK).is_symlink() && fixture.at(".claude/skills/b").is_symlink());
}

#[test]
fn another_harness_keeps_its_own() {
    let fixture = Fixture::new();
    let other = Projection { harness: "other", ..named("two", [fixture.file("OTHER.md", "text")]) };
    fixture.apply(&other);
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    assert_eq!(fixture.plan(&projection([])).holder, None);
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["OTHER.md 0644 \"text\""]);
    assert!(fixture.plan(&other).is_unchanged());
}

#[test]
fn equal_backups_share_a_name_and_the_narrower_mode() {
    let fixture = Fixture::new();
    fixture.write_with_mode("a.md", "same", 0o644);
    fixture.write_with_mode("b.md", "same", 0o600);
    fixture.apply(&projection([fixture.file("a.md", "1"), fixture.file("b.md", "2")]));
    assert_eq!(fixture.backups().len(), 1);
    assert!(fixture.backups()[0].contains(" 0600 "));
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), ["a.md 0644 \"same\"", "b.md 0600 \"same\""]);
}

#[test]
fn a_tampered_backup_does_not_pass_for_another() {
    let fixture = Fixture::new();
    fixture.write(PATH, "original");
    let applied = fixture.apply(&projection([fixture.file(PATH, "one")]));
    let backup = applied.backups[0].1.clone();
    fixture.write(&backup, "tampered");
    fixture.write(PATH, "original");
    fixture.apply(&projection([fixture.file(PATH, "one")]));
    assert_eq!(fs_err::read(fixture.at(&backup)).unwrap(), b"original");
    assert!(fixture.backups().iter().any(|line| line.ends_with("\"tampered\"")));
}
