//! The row `gitignore` of the artifacts.

use std::process::Command;

use super::*;
use crate::plan::Action::{Create, Remove, Unchanged, Update};

const ALL: &str = "CLAUDE.local.md\n.claude/skills/\n";

/// The lines for an instruction file and the links to `skills`, with those links.
fn with_lines(fixture: &Fixture, skills: &[&str]) -> Projection {
    let links: Vec<Artifact> = skills.iter().map(|name| fixture.skill_link(name)).collect();
    let path = "CLAUDE.local.md".to_owned();
    Projection {
        ignores: vec![
            Ignore::Path { line: path.clone(), path },
            Ignore::Folder {
                line: ".claude/skills/".to_owned(),
                path: ".claude/skills".to_owned(),
                entries: skills.iter().map(|name| (*name).to_owned()).collect(),
            },
        ],
        ..projection(links)
    }
}

fn ignored(fixture: &Fixture) -> String {
    String::from_utf8(fs_err::read(fixture.at(".gitignore")).unwrap()).unwrap()
}

fn last_change(applied: &Applied) -> (Action, &str) {
    let change = applied.plan.changes.iter().find(|change| change.path == ".gitignore").unwrap();
    (change.action, change.reason.as_str())
}

fn git(fixture: &Fixture, words: &[&str]) -> String {
    let output = Command::new("git").args(words).current_dir(fixture.target()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A target in a repository, with git at hand.
fn repository() -> Fixture {
    let mut fixture = Fixture::new();
    fixture.options.git = Some("git".into());
    git(&fixture, &["init", "-q"]);
    fixture
}

#[test]
fn no_file_is_created_and_removed_again() {
    let fixture = Fixture::new();
    let applied = fixture.apply(&with_lines(&fixture, &[]));
    assert_eq!(last_change(&applied), (Create, "adds `CLAUDE.local.md`, `.claude/skills/`"));
    assert_eq!(fixture.tree(), [format!(".gitignore 0644 {ALL:?}")]);
    let applied = fixture.apply(&projection([]));
    assert_eq!(last_change(&applied).0, Remove);
    assert!(fixture.tree().is_empty());
}

#[test]
fn what_stands_there_stays_byte_for_byte() {
    for before in ["", "x\n", "x", "x\r\n", "x\r\ny", "\u{feff}x\n"] {
        let fixture = Fixture::new();
        fixture.write_with_mode(".gitignore", before, 0o664);
        let tree = fixture.tree();
        fixture.apply(&with_lines(&fixture, &["a"]));
        let end = if before.contains('\r') { "\r\n" } else { "\n" };
        let glue = if before.is_empty() || before.ends_with('\n') { "" } else { end };
        assert_eq!(ignored(&fixture), format!("{before}{glue}{}", ALL.replace('\n', end)));
        fixture.apply(&projection([]));
        assert_eq!(fixture.tree(), tree);
    }
}

#[test]
fn a_newline_that_the_user_typed_stays_wherever_ours_go() {
    // What the user makes of the file after the first run.
    let edits: [fn(&str) -> String; 3] = [
        |text| format!("{text}*.log\n"),
        |_| "dist\n".to_owned(),
        |text| text.replacen(".claude/skills/\n", "*.log\n.claude/skills/\n", 1),
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        for is_shared in [true, false] {
            let fixture = Fixture::new();
            fixture.write(".gitignore", "dist");
            fixture.apply(&with_lines(&fixture, &["a"]));
            fixture.write(".gitignore", edit(&ignored(&fixture)));
            if is_shared {
                // Then the line for the folder gives way to single ones, at the end.
                fixture.write(".claude/skills/mine/SKILL.md", "");
            }
            fixture.apply(&with_lines(&fixture, &["a"]));
            crate::apply::clean(&fixture.target(), &mut |_| {}).unwrap();
            let text = ignored(&fixture);
            assert!(text == "dist\n*.log\n" || text == "dist\n", "{number} {is_shared}: {text:?}");
        }
    }
}

#[test]
fn a_line_of_others_is_not_doubled_and_not_taken_out() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", "CLAUDE.local.md");
    fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(ignored(&fixture), ALL);
    fixture.apply(&projection([]));
    assert_eq!(ignored(&fixture), "CLAUDE.local.md");
}

#[test]
fn a_line_that_was_taken_out_by_hand_comes_back_once() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture, &["a"]));
    fixture.write(".gitignore", "mine\n.claude/skills/\n");
    let applied = fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(last_change(&applied), (Update, "adds `CLAUDE.local.md`"));
    assert_eq!(ignored(&fixture), "mine\n.claude/skills/\nCLAUDE.local.md\n");
}

