//! `mode="copy"`: skills as folders of their own in the target.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::support::World;

const COPY: &str = ".claude/skills/review";

/// A launcher with one skill, which has a script.
fn world(mode: &str) -> World {
    let world = World::new();
    world.skill("review").write("hub/skills/review/scripts/run.sh", "#!/bin/sh\n");
    world.mode("hub/skills/review/scripts/run.sh", 0o700);
    declare(&world, mode);
    world
}

fn declare(world: &World, mode: &str) {
    world.launcher(&format!("skills \"review\" mode=\"{mode}\""));
}

fn assemble(world: &World) {
    world.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds();
}

#[test]
fn a_copy_follows_its_source_and_a_second_run_writes_nothing() {
    let world = world("copy");
    world.assembly(["check"]).succeeds().keeps_silent_about(&["copy"]);
    assemble(&world);
    let script = world.target(COPY).join("scripts/run.sh");
    assert_eq!(std::fs::metadata(&script).unwrap().permissions().mode() & 0o7777, 0o755);
    let before = world.snapshot();
    assemble(&world);
    assert_eq!(world.snapshot(), before);
    std::fs::remove_file(world.path("hub/skills/review/scripts/run.sh")).unwrap();
    world.assembly(["plan"]).succeeds().prints(&["update", COPY, "-#!/bin/sh"]);
    assemble(&world);
    assert!(!world.target(COPY).join("scripts").exists());
    assert!(world.target(COPY).join("SKILL.md").is_file());
}

#[test]
fn the_document_lists_the_files_of_a_copy() {
    let world = world("copy");
    let plan = world.assembly(["plan", "--json"]).succeeds().json();
    let change = &plan["launchers"][0]["changes"][0];
    assert_eq!((&change["kind"], &change["before"]), (&json!("tree"), &json!(null)));
    let script = &change["after"][1];
    assert_eq!((&script["path"], &script["mode"]), (&json!("scripts/run.sh"), &json!("0755")));
    assert!(script["hash"].as_str().unwrap().starts_with("sha256:"));
}

#[test]
fn an_edit_is_planned_saved_and_named() {
    let world = world("copy");
    assemble(&world);
    world
        .write(format!("target/{COPY}/SKILL.md"), "mine\n")
        .write(format!("target/{COPY}/notes.md"), "notes\n");
    world.assembly(["plan"]).succeeds().prints(&["edited since it was written: `SKILL.md`", "-mine"]);
    world
        .assembly(["run", "app-mac-agent", "--no-launch", "--conflict", "refuse"])
        .exits_with(1)
        .says(&[".claude/skills/review/SKILL.md"]);
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .succeeds()
        .says(&["SKILL.md", ".assembly/backups/"]);
    assert_eq!(std::fs::read_to_string(world.target(COPY).join("notes.md")).unwrap(), "notes\n");
}

#[test]
fn links_and_copies_leave_no_trace_of_each_other() {
    let world = world("link");
    world.write("target/.claude/skills/mine/SKILL.md", "my own\n");
    assemble(&world);
    declare(&world, "copy");
    assemble(&world);
    assert!(!world.target(COPY).is_symlink() && world.target(COPY).is_dir());
    declare(&world, "link");
    assemble(&world);
    assert!(world.target(COPY).is_symlink());
    assert!(!world.target(".assembly/backups").exists());
    assert!(world.target(".claude/skills/mine/SKILL.md").is_file());
}

#[test]
fn a_skill_that_cannot_be_copied_is_left_out_and_its_file_named() {
    let world = world("copy");
    world.write("secret", "secret\n").link("hub/skills/review/leak", world.path("secret"));
    let message = "skill `review` holds `leak`, which is a link to";
    world.assembly(["check"]).exits_with(1).says(&["assembly::skill::unusable"]);
    world.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds().says(&[message]);
    assert!(!world.target(COPY).exists());
    // A link is the agent's to follow, so `run` makes it; that the skill has a flaw is said by `check`.
    declare(&world, "link");
    world.assembly(["check"]).exits_with(1).says(&["assembly::skill::leaves-skill"]);
    world.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds();
    assert!(world.target(COPY).is_symlink());
}
