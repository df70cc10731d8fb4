//! `status`: what is not as it was written or declared, and why.

use std::path::Path;

use serde_json::Value;

use crate::support::{Ran, Snapshot, World};

/// State and cause of each artifact of the first row.
fn states(ran: &Ran) -> Vec<(String, String, String)> {
    let document = ran.json();
    assert_eq!(document["format"], "assembly.status/1");
    artifacts(&document["targets"][0])
}

fn artifacts(row: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |artifact: &Value| (text(&artifact["path"]), text(&artifact["state"]), text(&artifact["cause"]));
    row["artifacts"].as_array().unwrap().iter().map(of).collect()
}

fn state_of(world: &World, path: &str, code: i32) -> (String, String) {
    let ran = world.assembly(["status", "--json"]).exits_with(code);
    let found = states(&ran).into_iter().find(|(known, ..)| known == path);
    let (_, state, cause) = found.unwrap_or_else(|| panic!("{path} is not in {ran}"));
    (state, cause)
}

fn is(state: &str, cause: &str) -> (String, String) {
    (state.to_owned(), cause.to_owned())
}

const FILE: &str = "CLAUDE.local.md";
const SETTINGS: &str = ".claude/settings.local.json";

#[test]
fn after_a_run_there_is_no_drift_and_nothing_is_written() {
    let world = World::full();
    world.git_init();
    world.run();
    let before = (Snapshot::of_identity(&world.target("")), Snapshot::of_identity(&world.path("home")));
    let ran = world.assembly(["status"]).succeeds();
    ran.stdout("app-mac-agent → [ROOT]/target\n  5 artifacts as written\n").stderr("");
    assert!(
        states(&world.assembly(["status", "--json"]).succeeds()).iter().all(|(_, state, _)| state == "clean")
    );
    world.write("target/CLAUDE.local.md", "edited\n");
    let edited = Snapshot::of_identity(&world.target(""));
    world.assembly(["status"]).exits_with(1);
    assert_eq!(Snapshot::of_identity(&world.target("")), edited);
    assert_eq!(Snapshot::of_identity(&world.path("home")), before.1);
}

#[test]
fn drift_is_never_reported_without_saying_why() {
    let world = World::full();
    world.run();
    world.write("target/CLAUDE.local.md", "edited\n");
    std::fs::remove_file(world.target(SETTINGS)).unwrap();
    world.write("target/.gitignore", ".claude/skills/\nmine\n");
    world.assembly(["status"]).exits_with(1).stdout(
        "app-mac-agent → [ROOT]/target\n\
         \x20 edited     CLAUDE.local.md\n\
         \x20            edited here since it was written\n\
         \x20            `assembly plan app-mac-agent` shows the difference;\n\
         \x20            `assembly run app-mac-agent` sets the edit aside and writes it anew\n\
         \x20 missing    .claude/settings.local.json\n\
         \x20            removed since it was written\n\
         \x20            `assembly run app-mac-agent` writes it\n\
         \x20 edited     .gitignore\n\
         \x20            taken out since: `CLAUDE.local.md`, `.claude/settings.local.json`\n\
         \x20            `assembly run app-mac-agent` adds them again; `gitignore #false` in\n\
         \x20            the launcher leaves ignore files alone\n\
         \x20 2 artifacts as written\n",
    );
}

#[test]
fn a_changed_module_and_a_changed_manifest_are_told_apart() {
    let world = World::full();
    world.run();
    world.module("two.md", "# Other\n");
    assert_eq!(state_of(&world, FILE, 1), is("stale", "`modules/two.md` changed"));
    world.run();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.module("three.md", "# Three\n");
    world.manifest(&manifest.replace("\"two.md\"", "\"three.md\""));
    let cause = "`modules/three.md` is new in it; `modules/two.md` is no longer part of it";
    assert_eq!(state_of(&world, FILE, 1), is("stale", cause));
    world.manifest(&manifest.replace("\"one.md\" \"two.md\"", "\"two.md\" \"one.md\""));
    let cause = "the manifest changed: its sources have another order";
    assert_eq!(state_of(&world, FILE, 1), is("stale", cause));
    world.manifest(&manifest.replace("timeout=5", "timeout=6"));
    assert_eq!(state_of(&world, SETTINGS, 1), is("stale", "what is declared for it changed"));
    world.manifest(&manifest.replace("skills \"review\" ", "skills "));
    assert_eq!(state_of(&world, ".claude/skills/review", 1), is("stale", "no longer declared"));
    world.module("two.md", "# {{HOME}}\n").manifest(&manifest);
    world.run();
    world.write("elsewhere/x", "");
    let ran = world.assembly(["status", "--json"]).env("HOME", world.path("elsewhere"));
    let ran = ran.env("XDG_STATE_HOME", world.path("home/.local/state")).exits_with(1);
    assert_eq!(states(&ran)[0].2, "the manifest changed");
}