#[test]
fn a_folder_that_is_shared_gets_single_lines() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture, &["a", "b"]));
    assert_eq!(ignored(&fixture), ALL);
    fixture.write(".claude/skills/mine/SKILL.md", "");
    let applied = fixture.apply(&with_lines(&fixture, &["a", "b"]));
    let reason = "adds `/.claude/skills/a`, `/.claude/skills/b`; takes out `.claude/skills/`";
    assert_eq!(last_change(&applied), (Update, reason));
    assert_eq!(ignored(&fixture), "CLAUDE.local.md\n/.claude/skills/a\n/.claude/skills/b\n");
    // One skill less, then nothing foreign any more.
    fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(ignored(&fixture), "CLAUDE.local.md\n/.claude/skills/a\n");
    fixture.remove(".claude/skills/mine/SKILL.md");
    fs_err::remove_dir(fixture.at(".claude/skills/mine")).unwrap();
    fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(ignored(&fixture), ALL);
}

#[test]
fn what_leaves_or_comes_back_counts_as_after_the_apply() {
    let fixture = Fixture::new();
    // Set aside at `a`, so not foreign; comes back at `a` when only `b` is declared.
    fixture.write(".claude/skills/a/SKILL.md", "mine");
    fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(ignored(&fixture), ALL);
    fixture.apply(&with_lines(&fixture, &["b"]));
    assert_eq!(ignored(&fixture), "CLAUDE.local.md\n/.claude/skills/b\n");
    // Ours and no longer declared, so not foreign.
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture, &["a"]));
    fixture.apply(&with_lines(&fixture, &["b"]));
    assert_eq!(ignored(&fixture), ALL);
}

#[test]
fn a_folder_line_of_others_covers_single_lines() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", ".claude/skills/\n");
    fixture.write(".claude/skills/mine/SKILL.md", "");
    fixture.apply(&with_lines(&fixture, &["a"]));
    assert_eq!(ignored(&fixture), ".claude/skills/\nCLAUDE.local.md\n");
}

#[test]
fn a_linked_ignore_file_is_left_alone() {
    let fixture = Fixture::new();
    fixture.write("real", "x");
    fixture.link(".gitignore", "real");
    let applied = fixture.apply(&with_lines(&fixture, &["a"]));
    let codes: Vec<_> = applied.problems.iter().map(|problem| problem.code.name).collect();
    assert_eq!(codes, ["assembly::plan::gitignore-left-alone"]);
    assert_eq!(fs_err::read(fixture.at("real")).unwrap(), b"x");
}

#[test]
fn a_harness_leaves_the_lines_of_another() {
    let fixture = Fixture::new();
    let one = with_lines(&fixture, &[]);
    let other = Projection { harness: "other", ..named("two", []) };
    let lines =
        vec![one.ignores[0].clone(), Ignore::Path { line: "OTHER.md".into(), path: "OTHER.md".into() }];
    fixture.apply(&one);
    fixture.apply(&Projection { ignores: lines, ..other.clone() });
    assert_eq!(ignored(&fixture), format!("{ALL}OTHER.md\n"));
    fixture.apply(&projection([]));
    assert_eq!(ignored(&fixture), "CLAUDE.local.md\nOTHER.md\n");
    fixture.apply(&other);
    assert!(fixture.tree().is_empty());
}

#[test]
fn lines_that_are_covered_are_not_added() {
    for cover in ["/CLAUDE.local.md\n.claude\n", "*.local.md\n.claude/*\n", "CLAUDE.*\n**/skills/*\n"] {
        let fixture = repository();
        fixture.write(".gitignore", cover);
        let applied = fixture.apply(&with_lines(&fixture, &["a"]));
        assert_eq!(last_change(&applied), (Unchanged, ""), "{cover:?}");
        assert_eq!(ignored(&fixture), cover);
        assert_eq!(git(&fixture, &["status", "--porcelain"]), "?? .gitignore\n");
    }
}

