//! The rows of the ledger's table for copied folders.

use super::*;
use crate::plan::Action::{Adopt, Create, Drop, Keep, Remove, Replace, Unchanged, Update};
use crate::plan::{Fingerprint, Kind};

const TREE: &str = ".claude/skills/a";
const FILES: &[(&str, &str)] =
    &[("SKILL.md", "one\n"), ("scripts/deep/run.sh*", "#!/bin/sh\n"), ("empty", "")];

fn action(applied: &Applied) -> (Action, &str) {
    let change = applied.plan.changes.iter().find(|change| change.path == TREE).unwrap();
    assert!(change.action == Keep || change.kind == Kind::Tree || change.kind == Kind::Link);
    (change.action, change.reason.as_str())
}

/// What is in the copy: the lines of the tree below it.
fn inside(fixture: &Fixture) -> Vec<String> {
    let prefix = format!("{TREE}/");
    let lines = fixture.tree();
    lines
        .iter()
        .filter_map(|line| line.strip_prefix(&prefix))
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn copy(fixture: &Fixture, files: &[(&str, &str)]) -> Projection {
    projection([fixture.skill_copy("a", files)])
}

fn backed_up(fixture: &Fixture, text: &str) -> bool {
    fixture.backups().iter().any(|line| line.ends_with(&format!("{text:?}")))
}

#[test]
fn absent_is_created_and_removed_without_a_trace() {
    let fixture = Fixture::new();
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Create, ""));
    let written = [
        "SKILL.md 0644 \"one\\n\"",
        "empty 0644 \"\"",
        "scripts/",
        "scripts/deep/",
        "scripts/deep/run.sh 0755 \"#!/bin/sh\\n\"",
    ];
    assert_eq!(inside(&fixture), written);
    let change = &applied.plan.changes[0];
    assert_eq!(change.before, None);
    let Some(Fingerprint::Tree(files)) = &change.after else { panic!("{:?}", change.after) };
    let listed: Vec<_> =
        files.iter().map(|file| (file.path.as_str(), file.mode.as_deref().unwrap())).collect();
    assert_eq!(listed, [("SKILL.md", "0644"), ("empty", "0644"), ("scripts/deep/run.sh", "0755")]);
    assert!(files[0].hash.starts_with("sha256:"));
    let diff = change.diff.as_deref().unwrap();
    assert!(diff.contains("+++ b/.claude/skills/a/SKILL.md\n@@ -0,0 +1 @@\n+one\n"), "{diff}");
    let applied = fixture.apply(&projection([]));
    assert_eq!(action(&applied), (Remove, "no longer declared"));
    assert!(fixture.tree().is_empty() && fixture.backups().is_empty());
}

#[test]
fn an_update_follows_the_source_file_by_file() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    fixture.write(&format!("{TREE}/mine/notes.md"), "mine");
    let applied = fixture
        .apply(&copy(&fixture, &[("SKILL.md*", "two\n"), ("empty*", ""), ("references/new.md", "new\n")]));
    assert_eq!(action(&applied), (Update, "`empty` has mode 0644 and gets 0755"));
    assert!(applied.backups.is_empty());
    assert_eq!(
        inside(&fixture),
        [
            "SKILL.md 0755 \"two\\n\"",
            "empty 0755 \"\"",
            "mine/",
            "mine/notes.md 0644 \"mine\"",
            "references/",
            "references/new.md 0644 \"new\\n\"",
        ]
    );
    let diff = applied.plan.changes[0].diff.as_deref().unwrap();
    for part in ["-one\n+two\n", "--- a/.claude/skills/a/scripts/deep/run.sh\n+++ /dev/null", "+new\n"] {
        assert!(diff.contains(part), "{diff}");
    }
    // And the bit goes again.
    fixture.apply(&copy(&fixture, &[("SKILL.md", "two\n"), ("empty", "")]));
    assert_eq!(inside(&fixture)[..2], ["SKILL.md 0644 \"two\\n\"", "empty 0644 \"\""]);
}