#[test]
fn a_copied_skill_says_what_of_it_changed_and_where() {
    let world = World::full();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&manifest.replace("skills \"review\"", "skills mode=\"copy\" \"review\""));
    for file in ["a", "b", "c"] {
        world.write(format!("hub/skills/review/{file}"), "1\n");
    }
    world.run();
    let skill = ".claude/skills/review";
    assert_eq!(state_of(&world, skill, 0).0, "clean");
    world.write("hub/skills/review/a", "2\n");
    assert_eq!(state_of(&world, skill, 1), is("stale", "changed in the source: `a`"));
    std::fs::remove_file(world.target(format!("{skill}/b"))).unwrap();
    let cause = "removed since it was written: `b`; changed in the source: `a`";
    assert_eq!(state_of(&world, skill, 1), is("missing", cause));
    world.write(format!("target/{skill}/c"), "3\n");
    let cause =
        "edited since it was written: `c`; removed since it was written: `b`; changed in the source: `a`";
    assert_eq!(state_of(&world, skill, 1), is("edited", cause));
}

#[test]
fn a_changed_mode_is_an_edit() {
    let world = World::full();
    world.run();
    world.mode(Path::new("target").join(FILE), 0o600);
    let (state, cause) = state_of(&world, FILE, 1);
    assert_eq!((state.as_str(), cause.as_str()), ("edited", "its mode is 0600, 0644 was written"));
}

#[test]
fn what_is_not_ours_by_the_ledger_is_unmanaged_also_before_the_first_run() {
    let world = World::full();
    world.assembly(["status"]).succeeds().prints(&["inactive: it has not run there yet"]);
    world.write("target/CLAUDE.local.md", "mine\n");
    assert_eq!(state_of(&world, FILE, 1), is("unmanaged", "not written by assembly"));
    assert_eq!(
        world.assembly(["status", "--json"]).exits_with(1).json()["targets"][0]["artifacts"][1]["state"],
        "inactive"
    );
    world.run();
    std::fs::remove_dir_all(world.target(".assembly")).unwrap();
    let cause = "it is what would be written, but the ledger does not know it";
    assert_eq!(state_of(&world, FILE, 1), is("unmanaged", cause));
}

const TWO: &str = "launcher \"one-agent\" {\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    modules \
                   \"one.md\"\n}\nlauncher \"two-agent\" {\n    target \"../other\"\n    cli \"agent\" \
                   harness=\"claude\"\n    modules \"two.md\"\n}\n";

#[test]
fn the_launcher_that_does_not_hold_the_target_is_inactive() {
    let world = World::full();
    world.manifest(&TWO.replace("../other", "../target"));
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    let ran = world.assembly(["status"]).succeeds();
    ran.prints(&["two-agent → [ROOT]/target\n  inactive: launcher `one-agent` was the last to run there\n"]);
    let document = world.assembly(["status", "two-agent", "--json"]).succeeds().json();
    assert!(artifacts(&document["targets"][0]).iter().all(|(_, state, _)| state == "inactive"));
}

#[test]
fn a_missing_target_is_said_and_does_not_stop_the_others() {
    let world = World::full();
    world.manifest(TWO);
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    let ran = world.assembly(["status"]).exits_with(2);
    ran.prints(&["one-agent → [ROOT]/target\n"]).says(&["there is no target `[ROOT]/other`"]);
    world.assembly(["status", "one-agent"]).succeeds();
    world.assembly(["status", "nobody"]).exits_with(2).says(&["there is no launcher `nobody`"]);
}

#[test]
fn a_launcher_whose_target_is_not_known_has_left_nothing_behind() {
    let world = World::full();
    world.manifest(TWO);
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    for target in ["target \"$NOT_SET/x\"", ""] {
        world.manifest(&TWO.replacen("target \"../target\"", target, 1));
        let ran = world.assembly(["status"]).exits_with(2);
        assert!(!ran.stdout.contains("left behind"), "{target}: {ran}");
    }
}

#[test]
fn what_a_deleted_or_redirected_launcher_left_behind_is_found_and_taken_back() {
    for (change, why) in [
        (("one-agent", "three-agent"), "the hub has no launcher `one-agent` any more"),
        (("../target", "../new"), "launcher `one-agent` opens another target now"),
    ] {
        let world = World::full();
        world.write("other/x", "").write("new/x", "").write("target/CLAUDE.local.md", "mine\n");
        let before = world.snapshot();
        world.manifest(TWO);
        world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
        let mut moved = TWO.replace(change.0, change.1);
        if change.0 == "one-agent" {
            moved = moved.replace("../target", "../new");
        }
        world.manifest(&moved);
        let ran = world.assembly(["status"]).exits_with(1).prints(&[
            &format!("one-agent → [ROOT]/target\n  left behind: {why}\n"),
            "  stale      CLAUDE.local.md\n",
            "`assembly clean --target [ROOT]/target`",
        ]);
        assert!(
            ran.stdout.lines().all(|line| line.chars().count() <= 80 || line.contains("[ROOT]")),
            "{ran}"
        );
        let document = world.assembly(["status", "one-agent", "--json"]).exits_with(1).json();
        let rows = document["targets"].as_array().unwrap();
        let left = rows.iter().find(|row| row["target"] == "[ROOT]/target");
        assert!(artifacts(left.unwrap()).iter().all(|(_, state, cause)| state == "stale" && cause == why));
        world.assembly(["clean", "one-agent"]).succeeds();
        assert_eq!(world.snapshot(), before);
        world.assembly(["status"]).succeeds().keeps_silent_about(&["left behind"]);
    }
}