#[test]
fn covers_are_looked_for_above_and_in_the_repository_only() {
    let mut fixture = repository();
    fixture.write("inner/.keep", "");
    fixture.write(".gitignore", "CLAUDE.local.md\n");
    fixture.write(".git/info/exclude", ".claude/\n");
    let target = fixture.at("inner");
    let wanted = with_lines(&fixture, &["a"]);
    apply(&target, &wanted, &fixture.options, Conflict::Backup, &mut |_| {}).unwrap();
    assert!(!target.join(".gitignore").exists());
    // Without git, or with a negation after the cover, the lines are needed.
    fixture.write(".gitignore", "CLAUDE.local.md\n!CLAUDE.local.md\n");
    fixture.write(".git/info/exclude", "");
    fs_err::remove_file(target.join(".claude/skills/a")).unwrap();
    apply(&target, &wanted, &fixture.options, Conflict::Backup, &mut |_| {}).unwrap();
    assert_eq!(fs_err::read(target.join(".gitignore")).unwrap(), ALL.as_bytes());
    fixture.options.git = None;
}

#[test]
fn what_the_user_excludes_everywhere_does_not_count() {
    let mut fixture = repository();
    let git = fixture.home.path().join("git.sh");
    let config = fixture.home.path().join("config");
    fs_err::create_dir_all(config.join("git")).unwrap();
    fs_err::write(config.join("git/ignore"), ALL).unwrap();
    let script = format!("#!/bin/sh\nXDG_CONFIG_HOME='{}' exec git \"$@\"\n", config.display());
    fs_err::write(&git, script).unwrap();
    fs_err::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
    fixture.options.git = Some(git);
    let applied = fixture.apply(&with_lines(&fixture, &["a"]));
    assert!(applied.problems.is_empty());
    assert_eq!(ignored(&fixture), ALL);
}

#[test]
fn git_is_asked_again_only_when_the_file_changed() {
    let mut fixture = repository();
    fixture.write(".gitignore", "*.local.md\n.claude\n");
    let wanted = with_lines(&fixture, &["a"]);
    fixture.apply(&wanted);
    // A git that cannot even be started is not noticed while nothing changes.
    let real = fixture.options.git.replace("/nonexistent/git".into());
    let mut problems = Problems::new();
    assert!(plan(&fixture.target(), &wanted, &fixture.options, &mut problems).unwrap().is_unchanged());
    assert!(problems.is_empty());
    fixture.options.git = real;
    fixture.write(".gitignore", "*.local.md\n");
    let applied = fixture.apply(&wanted);
    assert_eq!(last_change(&applied), (Update, "adds `.claude/skills/`"));
    // Covered once more, but a line that is ours stays ours.
    fixture.write(".gitignore", "*.local.md\n.claude/skills/\n.claude\n");
    fixture.apply(&wanted);
    fixture.apply(&projection([]));
    assert_eq!(ignored(&fixture), "*.local.md\n.claude\n");
}

#[test]
fn a_git_that_fails_leaves_its_findings_out() {
    let mut fixture = repository();
    fixture.options.git = Some("/nonexistent/git".into());
    let applied = fixture.try_apply(&with_lines(&fixture, &["a"]), Conflict::Backup).unwrap();
    let codes: Vec<_> = applied.problems.iter().map(|problem| problem.code.name).collect();
    assert_eq!(codes, ["assembly::plan::git-failed"]);
    assert_eq!(ignored(&fixture), ALL);
}

#[test]
fn tracked_artifacts_are_warned_of() {
    let mut fixture = repository();
    fixture.write("CLAUDE.local.md", "theirs");
    fixture.write(".claude/skills/a/SKILL.md", "theirs");
    git(&fixture, &["add", "."]);
    let wanted =
        projection([fixture.file("CLAUDE.local.md", "x"), fixture.skill_link("a"), fixture.skill_link("b")]);
    let warned = |problems: &Problems| {
        problems.iter().filter(|problem| problem.code.name == "assembly::plan::tracked").count()
    };
    assert_eq!(warned(&fixture.apply(&wanted).problems), 2);
    let again = fixture.try_apply(&wanted, Conflict::Backup).unwrap();
    assert_eq!(warned(&again.problems), 0);
    fixture.options.ask_tracked = true;
    let again = fixture.try_apply(&wanted, Conflict::Backup).unwrap();
    assert_eq!(warned(&again.problems), 2);
}