#[test]
fn a_mode_that_agrees_with_the_source_is_kept_and_another_is_set_back() {
    let fixture = Fixture::new();
    fixture.write(&format!("{TREE}/SKILL.md"), "one");
    fixture.write_with_mode(&format!("{TREE}/SKILL.md"), "one", 0o664);
    assert_eq!(
        action(&fixture.apply(&copy(&fixture, &[("SKILL.md", "one")]))),
        (Adopt, "it is there already")
    );
    fixture.apply(&copy(&fixture, &[("SKILL.md", "two")]));
    assert_eq!(inside(&fixture), ["SKILL.md 0664 \"two\""]);
    fixture.write_with_mode(&format!("{TREE}/SKILL.md"), "two", 0o600);
    let applied = fixture.apply(&copy(&fixture, &[("SKILL.md", "two")]));
    assert_eq!(action(&applied), (Update, "`SKILL.md` has mode 0600 and gets 0664"));
    assert_eq!(inside(&fixture), ["SKILL.md 0664 \"two\""]);
}

#[test]
fn edited_files_are_backed_up_and_named() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    fixture.write(&format!("{TREE}/SKILL.md"), "edited");
    fixture.remove(&format!("{TREE}/scripts/deep/run.sh"));
    fixture.link(&format!("{TREE}/scripts/deep/run.sh"), "/elsewhere");
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Update, "edited since it was written: `SKILL.md`, `scripts/deep/run.sh`"));
    assert_eq!(applied.backups.len(), 2);
    assert!(backed_up(&fixture, "edited"));
    assert!(fixture.backups().iter().any(|line| line.ends_with("-> /elsewhere")));
    assert_eq!(inside(&fixture)[0], "SKILL.md 0644 \"one\\n\"");
    assert_eq!(inside(&fixture)[4], "scripts/deep/run.sh 0755 \"#!/bin/sh\\n\"");
    // Refused, when asked to, with nothing written.
    fixture.write(&format!("{TREE}/SKILL.md"), "again");
    let before = fixture.tree();
    let refused = fixture.try_apply(&copy(&fixture, FILES), Conflict::Refuse).unwrap_err();
    assert!(refused.is_refusal());
    assert_eq!(refused.to_string(), "`.claude/skills/a/SKILL.md` of the target would be set aside");
    assert_eq!(fixture.tree(), before);
}

#[test]
fn what_is_equal_to_the_new_source_is_recorded() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    fixture.write(&format!("{TREE}/SKILL.md"), "two");
    fixture.write(&format!("{TREE}/added.md"), "added");
    let wanted = copy(&fixture, &[("SKILL.md", "two"), FILES[1], FILES[2], ("added.md", "added")]);
    let applied = fixture.apply(&wanted);
    assert_eq!(action(&applied), (Unchanged, ""));
    assert!(!applied.plan.is_unchanged());
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn gone_files_and_folders_are_written_again() {
    let fixture = Fixture::new();
    let wanted = copy(&fixture, FILES);
    fixture.apply(&wanted);
    let before = fixture.tree();
    for gone in [TREE.to_owned(), format!("{TREE}/scripts"), format!("{TREE}/scripts/deep")] {
        fs_err::remove_dir_all(fixture.at(&gone)).unwrap();
        let applied = fixture.apply(&wanted);
        let expected = if gone == TREE { (Create, "it is gone") } else { (Update, "") };
        assert_eq!(action(&applied), expected);
        assert_eq!(fixture.tree(), before);
    }
    fixture.remove(&format!("{TREE}/empty"));
    fixture.apply(&wanted);
    assert_eq!(fixture.tree(), before);
}

