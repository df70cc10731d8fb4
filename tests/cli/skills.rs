//! `skill check`, `skill install`, `skill uninstall` and `new skill`.

use std::os::unix::fs::PermissionsExt;

use crate::support::World;

/// A world with a valid skill in `source/review`, with a script.
fn with_source() -> World {
    let world = World::new();
    world.write(
        "source/review/SKILL.md",
        "\u{feff}---\r\nname: review\r\ndescription: Reviews a change.\r\n---\r\n\r\nRead it.\r\n",
    );
    world.write("source/review/scripts/run.sh", "#!/bin/sh\n").mode("source/review/scripts/run.sh", 0o755);
    world
}

fn install<'a>(world: &'a World, owner: &str, more: &[&str]) -> crate::support::Invocation<'a> {
    let (path, into) =
        (world.path("source/review").display().to_string(), world.path("home/skills").display().to_string());
    let words = ["skill", "install", &path, "--into", &into, "--owner", owner];
    world.assembly(words.iter().chain(more)).at("/")
}

fn uninstall<'a>(world: &'a World, owner: &str, more: &[&str]) -> crate::support::Invocation<'a> {
    let from = world.path("home/skills").display().to_string();
    let words = ["skill", "uninstall", "review", "--from", &from, "--owner", owner];
    world.assembly(words.iter().chain(more)).at("/")
}

#[test]
fn check_finds_every_fault_of_a_skill_with_its_line() {
    let world = World::new();
    world.write(
        "home/bad/SKILL.md",
        "---\nname: other\ndescription: \"\"\nallowed_tools: Read\neffort: ultra\n---\n\nx\n",
    );
    let ran = world.assembly(["skill", "check", "~", "../home/bad"]).exits_with(1);
    let ran = ran.says(&["SKILL.md:2:", "SKILL.md:3:", "SKILL.md:4:", "SKILL.md:5:", "`allowed-tools`"]);
    assert!(ran.stderr.contains("checked 2 skills"), "{ran}");
    let ran = world.assembly(["skill", "check", "../home/bad", "--format", "json"]).exits_with(1);
    assert_eq!(ran.json()["format"], "assembly.check/1");
    assert_eq!(ran.json()["diagnostics"][0]["labels"][0]["line"], 2);
}

#[test]
fn check_takes_a_folder_of_skills_and_needs_no_hub() {
    let world = with_source();
    world
        .write("source/notes.txt", "x")
        .write("source/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\n\nx\n");
    let folder = world.path("source").display().to_string();
    world
        .assembly(["skill", "check", &folder])
        .at("/")
        .succeeds()
        .stdout("")
        .stderr("checked 2 skills of [ROOT]/source: nothing to report\n");
}

#[test]
fn check_of_the_hub_reads_every_skill_and_run_leaves_a_broken_one_out() {
    let world = World::full();
    world.write("hub/skills/unlisted/SKILL.md", "---\nname: unlisted\n---\n\nx\n");
    world.assembly(["check"]).exits_with(1).says(&["skills/unlisted/SKILL.md", "description"]);
    world.assembly(["check", "app-mac-agent"]).succeeds();
    world.write(
        "hub/skills/review/SKILL.md",
        "---\nname: review\ndescription: d\nallowed_tools: Read\n---\n\nx\n",
    );
    world.run().says(&["warning assembly::skill::", "skills/review/SKILL.md:4:"]);
    assert!(std::fs::symlink_metadata(world.target(".claude/skills/review")).is_err());
    assert!(world.target(".claude/skills/release-notes/SKILL.md").is_file());
    world.assembly(["run", "app-mac-agent", "--no-launch", "--strict"]).exits_with(1);
}

