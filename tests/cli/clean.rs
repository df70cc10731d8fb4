//! `clean`: the target is what it was.

use crate::support::{Snapshot, World};

const FILE: &str = "CLAUDE.local.md";

#[test]
fn run_and_clean_leave_the_tree_as_it_was() {
    let world = World::full();
    world.git_init();
    world.write("target/CLAUDE.local.md", "mine\r\nno newline").mode("target/CLAUDE.local.md", 0o640);
    world.write("target/.gitignore", "*.log\r\nlast").write("target/.claude/settings.json", "{}");
    world.write("target/.claude/skills/review/SKILL.md", "my own\n");
    let before = world.snapshot();
    world.run();
    world.assembly(["clean", "app-mac-agent"]).succeeds().prints(&["nothing of assembly is left there"]);
    assert_eq!(world.snapshot(), before);
    assert!(!world.target(".assembly").exists());
    let ran = world.assembly(["clean", "app-mac-agent"]).succeeds();
    ran.stdout("[ROOT]/target\nnothing to take back\n").stderr("");
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_dry_run_says_it_and_writes_nothing() {
    let world = World::full();
    world.run();
    let before = (Snapshot::of_identity(&world.target("")), Snapshot::of_identity(&world.path("home")));
    let ran = world.assembly(["clean", "--target", "../target", "--dry-run"]).succeeds();
    ran.prints(&["  remove    CLAUDE.local.md", "5 artifacts would be taken back\n", "-# One"]);
    assert_eq!(
        (Snapshot::of_identity(&world.target("")), Snapshot::of_identity(&world.path("home"))),
        before
    );
}

#[test]
fn a_broken_manifest_or_no_hub_keeps_nobody_from_cleaning() {
    for broken in [true, false] {
        let world = World::full();
        let before = world.snapshot();
        world.run();
        if broken {
            world.manifest("launcher \"app-mac-agent\" {");
        } else {
            std::fs::remove_file(world.path("hub/launchers.kdl")).unwrap();
        }
        world.assembly(["clean", "another"]).exits_with(2);
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        assert_eq!(world.snapshot(), before);
        world.assembly(["clean", "app-mac-agent"]).exits_with(2);
        world.assembly(["clean", "--target", "../target"]).succeeds();
    }
}

#[test]
fn edited_files_and_what_only_the_backups_have_stay_and_are_named() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "original\n");
    world.run();
    world
        .write("target/CLAUDE.local.md", "my edit\n")
        .write("target/.claude/settings.local.json", "{ \"my\": 1 }");
    let ran = world.assembly(["clean", "app-mac-agent"]).succeeds();
    ran.says(&[
        "target/CLAUDE.local.md stays: edited since it was written",
        "settings.local.json stays",
        "[ROOT]/target/.assembly/backups keeps 1 thing that is nowhere else",
        "assembly backups list --target [ROOT]/target",
    ]);
    assert_eq!(std::fs::read_to_string(world.target(FILE)).unwrap(), "my edit\n");
    let ran = world.assembly(["backups", "list", "--target", "../target"]).succeeds();
    ran.prints(&["original  ", "CLAUDE.local.md\n", "1 backup\n"]);
    assert!(world.target(".assembly/.gitignore").exists());
}

#[test]
fn names_that_look_alike_and_folders_that_are_shared_are_left() {
    let world = World::full();
    world.run();
    for path in [".claude/skills/review2/SKILL.md", ".claude/skills/mine/SKILL.md", "CLAUDE.local.md.bak"] {
        world.write(format!("target/{path}"), "mine\n");
    }
    world.run();
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    let paths: Vec<String> = world.snapshot().paths().into_iter().map(str::to_owned).collect();
    assert_eq!(
        paths,
        [
            ".claude",
            ".claude/skills",
            ".claude/skills/mine",
            ".claude/skills/mine/SKILL.md",
            ".claude/skills/review2",
            ".claude/skills/review2/SKILL.md",
            "CLAUDE.local.md.bak"
        ]
    );
}

