//! Nothing the user wrote is ever lost: originals, backups, stale artifacts.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::World;

/// The bytes of every backup.
fn backups(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![world.target(".assembly/backups")];
    while let Some(folder) = folders.pop() {
        let Ok(listing) = std::fs::read_dir(folder) else { continue };
        for entry in listing {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.push(text);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_hand_written_file_is_saved_and_named_before_it_is_replaced() {
    let world = World::full();
    world
        .write("target/CLAUDE.local.md", "# Mine\n")
        .write("target/.claude/settings.local.json", "{ \"mine\": 1 }\n");
    world.write("target/.claude/skills/review/SKILL.md", "my own review\n");
    world.assembly(["plan"]).succeeds().prints(&["replace", "not written by assembly", "-# Mine"]);
    let ran = world.run();
    assert!(ran.stderr.contains("saved"), "{ran}");
    assert!(ran.stderr.contains("CLAUDE.local.md"), "{ran}");
    assert!(ran.stderr.contains(".assembly/backups/"), "{ran}");
    let saved = backups(&world);
    for text in ["# Mine\n", "{ \"mine\": 1 }\n", "my own review\n"] {
        assert!(saved.iter().any(|saved| saved == text), "{text:?} is not in {saved:?}");
    }
}

#[test]
fn refusing_names_every_conflict_and_writes_nothing() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "# Mine\n").write("target/.claude/settings.local.json", "{}\n");
    let before = world.snapshot();
    world
        .assembly(["run", "app-mac-agent", "--conflict", "refuse"])
        .exits_with(1)
        .says(&["CLAUDE.local.md", ".claude/settings.local.json"]);
    assert_eq!(world.snapshot(), before);
    assert!(!world.path("record/done").exists());
}

#[test]
fn an_edit_is_saved_and_later_backups_never_become_the_original() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "original\n");
    world.run();
    for edit in ["first edit\n", "second edit\n"] {
        world.write("target/CLAUDE.local.md", edit);
        world.assembly(["plan"]).succeeds().prints(&["update", "edited since it was written"]);
        world.run();
    }
    assert_eq!(backups(&world), ["first edit\n", "original\n", "second edit\n"]);
    world.launcher("");
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "original\n");
}

#[test]
fn what_is_no_longer_declared_goes_and_the_rest_stays() {
    let world = World::full();
    world
        .write("target/.claude/skills/mine/SKILL.md", "mine\n")
        .write("target/.claude/commands/go.md", "go\n");
    world.run();
    world.launcher("    gitignore #false");
    world.assembly(["plan"]).succeeds().prints(&["remove"]);
    world.run();
    assert_eq!(
        world.snapshot().without_ledger().paths(),
        [
            ".claude",
            ".claude/commands",
            ".claude/commands/go.md",
            ".claude/skills",
            ".claude/skills/mine",
            ".claude/skills/mine/SKILL.md"
        ]
    );
}

#[test]
fn an_edited_file_that_is_no_longer_declared_is_kept() {
    let world = World::full();
    world.run();
    world.write("target/CLAUDE.local.md", "edited\n");
    world.launcher("");
    world.assembly(["plan"]).succeeds().prints(&["keep", "edited"]);
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "edited\n");
    world.assembly(["plan", "--exit-code"]).succeeds();
}

#[test]
fn another_launcher_of_the_same_harness_replaces_the_projection() {
    let world = World::new();
    world.module("one.md", "1\n").module("two.md", "2\n").skill("review").skill("deploy");
    let launcher = |name: &str, nodes: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    {nodes}\n}}\n"
        )
    };
    let one = launcher("one-agent", "modules \"one.md\"; skills \"review\"");
    let two = launcher("two-agent", "modules \"two.md\"; skills \"deploy\"");
    world.manifest(&format!("{one}{two}"));
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    world.assembly(["plan"]).succeeds().prints(&["two-agent", "inactive", "nothing would change"]);
    let plan = world.assembly(["plan", "--json"]).succeeds().json();
    assert_eq!(plan["launchers"][1]["inactive"], "one-agent");
    assert_eq!(plan["launchers"][1]["changes"], serde_json::json!([]));
    world
        .assembly(["plan", "two-agent", "--exit-code"])
        .exits_with(1)
        .prints(&["remove", ".claude/skills/review"]);
    world.assembly(["run", "two-agent", "--no-launch"]).succeeds();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "2\n");
    assert!(std::fs::symlink_metadata(world.target(".claude/skills/review")).is_err());
    assert!(world.target(".claude/skills/deploy/SKILL.md").is_file());
}

#[test]
fn a_linked_parent_that_leaves_the_target_is_refused() {
    let world = World::full();
    std::fs::create_dir_all(world.path("elsewhere")).unwrap();
    world.link("target/.claude", world.path("elsewhere"));
    let before = world.snapshot();
    world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&[".claude", "elsewhere"]);
    assert_eq!(world.snapshot(), before);
    assert_eq!(std::fs::read_dir(world.path("elsewhere")).unwrap().count(), 0);
}

#[test]
fn a_link_at_an_artifacts_path_is_replaced_and_never_written_through() {
    let world = World::full();
    world.write("elsewhere.md", "precious\n").link("target/CLAUDE.local.md", world.path("elsewhere.md"));
    world.run();
    assert_eq!(std::fs::read_to_string(world.path("elsewhere.md")).unwrap(), "precious\n");
    assert!(std::fs::symlink_metadata(world.target("CLAUDE.local.md")).unwrap().is_file());
    world.launcher("");
    world.run();
    assert_eq!(std::fs::read_link(world.target("CLAUDE.local.md")).unwrap(), world.path("elsewhere.md"));
}

#[test]
fn special_files_are_refused_and_never_opened() {
    for place in [
        "target/CLAUDE.local.md",
        "hub/modules/one.md",
        "hub/hooks/guard.py",
        "target/.claude/settings.local.json",
    ] {
        let world = World::full();
        _ = std::fs::remove_file(world.path(place));
        std::fs::create_dir_all(world.path(place).parent().unwrap()).unwrap();
        assert!(world.command("mkfifo", [world.path(place)]).status().unwrap().success());
        let mut command = world.assembly(["check"]).into_command();
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begin.elapsed() > Duration::from_secs(20) {
                child.kill().unwrap();
                panic!("{place}: it hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{place}: {stderr}");
        assert!(stderr.contains("FIFO"), "{place}: {stderr}");
    }
}

#[test]
fn a_ledger_that_cannot_be_read_is_reported_and_nothing_is_guessed() {
    for (ledger, word) in
        [("{ broken", "ledger"), ("{\"format\": \"assembly.ledger/99\"}", "newer"), ("", "ledger")]
    {
        let world = World::full();
        world.write("target/.assembly/ledger.json", ledger);
        let before = world.snapshot();
        world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&[word, "ledger.json"]);
        // A problem of the target as a whole stands where the target is declared.
        let place = ["launchers.kdl:", "the target of `app-mac-agent`"];
        world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&place);
        world.assembly(["check"]).exits_with(1).says(&place);
        assert_eq!(world.snapshot(), before);
    }
}