#[test]
fn an_installed_copy_is_byte_for_byte_and_belongs_to_its_owner() {
    let world = with_source();
    install(&world, "team", &[]).succeeds().stdout("").says(&["create", "review"]);
    let read = |path: &str| std::fs::read(world.path(path)).unwrap();
    assert_eq!(read("home/skills/review/SKILL.md"), read("source/review/SKILL.md"));
    let mode =
        std::fs::metadata(world.path("home/skills/review/scripts/run.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    install(&world, "team", &[]).succeeds().says(&["unchanged"]);
    install(&world, "other", &[]).exits_with(1).says(&["belongs to `team`, not to `other`"]);
    uninstall(&world, "other", &[]).exits_with(1).says(&["belongs to `team`"]);
    // The next version follows: bits, gone files, and what the user added stays.
    world.mode("source/review/scripts/run.sh", 0o644).write("source/review/new.md", "new\n");
    world.write("home/skills/review/mine.md", "mine\n");
    install(&world, "team", &[]).succeeds();
    let mode =
        std::fs::metadata(world.path("home/skills/review/scripts/run.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o644);
    assert_eq!(read("home/skills/review/mine.md"), b"mine\n");
    std::fs::remove_file(world.path("source/review/new.md")).unwrap();
    install(&world, "team", &[]).succeeds();
    assert!(!world.path("home/skills/review/new.md").exists());
    uninstall(&world, "team", &[]).succeeds();
    assert_eq!(read("home/skills/review/mine.md"), b"mine\n");
    assert!(!world.path("home/skills/review/SKILL.md").exists());
    uninstall(&world, "team", &[]).exits_with(1);
}

#[test]
fn edits_are_saved_or_refused() {
    let world = with_source();
    install(&world, "team", &[]).succeeds();
    world.write("home/skills/review/SKILL.md", "edited\n");
    uninstall(&world, "team", &[]).exits_with(1).says(&["`SKILL.md`", "--force"]);
    install(&world, "team", &[]).succeeds().says(&["saved", "~/skills/.assembly/backups/"]);
    world.write("home/skills/review/SKILL.md", "edited again\n");
    uninstall(&world, "team", &["--force"]).succeeds().says(&["saved"]);
    assert!(!world.path("home/skills/review").exists());
    uninstall(&world, "team", &[]).succeeds().says(&["nothing to do"]);
}

#[test]
fn what_nobody_owns_is_taken_over_only_when_asked() {
    let world = with_source();
    world.write("home/skills/review/SKILL.md", "by hand\n");
    install(&world, "team", &[]).exits_with(1).says(&["nobody", "--adopt"]);
    uninstall(&world, "team", &[]).exits_with(1);
    install(&world, "team", &["--adopt"]).succeeds().says(&["saved"]);
}

#[test]
fn a_skill_with_faults_is_not_installed() {
    let world = with_source();
    world.write("source/review/NUL.txt", "x");
    world.write("outside", "x").link("source/review/out", world.path("outside"));
    assert!(world.command("mkfifo", [world.path("source/review/pipe")]).status().unwrap().success());
    install(&world, "team", &[]).exits_with(1).says(&["NUL.txt", "out", "pipe"]);
    assert!(!world.path("home/skills").exists());
    let world = with_source();
    install(&world, "no tag", &[]).exits_with(1).says(&["no tag"]);
    let file = std::fs::File::create(world.path("source/review/big")).unwrap();
    file.set_len(100 << 20).unwrap();
    install(&world, "team", &[]).exits_with(1).says(&["big", "8 MiB"]);
    assert!(!world.path("home/skills").exists());
}

#[test]
fn a_target_of_launchers_is_governed_by_its_ledger() {
    let world = with_source();
    world.module("one.md", "x\n").launcher("    modules \"one.md\"");
    world.run();
    let (path, into) = (world.path("source/review"), world.target(".claude/skills"));
    let words = [path.as_os_str(), "--into".as_ref(), into.as_os_str(), "--owner".as_ref(), "team".as_ref()];
    let mut command = world.assembly(["skill", "install"]).into_command();
    let output = command.args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_new_skill_is_valid_from_the_start() {
    let world = World::full();
    world
        .assembly([
            "new",
            "skill",
            "ship-it",
            "--description",
            "Ships it: all of it, \"now\".",
            "--when-to-use",
            "Before a release",
            "--allowed-tools",
            "Read",
            "--allowed-tools",
            "Bash(git diff:*)",
            "--effort",
            "high",
            "--argument-hint",
            "[version]",
        ])
        .succeeds()
        .says(&["skills/ship-it/SKILL.md", "skills \"ship-it\""]);
    let folder = world.path("hub/skills/ship-it").display().to_string();
    world.assembly(["skill", "check", &folder, "--deny-warnings"]).succeeds();
    world.assembly(["check"]).succeeds();
    let text = std::fs::read_to_string(world.path("hub/skills/ship-it/SKILL.md")).unwrap();
    assert!(text.starts_with("---\nname: ship-it\ndescription: "), "{text}");
    world.assembly(["new", "skill", "ship-it", "--description", "x"]).exits_with(1).says(&["exists already"]);
    world
        .assembly(["new", "skill", "Ship_It", "--description", "x"])
        .exits_with(1)
        .says(&["Ship_It", "help: did you mean `ship-it`?"]);
    world.assembly(["new", "skill", "other", "--description", "two\nlines"]).exits_with(1);
    world
        .assembly(["new", "skill", "other", "--description", "x", "--effort", "ultra"])
        .exits_with(2)
        .says(&["xhigh"]);
    assert!(!world.path("hub/skills/other").exists());
}
