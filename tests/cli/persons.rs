//! Persons and delivery in a session: who the agent is, its skills, and how both get to it.

use std::path::Path;

use crate::support::{Ran, Snapshot, World};

const SAM: &str = r##"person "sam" {
    personality "tenacious" skill="personality-tenacious" color="#d98e48"
    personality "grounded" skill="personality-grounded" color="#5fa87a"
    role "backend" {
        purpose "Builds the services."
        skill "role-backend"
        personality "tenacious" "grounded"
        agent "claude" name="Opal" pronouns="she/her"
        agent "codex" name="Flint"
    }
    role "editor" {
        skill "role-editor"
        personality "grounded"
    }
}
"##;

const IDENTITY: &str = "\
# Identity

You are Opal (she/her). Your role is `backend`.

Builds the services.

What the role asks of you is in the skill `role-backend`. Your favourite colour is `#a89e4f`, the meld of those of your personalities.

You have these personalities, in this order and all at once:

1. tenacious (`#d98e48`), as the skill `personality-tenacious` says
2. grounded (`#5fa87a`), as the skill `personality-grounded` says
";

const SEAT: &str = "    person \"sam\" role=\"backend\" seat=\"claude\"\n";

/// A hub with Sam and the skills of his roles, whose launcher has these nodes.
fn world(nodes: &str) -> World {
    let world = World::new();
    world.write("hub/persons/sam/person.kdl", SAM);
    for name in ["role-backend", "role-editor", "personality-tenacious", "personality-grounded", "review"] {
        skill(&world, "hub", name);
    }
    world.module("core.md", "# Core\n");
    world.launcher(nodes);
    world
}

fn skill(world: &World, folder: &str, name: &str) {
    let text =
        format!("---\nname: {name}\ndescription: What {name} does.\n---\n\nDo {name} in {{{{HOME}}}}.\n");
    world.write(Path::new(folder).join("skills").join(name).join("SKILL.md"), text);
}

/// The same launcher with other nodes, behind these at the top.
fn rewrite(world: &World, top: &str, nodes: &str) {
    world.launcher(nodes);
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!("{top}{manifest}"));
}

fn check(world: &World, code: i32) -> Ran {
    world.assembly(["check", "--all"]).exits_with(code)
}

fn why(world: &World, item: &str) -> String {
    world.assembly(["show", "app-mac-agent", "--why", item]).succeeds().stdout
}

fn instructions(world: &World) -> String {
    std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap()
}

/// The skills in the target, sorted.
fn links(world: &World) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(world.target(".claude/skills")) else { return Vec::new() };
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The selected skills in their order.
fn selected(world: &World) -> Vec<String> {
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    let skills = document["skills"].as_array().unwrap().iter();
    skills.map(|skill| skill["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_instructions_begin_with_the_identity_and_the_invariant() {
    let world = world(&format!("{SEAT}    modules \"core.md\"\n    vars {{ boss \"Kim\"; }}"));
    world.write("hub/persons/sam/INVARIANT.md", "# Always\n\nAsk {{boss}} of {{LAUNCHER}}.\n");
    check(&world, 0);
    world.run();
    let always = "# Always\n\nAsk Kim of app-mac-agent.\n";
    assert_eq!(instructions(&world), format!("{IDENTITY}\n---\n\n{always}\n---\n\n# Core\n"));
    assert_eq!(links(&world), ["personality-grounded", "personality-tenacious", "role-backend"]);
    let before = Snapshot::of_identity(&world.target(""));
    world.run();
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
}

#[test]
fn a_person_needs_no_other_node() {
    let world = world("    person \"sam\" role=\"editor\"");
    check(&world, 0);
    world.run();
    let text = instructions(&world);
    assert!(text.starts_with("# Identity\n\nYour role is `editor`.\n"), "{text}");
    assert!(!text.contains("Sam") && !text.contains("sam") && !text.contains("---"), "{text}");
    assert_eq!(links(&world), ["personality-grounded", "role-editor"]);
}

#[test]
fn the_skills_of_the_role_come_first_and_stay() {
    let world = world(&format!("{SEAT}    skills \"review\" \"personality-grounded\" \"*\" \"!role-*\""));
    check(&world, 0);
    let brought = ["role-backend", "personality-tenacious", "personality-grounded"];
    assert_eq!(selected(&world), [&brought[..], &["review"]].concat());
    rewrite(
        &world,
        "",
        &format!("{SEAT}    skills \"role-backend\" \"!role-backend\" \"!personality-grownded\""),
    );
    check(&world, 1)
        .says(&[
            "error assembly::manifest::removes-nothing: `!role-backend` takes nothing out",
            "launchers.kdl:5:27          \"!role-backend\": every skill that matches comes with the role of the person",
            "persons/sam/person.kdl:6:15 \"role-backend\": this one does",
            "help: remove `\"!role-backend\"`, or pick a role without that skill",
            "`!personality-grownded` takes nothing out",
        ])
        .keeps_silent_about(&["did you mean"]);
    assert_eq!(selected(&world), brought);
    assert_eq!(why(&world, "role-backend").lines().count(), 2);
}