fn warned(problems: &Problems) -> Vec<&str> {
    let about = problems.iter().filter(|problem| problem.code.name == "assembly::plan::not-ignored");
    about.map(|problem| problem.message.as_str()).collect()
}

#[test]
fn lines_without_effect_are_warned_of() {
    // Below ours, and in a folder between.
    for (file, text, source) in [
        (
            ".gitignore",
            "CLAUDE.local.md\n!CLAUDE.*\n.claude/skills/\n",
            "line 2 of `.gitignore` is `!CLAUDE.*`",
        ),
        (".claude/.gitignore", "!skills/\n", "line 1 of `.claude/.gitignore` is `!skills/`"),
    ] {
        let mut fixture = repository();
        fixture.write(file, text);
        fs_err::create_dir_all(fixture.at(".claude/skills")).unwrap();
        let wanted = with_lines(&fixture, &["a"]);
        let applied = fixture.apply(&wanted);
        let [message] = warned(&applied.problems)[..] else { panic!("{file}: {:?}", applied.problems) };
        assert!(message.ends_with(source), "{message}");
        // Asked again by `check`, and by nobody else while nothing changes.
        assert!(warned(&fixture.try_apply(&wanted, Conflict::Backup).unwrap().problems).is_empty());
        fixture.options.ask_tracked = true;
        assert_eq!(warned(&fixture.try_apply(&wanted, Conflict::Backup).unwrap().problems).len(), 1);
    }
    // A folder that is ignored as a whole is not looked into.
    let fixture = repository();
    fixture.write(".claude/skills/.gitignore", "!*\n");
    fixture.write(".gitignore", "/.claude/skills/\n");
    assert!(warned(&fixture.apply(&with_lines(&fixture, &["a"])).problems).is_empty());
}

#[test]
fn a_cover_that_is_gone_is_noticed_by_check() {
    let mut fixture = repository();
    fixture.write(".gitignore", "*.local.md\n");
    fixture.write(".git/info/exclude", ".claude\n");
    let wanted = with_lines(&fixture, &["a"]);
    assert!(warned(&fixture.apply(&wanted).problems).is_empty());
    fixture.write(".git/info/exclude", "");
    fixture.options.ask_tracked = true;
    let mut problems = Problems::new();
    let plan = plan(&fixture.target(), &wanted, &fixture.options, &mut problems).unwrap();
    let change = plan.changes.last().unwrap();
    assert_eq!((change.path.as_str(), change.reason.as_str()), (".gitignore", "adds `.claude/skills/`"));
}

#[test]
fn git_is_told_where_things_really_lie() {
    let mut fixture = repository();
    fixture.write("tools/.keep", "");
    fixture.link(".claude", "tools");
    fixture.options.ask_tracked = true;
    let applied = fixture.apply(&with_lines(&fixture, &["a"]));
    assert!(applied.problems.is_empty(), "{:?}", applied.problems);
    assert_eq!(ignored(&fixture), "CLAUDE.local.md\n/tools/skills/\n");
    fixture.write("CLAUDE.local.md", "");
    let status = git(&fixture, &["status", "--porcelain", "--untracked-files=all"]);
    assert_eq!(status, "?? .claude\n?? .gitignore\n?? tools/.keep\n");
    fixture.apply(&projection([]));
    assert!(!fixture.at(".gitignore").exists());
}

#[test]
fn a_line_that_is_no_longer_exactly_ours_is_left_and_not_said() {
    let fixture = Fixture::new();
    fixture.apply(&with_lines(&fixture, &["a"]));
    let edited = "CLAUDE.local.md  \n.claude/skills/\n";
    fixture.write(".gitignore", edited);
    let applied = fixture.apply(&projection([]));
    assert_eq!(last_change(&applied).1, "takes out `.claude/skills/`");
    assert_eq!(ignored(&fixture), "CLAUDE.local.md  \n");
}

#[test]
fn a_file_that_ends_in_a_carriage_return_keeps_it() {
    let fixture = Fixture::new();
    fixture.write(".gitignore", "x\r");
    fixture.apply(&with_lines(&fixture, &["a"]));
    fixture.apply(&projection([]));
    assert_eq!(ignored(&fixture), "x\r");
}