#[test]
fn what_an_owner_installed_stays() {
    let world = World::full();
    let install = ["skill", "install", "skills/review", "--into", "../target/s", "--owner", "me"];
    world.assembly(install).succeeds();
    let before = world.snapshot();
    world.assembly(["clean", "--target", "../target/s"]).succeeds().prints(&["nothing to take back"]);
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_target_that_is_gone_is_forgotten() {
    let world = World::full();
    world.run();
    world.assembly(["clean", "--target", "../nowhere"]).exits_with(2).says(&["there is no folder"]);
    std::fs::remove_dir_all(world.target("")).unwrap();
    world.assembly(["clean", "app-mac-agent"]).succeeds().says(&["is gone, and is forgotten"]);
    let folder = world.path("home/.local/state/assembly/targets");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn a_launcher_that_comes_to_declare_nothing_is_forgotten_too() {
    let world = World::full();
    world.run();
    world.launcher("    gitignore #false");
    world.run();
    let folder = world.path("home/.local/state/assembly/targets");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn a_state_folder_that_is_a_link_is_refused() {
    let world = World::full();
    world.write("elsewhere/ledger.json", "{}").link("target/.assembly", "../elsewhere");
    world.assembly(["clean", "--target", "../target"]).exits_with(1).says(&["assembly::plan::state-folder"]);
    assert!(world.path("elsewhere/ledger.json").exists());
}

#[test]
fn a_name_or_a_target_is_needed() {
    World::full().assembly(["clean"]).exits_with(2).says(&["--target"]);
}

#[test]
fn a_target_below_an_odd_name_is_remembered_and_cleaned() {
    let world = World::named("it's $a \"b\"\n\u{e9} c");
    world.module("one.md", "# One\n").launcher("    modules \"one.md\"");
    let before = world.snapshot();
    world.run();
    world.assembly(["status"]).succeeds().prints(&["2 artifacts as written"]);
    world.assembly(["status", "--file", "../target/CLAUDE.local.md"]).succeeds().prints(&["clean: "]);
    world.manifest("");
    let ran = world.assembly(["status"]).exits_with(1);
    let line = ran.stdout.lines().find(|line| line.contains("assembly clean --target")).unwrap();
    assert!(line.starts_with("  `assembly clean --target "), "{ran}");
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_second_clean_writes_nothing_whatever_is_left_in_the_state_folder() {
    let world = World::full();
    world.run();
    world.write("target/.assembly/mine.txt", "mine\n");
    // As a run leaves it that is killed before it has written into it.
    let session =
        std::fs::read_dir(world.target(".assembly/sessions")).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&session, "").unwrap();
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert!(!world.target(".assembly/sessions").exists());
    let before = Snapshot::of_identity(&world.target(""));
    let folder = || std::fs::metadata(world.target(".assembly")).unwrap().modified().unwrap();
    let time = folder();
    world.assembly(["clean", "app-mac-agent"]).succeeds().prints(&["nothing to take back"]);
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
    assert_eq!(folder(), time);
}

#[test]
fn what_stays_is_said_with_the_word_for_it() {
    let world = World::full();
    world.git_init();
    world.launcher("    modules \"one.md\"\n    skills \"review\" mode=\"copy\"\n    hooks\n    settings \"merge\" { model \"opus\" }");
    world.write("target/.gitignore", "dist\n").write("target/.claude/settings.local.json", "{\"a\": 1}\n");
    world.run();
    world
        .write("target/CLAUDE.local.md", "edited\n")
        .write("target/.claude/skills/review/notes.md", "mine\n");
    let ran = world.assembly(["clean", "app-mac-agent"]).succeeds();
    for (path, word) in [
        (".gitignore", "update"),
        (".claude/settings.local.json", "update"),
        (".claude/skills/review", "update"),
        ("CLAUDE.local.md", "keep"),
    ] {
        let is_row = |line: &&str| line.split_whitespace().nth(1) == Some(path);
        let row = ran.stdout.lines().find(is_row).unwrap_or_default();
        assert!(row.trim_start().starts_with(word), "{path}: {ran}");
    }
    ran.prints(&["nothing of assembly is left there but what was edited\n"]);
}