#[test]
fn what_the_source_no_longer_has_goes_unless_it_was_edited() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, &[("SKILL.md", "one"), ("old/a", "a"), ("old/b", "b"), ("gone/c", "c")]));
    fixture.write(&format!("{TREE}/old/a"), "edited");
    let applied = fixture.apply(&copy(&fixture, &[("SKILL.md", "one")]));
    assert_eq!(action(&applied), (Update, "edited and no longer in the source, so it stays: `old/a`"));
    assert_eq!(inside(&fixture), ["SKILL.md 0644 \"one\"", "old/", "old/a 0644 \"edited\""]);
    // From now on it is the user's.
    let applied = fixture.apply(&projection([]));
    assert_eq!(action(&applied), (Update, "no longer declared; not ours, so it stays: `old`"));
    assert_eq!(inside(&fixture), ["old/", "old/a 0644 \"edited\""]);
}

#[test]
fn a_file_of_the_user_gives_way_to_one_of_the_source() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, &[("SKILL.md", "one")]));
    fixture.write(&format!("{TREE}/new.md"), "mine");
    let applied = fixture.apply(&copy(&fixture, &[("SKILL.md", "one"), ("new.md", "ours")]));
    assert_eq!(action(&applied), (Update, "edited since it was written: `new.md`"));
    assert!(backed_up(&fixture, "mine"));
}

#[test]
fn files_become_folders_and_folders_files() {
    let fixture = Fixture::new();
    let file = copy(&fixture, &[("SKILL.md", "one"), ("x", "file")]);
    let folder = copy(&fixture, &[("SKILL.md", "one"), ("x/y/z", "inner"), ("x/w", "")]);
    for edit in [false, true] {
        fixture.apply(&file);
        if edit {
            fixture.write(&format!("{TREE}/x"), "edited file");
        }
        let applied = fixture.apply(&folder);
        assert_eq!(applied.backups.len(), usize::from(edit));
        assert_eq!(inside(&fixture)[1..], ["x/", "x/w 0644 \"\"", "x/y/", "x/y/z 0644 \"inner\""]);
        if edit {
            fixture.write(&format!("{TREE}/x/mine"), "added");
        }
        let applied = fixture.apply(&file);
        assert_eq!(applied.backups.len(), usize::from(edit));
        assert_eq!(inside(&fixture)[1..], ["x 0644 \"file\""]);
    }
    assert!(backed_up(&fixture, "edited file") && backed_up(&fixture, "added"));
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn a_folder_in_the_place_of_a_file_is_set_aside() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    fixture.remove(&format!("{TREE}/SKILL.md"));
    fixture.write(&format!("{TREE}/SKILL.md/mine"), "mine");
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Update, "edited since it was written: `SKILL.md`"));
    assert!(backed_up(&fixture, "mine"));
    assert_eq!(inside(&fixture)[0], "SKILL.md 0644 \"one\\n\"");
}

#[test]
fn a_linked_folder_inside_is_never_followed() {
    let fixture = Fixture::new();
    for outside in ["target/elsewhere", "outside"] {
        let outside = fixture.home.path().join(outside);
        fixture.apply(&copy(&fixture, FILES));
        fs_err::create_dir_all(outside.join("deep")).unwrap();
        fs_err::write(outside.join("deep/run.sh"), "#!/bin/sh\n").unwrap();
        fs_err::remove_dir_all(fixture.at(&format!("{TREE}/scripts"))).unwrap();
        fixture.link(&format!("{TREE}/scripts"), &outside.display().to_string());
        // Nobody's on removal, replaced on update.
        let plan = fixture.plan(&projection([]));
        assert_eq!(actions(&plan)[0].2, "no longer declared; not ours, so it stays: `scripts`");
        let applied = fixture.apply(&copy(&fixture, FILES));
        assert_eq!(action(&applied), (Update, "edited since it was written: `scripts`"));
        assert!(fs_err::symlink_metadata(fixture.at(&format!("{TREE}/scripts"))).unwrap().is_dir());
        assert_eq!(fs_err::read(outside.join("deep/run.sh")).unwrap(), b"#!/bin/sh\n");
        // The copy may have been linked as a whole, too.
        fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
        fixture.link(TREE, &outside.display().to_string());
        assert_eq!(action(&fixture.apply(&copy(&fixture, FILES))), (Update, "edited since it was written"));
        fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
        fixture.link(TREE, &outside.display().to_string());
        assert_eq!(action(&fixture.apply(&projection([]))), (Keep, "edited since it was written"));
        fixture.remove(TREE);
        assert!(outside.join("deep/run.sh").exists());
    }
}

