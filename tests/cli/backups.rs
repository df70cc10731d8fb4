//! `backups`: what was set aside can be seen and comes back.

use crate::support::{Snapshot, World};

const FILE: &str = "CLAUDE.local.md";

fn edited_twice() -> World {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "original\n").mode("target/CLAUDE.local.md", 0o600);
    world.run();
    world.write("target/CLAUDE.local.md", "edited\n");
    world.run();
    world
}

fn names(world: &World) -> Vec<String> {
    let document = world.assembly(["backups", "list", "app-mac-agent", "--json"]).succeeds().json();
    let backups = document["targets"][0]["backups"].as_array().unwrap().clone();
    backups.iter().map(|backup| backup["name"].as_str().unwrap().to_owned()).collect()
}

fn read(world: &World) -> String {
    std::fs::read_to_string(world.target(FILE)).unwrap()
}

#[test]
fn every_backup_is_listed_with_where_it_came_from() {
    let world = edited_twice();
    let before = Snapshot::of_identity(&world.target(""));
    let ran = world.assembly(["backups", "list", "app-mac-agent"]).succeeds();
    ran.prints(&["edited         7 bytes  CLAUDE.local.md\n", "original       9 bytes  CLAUDE.local.md\n"]);
    let ran = world.assembly(["backups", "list"]).at(world.target(".claude")).succeeds();
    ran.prints(&["2 backups\n"]);
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
    world.assembly(["backups", "list"]).exits_with(2).says(&["--target DIR"]);
}

#[test]
fn a_launcher_in_the_place_of_the_backup_is_told_the_order() {
    let world = edited_twice();
    let ran = world.assembly(["backups", "restore", "app-mac-agent"]).exits_with(2);
    ran.says(&["help: name the launcher behind the backup, `assembly backups restore BACKUP NAME`"]);
}

#[test]
fn what_comes_back_is_set_aside_again_by_the_next_run() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "mine\n").run();
    let ran = world.assembly(["backups", "restore", FILE, "app-mac-agent"]).succeeds();
    ran.prints(&["restored [ROOT]/target/CLAUDE.local.md from "]).says(&["sets it aside again"]);
    assert_eq!(read(&world), "mine\n");
    world.run();
    assert_ne!(read(&world), "mine\n");
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(read(&world), "mine\n");
}

#[test]
fn what_comes_back_sets_aside_what_stands_there() {
    let world = edited_twice();
    let ran = world.assembly(["backups", "restore", FILE, "app-mac-agent"]).exits_with(2);
    ran.says(&["`CLAUDE.local.md` has several backups", "(the original)"]);
    for (content, name) in names(&world).iter().map(|name| {
        (
            std::fs::read_to_string(world.target(".assembly/backups").join(name)).unwrap(),
            name[..12].to_owned(),
        )
    }) {
        world.assembly(["backups", "restore", &name, "app-mac-agent"]).succeeds();
        assert_eq!(read(&world), content);
    }
    assert_eq!(names(&world).len(), 2, "what was generated can be made again");
    world.write("target/CLAUDE.local.md", "a third\n");
    world
        .assembly(["backups", "restore", &names(&world)[0], "app-mac-agent"])
        .succeeds()
        .says(&["saved what stood"]);
    let saved =
        |name: &String| std::fs::read_to_string(world.target(".assembly/backups").join(name)).unwrap();
    assert!(names(&world).iter().any(|name| saved(name) == "a third\n"));
    let before = Snapshot::of_identity(&world.target(""));
    let stands = names(&world).into_iter().find(|name| {
        std::fs::read_to_string(world.target(".assembly/backups").join(name)).unwrap() == read(&world)
    });
    world.assembly(["backups", "restore", &stands.unwrap(), "app-mac-agent"]).succeeds();
    assert_eq!(Snapshot::of_identity(&world.target("")), before, "it stands there already");
}

#[test]
fn a_copy_goes_where_nothing_stands() {
    let world = edited_twice();
    let name = names(&world)[0].clone();
    world.write("there", "mine");
    let restore =
        |to: &str| world.assembly(["backups", "restore", &name, "--target", "../target", "--to", to]);
    restore("../there").exits_with(1).says(&["is there already"]);
    assert_eq!(std::fs::read_to_string(world.path("there")).unwrap(), "mine");
    restore("../a copy").succeeds();
    let saved = std::fs::read(world.target(".assembly/backups").join(&name)).unwrap();
    assert_eq!(std::fs::read(world.path("a copy")).unwrap(), saved);
}

#[test]
fn a_folder_comes_back_whole() {
    let world = World::full();
    let skill = ".claude/skills/review";
    world.write(format!("target/{skill}/my file"), "mine\n").link(format!("target/{skill}/link"), "nowhere");
    let before = world.snapshot();
    world.run();
    world.assembly(["backups", "restore", "folder-", "--target", "../target", "--to", "../copy"]).succeeds();
    assert_eq!(std::fs::read_link(world.path("copy/link")).unwrap().to_str(), Some("nowhere"));
    world.assembly(["backups", "restore", skill, "app-mac-agent"]).succeeds();
    assert_eq!(std::fs::read_to_string(world.target(format!("{skill}/my file"))).unwrap(), "mine\n");
    // From then on it is the user's: it stays where it is.
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_folder_does_not_take_the_place_of_another() {
    let world = World::full();
    let skill = ".claude/skills/review";
    world.write(format!("target/{skill}/my file"), "mine\n");
    world.run();
    std::fs::remove_file(world.target(skill)).unwrap();
    world.write(format!("target/{skill}/another"), "mine\n");
    let before = world.snapshot();
    let ran = world.assembly(["backups", "restore", skill, "app-mac-agent"]).exits_with(1);
    ran.says(&["assembly::plan::folder-in-the-way"]);
    assert_eq!(world.snapshot(), before);
}

#[test]
fn an_unknown_backup_is_said() {
    let world = edited_twice();
    for word in ["0", "nowhere", "../../../etc/passwd"] {
        world
            .assembly(["backups", "restore", word, "app-mac-agent"])
            .exits_with(2)
            .says(&["there is no backup"]);
    }
}

#[test]
fn a_target_that_is_not_there_is_said() {
    let world = edited_twice();
    for command in [&["backups", "list"][..], &["backups", "restore", FILE]] {
        let ran = world.assembly(command.iter().chain(&["--target", "../nowhere"])).exits_with(2);
        ran.says(&["there is no folder", "nowhere"]);
    }
}
