//! What the user wrote: none of it goes, whatever it looks like.

use std::os::unix::fs::MetadataExt;

use crate::support::World;

const SETTINGS: &str = ".claude/settings.local.json";

/// Bytes of a file that somebody wrote by hand.
const OWN: [&[u8]; 5] = [b"# Mine\n", b"no newline", b"a\r\nb\r\n", b"\xff\xfe\x00", b""];

/// Whether the listed backups hold a text, so that a user finds it again.
fn is_backed_up(world: &World, path: &str, bytes: &[u8]) -> bool {
    let listed = world.assembly(["backups", "list", "app-mac-agent"]).succeeds().stdout;
    let stands = |backup: &str| std::fs::read(world.target(backup)).is_ok_and(|found| found == bytes);
    let mut waiting = vec![world.target(".assembly/backups")];
    let mut found = false;
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let at = entry.unwrap().path();
            if at.is_dir() {
                waiting.push(at);
            } else {
                found |= stands(at.strip_prefix(world.target("")).unwrap().to_str().unwrap());
            }
        }
    }
    found && listed.contains(path)
}

#[test]
fn a_claude_md_written_by_hand_is_never_touched() {
    for (git, own) in OWN.iter().flat_map(|own| [(false, own), (true, own)]) {
        let world = World::full();
        let paths =
            ["CLAUDE.md", ".claude/CLAUDE.md", "docs/CLAUDE.md", "AGENTS.md", ".claude/settings.json"];
        for path in paths {
            world.write(format!("target/{path}"), own).mode(format!("target/{path}"), 0o640);
        }
        if git {
            world.git_init();
        }
        let bytes = || paths.map(|path| std::fs::read(world.target(path)).unwrap());
        let before = bytes();
        let inodes = || paths.map(|path| std::fs::metadata(world.target(path)).unwrap().ino());
        let same = inodes();
        world.run();
        world.launcher("    modules \"two.md\"");
        world.run();
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        assert_eq!(bytes(), before);
        assert_eq!(inodes(), same);
    }
}

#[test]
fn what_was_written_by_hand_is_in_the_backups_and_comes_back() {
    for path in
        ["CLAUDE.local.md", SETTINGS, ".claude/skills/review/SKILL.md", ".claude/skills/review/more/a b"]
    {
        for own in OWN {
            let world = World::full();
            world.write(format!("target/{path}"), own);
            let before = world.snapshot();
            let ran = world.run();
            let listed = if path.contains("skills") { ".claude/skills/review" } else { path };
            assert!(ran.stderr.contains("saved") && ran.stderr.contains(listed), "{path}: {ran}");
            assert!(is_backed_up(&world, listed, own), "{path}: {}", own.escape_ascii());
            world.run();
            assert!(is_backed_up(&world, listed, own), "{path}: {}", own.escape_ascii());
            world.assembly(["clean", "app-mac-agent"]).succeeds();
            assert_eq!(world.snapshot(), before, "{path}");
        }
    }
}

#[test]
fn a_backup_that_fails_stops_what_it_was_for() {
    for (path, in_the_way) in [
        ("CLAUDE.local.md", ".assembly/backups"),
        (SETTINGS, ".assembly/backups"),
        (".claude/skills/review/SKILL.md", ".assembly/backups"),
    ] {
        for is_link in [false, true] {
            let world = World::full();
            world.write(format!("target/{path}"), "mine\n");
            if is_link {
                world.link(format!("target/{in_the_way}"), "../nowhere");
            } else {
                world.write(format!("target/{in_the_way}"), "a file\n");
            }
            let run = world.assembly(["run", "app-mac-agent"]).into_command().output().unwrap();
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(matches!(run.status.code(), Some(1 | 2)), "{path}: {said}");
            assert!(said.contains("backups"), "{path}: {said}");
            assert_eq!(std::fs::read(world.target(path)).unwrap(), b"mine\n", "{path}: {said}");
            assert!(!world.path("record/done").exists(), "{path}: an agent was started");
        }
    }
}