#[test]
fn special_files_in_the_way_stop_all_and_others_do_not() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    let fifo = |path: &str| {
        let status = std::process::Command::new("mkfifo").arg(fixture.at(path)).status();
        assert!(status.unwrap().success());
    };
    fifo(&format!("{TREE}/mine"));
    fixture.apply(&copy(&fixture, FILES));
    for path in ["SKILL.md", "scripts/deep/run.sh", "scripts"] {
        let path = format!("{TREE}/{path}");
        let aside = fixture.home.path().join("aside");
        fs_err::rename(fixture.at(&path), &aside).unwrap();
        fifo(&path);
        let before = fixture.identities();
        let error = fixture.try_apply(&copy(&fixture, FILES), Conflict::Backup).unwrap_err();
        assert!(error.is_refusal());
        let problems: Vec<_> = error.into_problems().into_iter().map(|problem| problem.message).collect();
        assert_eq!(problems, [format!("`{path}` in the target is a FIFO")]);
        assert_eq!(fixture.identities(), before);
        fixture.remove(&path);
        fs_err::rename(aside, fixture.at(&path)).unwrap();
    }
    fixture.remove(&format!("{TREE}/mine"));
    fixture.apply(&copy(&fixture, FILES));
}

#[test]
fn a_foreign_folder_is_set_aside_whole_and_comes_back() {
    let fixture = Fixture::new();
    fixture.write_with_mode(&format!("{TREE}/SKILL.md"), "mine", 0o600);
    fixture.write(&format!("{TREE}/deep/er/x"), "x");
    fixture.link(&format!("{TREE}/link"), "/nowhere");
    let before = fixture.tree();
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Replace, "not written by assembly"));
    assert_eq!(applied.backups, [(TREE.to_owned(), ".assembly/backups/folder-.claude-skills-a".to_owned())]);
    assert_eq!(inside(&fixture).len(), 5);
    fixture.apply(&copy(&fixture, &[("SKILL.md", "two")]));
    let applied = fixture.apply(&projection([]));
    assert_eq!(action(&applied), (Remove, "no longer declared; what stood there before comes back"));
    assert_eq!(fixture.tree(), before);
    assert!(fixture.backups().is_empty());
}

#[test]
fn a_foreign_file_or_link_comes_back() {
    for link in [false, true] {
        let fixture = Fixture::new();
        if link {
            fixture.link(TREE, "/my/own");
        } else {
            fixture.write_with_mode(TREE, "mine", 0o640);
        }
        let before = fixture.tree();
        assert_eq!(action(&fixture.apply(&copy(&fixture, FILES))), (Replace, "not written by assembly"));
        let applied = fixture.apply(&projection([]));
        assert_eq!(action(&applied), (Remove, "no longer declared; what stood there before comes back"));
        assert_eq!(fixture.tree(), before);
    }
}

#[test]
fn an_original_waits_while_the_user_has_something_there() {
    let fixture = Fixture::new();
    fixture.write(&format!("{TREE}/SKILL.md"), "original");
    fixture.apply(&copy(&fixture, FILES));
    fixture.write(&format!("{TREE}/notes.md"), "mine");
    fixture.write(&format!("{TREE}/empty"), "edited");
    let applied = fixture.apply(&projection([]));
    assert_eq!(
        action(&applied),
        (
            Update,
            "no longer declared; edited since it was written, so it stays: `empty`; not ours, so it stays: \
             `notes.md`; what stood there before is `.assembly/backups/folder-.claude-skills-a`"
        )
    );
    assert_eq!(inside(&fixture), ["empty 0644 \"edited\"", "notes.md 0644 \"mine\""]);
    assert!(backed_up(&fixture, "original"));
}

