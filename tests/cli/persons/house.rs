//! Sam, a person for tests, and a hub that has him.

use std::path::Path;

use crate::support::{Ran, World};

pub(super) const SAM: &str = r##"person "sam" {
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

pub(super) const IDENTITY: &str = "\
# Identity

You are Opal (she/her). Your role is `backend`.

Builds the services.

What the role asks of you is in the skill `role-backend`. Your favourite colour is `#a89e4f`, the meld of those of your personalities.

You have these personalities, in this order and all at once:

1. tenacious (`#d98e48`), as the skill `personality-tenacious` says
2. grounded (`#5fa87a`), as the skill `personality-grounded` says
";

pub(super) const SEAT: &str = "    person \"sam\" role=\"backend\" seat=\"claude\"\n";

/// A hub with Sam and the skills of his roles, whose launcher has these nodes.
pub(super) fn world(nodes: &str) -> World {
    let world = World::new();
    world.write("hub/persons/sam/person.kdl", SAM);
    for name in ["role-backend", "role-editor", "personality-tenacious", "personality-grounded", "review"] {
        skill(&world, "hub", name);
    }
    world.module("core.md", "# Core\n");
    world.launcher(nodes);
    world
}

pub(super) fn skill(world: &World, folder: &str, name: &str) {
    let text =
        format!("---\nname: {name}\ndescription: What {name} does.\n---\n\nDo {name} in {{{{HOME}}}}.\n");
    world.write(Path::new(folder).join("skills").join(name).join("SKILL.md"), text);
}

/// The same launcher with other nodes, behind these at the top.
pub(super) fn rewrite(world: &World, top: &str, nodes: &str) {
    world.launcher(nodes);
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!("{top}{manifest}"));
}

pub(super) fn check(world: &World, code: i32) -> Ran {
    world.assembly(["check", "--all"]).exits_with(code)
}

pub(super) fn why(world: &World, item: &str) -> String {
    world.assembly(["show", "app-mac-agent", "--why", item]).succeeds().stdout
}

pub(super) fn instructions(world: &World) -> String {
    std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap()
}

/// The skills in the target, sorted.
pub(super) fn links(world: &World) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(world.target(".claude/skills")) else { return Vec::new() };
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The selected skills in their order.
pub(super) fn selected(world: &World) -> Vec<String> {
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    let skills = document["skills"].as_array().unwrap().iter();
    skills.map(|skill| skill["name"].as_str().unwrap().to_owned()).collect()
}