#[test]
fn settings_that_do_not_parse_are_never_replaced_unsaid() {
    for own in [
        "{ // mine\n  \"permissions\": { \"allow\": [\"Bash(ls)\"] }\n}\n",
        "{ \"permissions\": { \"deny\": [\"Read(.env)\"], } }\n",
        "{ \"permissions\": { \"allow\": [\"Ba",
        "/* */ {}",
        "[]",
        "null",
        "",
        "\u{feff}{}",
        "{} {}",
    ] {
        let file = format!("target/{SETTINGS}");
        let merging = World::full();
        let manifest = std::fs::read_to_string(merging.path("hub/launchers.kdl")).unwrap();
        merging.manifest(&manifest.replacen("    modules", "    settings \"merge\"\n    modules", 1));
        merging.write(&file, own);
        let before = merging.snapshot();
        // What the harness reads as an object is one for us too.
        if !matches!(own, "" | "\u{feff}{}") {
            merging
                .assembly(["run", "app-mac-agent", "--no-launch"])
                .exits_with(1)
                .says(&["settings.local.json", "assembly::settings::"]);
            assert_eq!(merging.snapshot(), before, "{own:?}");
        }
        let overwriting = World::full();
        overwriting.write(&file, own);
        overwriting.assembly(["plan"]).succeeds().prints(&["replace", SETTINGS]);
        overwriting
            .assembly(["run", "app-mac-agent", "--conflict", "refuse"])
            .exits_with(1)
            .says(&[SETTINGS]);
        let ran = overwriting.run();
        assert!(ran.stderr.contains("saved") && ran.stderr.contains(SETTINGS), "{own:?}: {ran}");
        assert!(is_backed_up(&overwriting, SETTINGS, own.as_bytes()), "{own:?}");
        overwriting.assembly(["clean", "app-mac-agent"]).succeeds();
        assert_eq!(overwriting.snapshot(), before, "{own:?}");
    }
}

#[test]
fn settings_that_the_project_commits_are_said_with_the_way_out() {
    for form in ["", "gitignore #false", "gitignore \"exclude\""] {
        let world = World::full();
        let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        world.manifest(&manifest.replacen("    modules", &format!("    {form}\n    modules"), 1));
        world.git_init();
        world.write(format!("target/{SETTINGS}"), "{}\n");
        world.git(["add", "--force", SETTINGS]);
        world.git(["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "x"]);
        let said = ["assembly::plan::tracked", SETTINGS, "rm --cached"];
        world.assembly(["check"]).succeeds().says(&said);
        world.run().says(&said);
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        // What is committed is as it was, so the repository has no change of ours.
        assert!(!world.git_status().contains(SETTINGS), "{form}: {}", world.git_status());
    }
}

#[test]
fn two_launchers_of_one_name_stop_and_are_both_shown() {
    let launcher = |name: &str, module: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    modules \"{module}\"\n}}\n"
        )
    };
    for (first, second, included) in [
        ("a-agent", "a-agent", false),
        ("a-agent", "a-agent", true),
        ("caf\u{e9}-agent", "caf\u{e9}-agent", true),
    ] {
        let world = World::full();
        if included {
            world.write("hub/more.kdl", launcher(second, "two.md"));
            world.manifest(&format!("include \"more.kdl\"\n{}", launcher(first, "one.md")));
        } else {
            world.manifest(&(launcher(first, "one.md") + &launcher(second, "two.md")));
        }
        let before = world.snapshot();
        let places =
            if included { ["more.kdl:1", "launchers.kdl:2"] } else { ["launchers.kdl:1", "launchers.kdl:6"] };
        world.assembly(["check"]).exits_with(1).says(&places).says(&[first]);
        world.assembly(["run", first, "--no-launch"]).exits_with(1).says(&[first]);
        assert_eq!(world.snapshot(), before, "{first} {second}");
    }
}