#[test]
fn another_hub_s_targets_are_none_of_this_one_s_business() {
    let world = World::full();
    world.run();
    world.write("hub2/launchers.kdl", "");
    let ran = world.assembly(["--hub", "../hub2", "status"]).succeeds();
    ran.stdout("").says(&["nothing to look at"]);
}

#[test]
fn a_journal_that_waits_is_reported_and_left_alone() {
    let world = World::full();
    world.run();
    world.write("target/.assembly/journal.json", "{}");
    let before = Snapshot::of_identity(&world.target(""));
    world.assembly(["status"]).exits_with(1).says(&["assembly::plan::interrupted"]);
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
}

#[test]
fn a_state_folder_that_cannot_be_written_is_a_warning_at_most() {
    let world = World::full();
    world.write("home/.local", "a file");
    world.run().says(&["warning: cannot remember for `status`"]);
    world.run().keeps_silent_about(&["remember"]);
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch"]);
    ran.env("XDG_STATE_HOME", "relative").succeeds();
}

#[test]
fn many_runs_at_once_remember_all_their_targets() {
    let world = World::full();
    let mut text = String::new();
    for number in 0..8 {
        let target = format!("../target-{number}");
        text += &TWO.replace("one-agent", &format!("one{number}-agent")).replace("../target", &target);
        text = text.split("launcher \"two-agent\"").collect::<Vec<_>>()[0].to_owned();
        world.write(format!("target-{number}/x"), "");
    }
    world.manifest(&text);
    let children: Vec<_> = (0..8)
        .map(|number| {
            let name = format!("one{number}-agent");
            world.assembly(["run", &name, "--no-launch", "-q"]).into_command().spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let folder = std::fs::read_dir(world.path("home/.local/state/assembly/targets")).unwrap();
    assert_eq!(folder.count(), 8);
    world.manifest("");
    let ran = world.assembly(["status"]).exits_with(1);
    assert_eq!(ran.stdout.matches("left behind").count(), 8, "{ran}");
}

#[test]
fn a_file_is_traced_to_its_launcher_and_line() {
    let world = World::full();
    world.run();
    world.assembly(["status", "--file", "../target/CLAUDE.local.md"]).succeeds().stdout(
        "[ROOT]/target/CLAUDE.local.md\n  made by launcher app-mac-agent\n  [ROOT]/hub/launchers.kdl:4: \
         \"one.md\"\n  clean: as it was written\n",
    );
    // From anywhere in the target: the hub is remembered.
    let ran = world.assembly(["status", "--file", "skills/review", "--json"]).at(world.target(".claude"));
    let document = ran.succeeds().json();
    let row = &document["targets"][0];
    assert_eq!(row["launcher"], "app-mac-agent");
    assert_eq!(row["artifacts"][0]["path"], ".claude/skills/review");
    assert_eq!(row["artifacts"][0]["declared"]["line"], 5);
    let inside = world.target(".claude/skills/review/SKILL.md");
    let ran = world.assembly(["status", "--file"]).into_command().arg(inside).output().unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    assert!(text.contains("a file of the hub, seen through this link"), "{text}");
    world
        .assembly(["status", "--file", "../target/.gitignore"])
        .succeeds()
        .prints(&["with lines of ours in it"]);
    std::fs::remove_file(world.target(FILE)).unwrap();
    world.assembly(["status", "--file", "../target/CLAUDE.local.md"]).exits_with(1).prints(&["missing: "]);
}

#[test]
fn a_file_that_is_not_ours_is_called_so() {
    let world = World::full();
    world.write("target/mine", "mine").write("target/CLAUDE.local.md", "mine");
    world.assembly(["status", "--file", "../target/mine"]).exits_with(1).prints(&["  not ours"]);
    let ran = world.assembly(["status", "--file", "../target/CLAUDE.local.md"]).exits_with(1);
    ran.prints(&[
        "launcher app-mac-agent would write it",
        "launchers.kdl:4",
        "unmanaged: not written by assembly",
    ]);
    let ran = world.assembly(["status", "--file", "nowhere", "--json"]).exits_with(1);
    assert_eq!(ran.json()["targets"].as_array().unwrap().len(), 0);
}