#[test]
fn the_same_folder_is_adopted_and_comes_back_after_updates() {
    let fixture = Fixture::new();
    fixture.write_with_mode(&format!("{TREE}/SKILL.md"), "one\n", 0o664);
    fixture.write_with_mode(&format!("{TREE}/scripts/deep/run.sh"), "#!/bin/sh\n", 0o700);
    fixture.write(&format!("{TREE}/empty"), "");
    let before = fixture.tree();
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Adopt, "it is there already"));
    assert!(applied.backups.is_empty());
    fixture.apply(&projection([]));
    assert_eq!(fixture.tree(), before);
    let two: &[(&str, &str)] = &[("SKILL.md*", "two\n"), ("new/x", "x")];
    for updates in [
        vec![copy(&fixture, two)],
        vec![projection([fixture.skill_link("a")])],
        vec![projection([fixture.skill_link("a")]), copy(&fixture, two)],
    ] {
        fixture.apply(&copy(&fixture, FILES));
        for update in updates {
            fixture.apply(&update);
        }
        fixture.apply(&projection([]));
        assert_eq!(fixture.tree(), before);
    }
    // With something more, or another bit, it is another folder.
    fixture.write(&format!("{TREE}/more/x"), "");
    assert_eq!(action(&fixture.apply(&copy(&fixture, FILES))).0, Replace);
    fixture.apply(&projection([]));
    fs_err::remove_dir_all(fixture.at(&format!("{TREE}/more"))).unwrap();
    fixture.write_with_mode(&format!("{TREE}/empty"), "", 0o755);
    assert_eq!(action(&fixture.apply(&copy(&fixture, FILES))).0, Replace);
}

#[test]
fn links_become_copies_and_copies_links_without_a_trace() {
    let fixture = Fixture::new();
    let (link, copy) = (projection([fixture.skill_link("a")]), copy(&fixture, FILES));
    fixture.apply(&link);
    let linked = fixture.tree();
    assert_eq!(action(&fixture.apply(&copy)), (Update, ""));
    assert_eq!(inside(&fixture).len(), 5);
    assert_eq!(action(&fixture.apply(&link)), (Update, ""));
    assert_eq!(fixture.tree(), linked);
    assert!(fixture.backups().is_empty());
    // With something of the user's inside, the whole folder is kept.
    fixture.apply(&copy);
    fixture.write(&format!("{TREE}/mine"), "mine");
    let applied = fixture.apply(&link);
    assert_eq!(action(&applied), (Update, "edited since it was written"));
    assert_eq!(applied.backups, [(TREE.to_owned(), ".assembly/backups/folder-.claude-skills-a".to_owned())]);
    assert_eq!(fixture.tree(), linked);
    assert!(backed_up(&fixture, "mine"));
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn a_link_that_became_a_folder_is_set_aside_unless_it_is_the_copy() {
    let fixture = Fixture::new();
    for (text, expected) in [("one\n", (Unchanged, "")), ("mine", (Update, "edited since it was written"))] {
        fixture.apply(&projection([fixture.skill_link("a")]));
        fixture.remove(TREE);
        fixture.write(&format!("{TREE}/SKILL.md"), text);
        assert_eq!(action(&fixture.apply(&copy(&fixture, &FILES[..1]))), expected);
        fixture.apply(&projection([]));
        assert!(fixture.tree().is_empty());
    }
    assert!(backed_up(&fixture, "mine"));
}

#[test]
fn a_link_into_a_source_is_ours() {
    let fixture = Fixture::new();
    fixture.link(TREE, &fixture.skill("b"));
    let applied = fixture.apply(&copy(&fixture, FILES));
    assert_eq!(action(&applied), (Update, "it is a link to a skill"));
    assert!(applied.backups.is_empty());
    fixture.apply(&projection([]));
    assert!(!fixture.at(TREE).exists());
}

#[test]
fn what_is_no_longer_declared_and_gone_is_dropped() {
    let fixture = Fixture::new();
    fixture.apply(&copy(&fixture, FILES));
    fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
    assert_eq!(action(&fixture.apply(&projection([]))).0, Drop);
    assert!(fixture.tree().is_empty());
    fixture.write(&format!("{TREE}/SKILL.md"), "original");
    fixture.apply(&copy(&fixture, FILES));
    fs_err::remove_dir_all(fixture.at(TREE)).unwrap();
    assert_eq!(action(&fixture.apply(&projection([]))).0, Drop);
    assert_eq!(inside(&fixture), ["SKILL.md 0644 \"original\""]);
}

#[test]
fn odd_names_and_bytes_are_copied() {
    let fixture = Fixture::new();
    let mut artifact =
        fixture.skill_copy("a", &[("SKILL.md", ""), ("a b/new\nline", "x"), ("é/.hidden", "y"), ("- ", "z")]);
    let Content::Tree { files, .. } = &mut artifact.content else { unreachable!() };
    files[0].bytes = vec![0, 0xff, 0xfe, b'\n'];
    let wanted = projection([artifact]);
    let applied = fixture.apply(&wanted);
    assert!(applied.plan.changes[0].diff.as_deref().unwrap().contains("no text: 0 bytes, then 4\n"));
    for path in ["a b/new\nline", "é/.hidden", "- ", "SKILL.md"] {
        assert!(fixture.at(&format!("{TREE}/{path}")).is_file(), "{path}");
    }
    fixture.apply(&projection([]));
    assert!(fixture.tree().is_empty());
}

#[test]
fn a_copy_is_never_made_in_or_over_its_source() {
    let fixture = Fixture::new();
    let tree = |source: &str| {
        let mut artifact = fixture.skill_copy("a", FILES);
        if let Content::Tree { source: at, .. } = &mut artifact.content {
            *at = fixture.at(source).display().to_string();
        }
        projection([artifact])
    };
    fixture.write(&format!("{TREE}/SKILL.md"), "source");
    for source in [TREE, ".claude/skills", ".claude", "."] {
        let before = fixture.identities();
        let error = fixture.try_apply(&tree(source), Conflict::Backup).unwrap_err();
        let codes: Vec<_> = error.into_problems().into_iter().map(|problem| problem.code.name).collect();
        assert_eq!(codes, ["assembly::plan::own-source"], "{source}");
        assert_eq!(fixture.identities(), before);
    }
    fs_err::remove_dir_all(fixture.at(".claude")).unwrap();
    assert!(fixture.try_apply(&tree("."), Conflict::Backup).unwrap_err().is_refusal());
}

#[test]
fn a_skill_that_stays_for_its_files_counts_as_foreign_for_ignore_lines() {
    let fixture = Fixture::new();
    let with_lines = |names: &[&str]| {
        let trees: Vec<Artifact> = names.iter().map(|name| fixture.skill_copy(name, FILES)).collect();
        let ignores = vec![Ignore::Folder {
            line: ".claude/skills/".to_owned(),
            path: ".claude/skills".to_owned(),
            entries: names.iter().map(|name| (*name).to_owned()).collect(),
        }];
        Projection { ignores, ..projection(trees) }
    };
    let ignored = || fs_err::read_to_string(fixture.at(".gitignore")).unwrap();
    fixture.apply(&with_lines(&["a", "b"]));
    assert_eq!(ignored(), ".claude/skills/\n");
    fixture.apply(&with_lines(&["b"]));
    assert_eq!(ignored(), ".claude/skills/\n");
    fixture.apply(&with_lines(&["a", "b"]));
    fixture.write(&format!("{TREE}/mine"), "mine");
    fixture.apply(&with_lines(&["a", "b"]));
    assert_eq!(ignored(), ".claude/skills/\n");
    fixture.apply(&with_lines(&["b"]));
    assert_eq!(ignored(), "/.claude/skills/b\n");
}
