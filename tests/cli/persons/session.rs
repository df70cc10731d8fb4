//! What a person brings into a session.

use super::house::{IDENTITY, SAM, SEAT, check, instructions, links, rewrite, selected, why, world};
use crate::support::Snapshot;

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

#[test]
fn what_the_launcher_says_of_a_brought_skill_counts() {
    let world = world(&format!("{SEAT}    skills \"role-backend\" mode=\"copy\""));
    world.run();
    assert!(world.target(".claude/skills/role-backend/SKILL.md").symlink_metadata().unwrap().is_file());
    assert!(world.target(".claude/skills/personality-grounded").is_symlink());
    std::fs::remove_dir_all(world.path("hub/skills/role-backend")).unwrap();
    world.run().says(&["warning assembly::skill::missing: there is no skill `role-backend`"]);
    rewrite(&world, "", &format!("{SEAT}    skills \"role-backend\" required=#true"));
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["there is no skill `role-backend`"]);
}

#[test]
fn the_last_person_of_a_lineage_counts() {
    let world = world("    use \"base\"\n    person \"sam\" role=\"editor\"");
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!("preset \"base\" {{\n{SEAT}}}\n{manifest}"));
    check(&world, 0);
    assert_eq!(selected(&world), ["role-editor", "personality-grounded"]);
    assert_eq!(
        why(&world, "sam"),
        "excluded person `sam` of hub: named by preset `base`, and replaced by the launcher\n\
         selected person `sam` of hub: named by the launcher\n"
    );
    rewrite(&world, &format!("preset \"base\" {{\n{SEAT}}}\n"), "    use \"base\"");
    assert_eq!(
        why(&world, "backend"),
        "selected role `backend` of hub: the role of `sam` that preset `base` names\n"
    );
}

#[test]
fn why_answers_for_every_part_of_the_identity() {
    let world = world(SEAT);
    world.write("hub/persons/sam/INVARIANT.md", "Always.\n");
    for (item, decisions) in [
        ("sam", "selected person `sam` of hub: named by the launcher\n"),
        ("backend", "selected role `backend` of hub: the role of `sam` that the launcher names\n"),
        (
            "claude",
            "selected seat `claude` of hub: the seat that the launcher names: the agent is called Opal\n",
        ),
        ("tenacious", "selected personality `tenacious` of hub: belongs to the role `backend`\n"),
        ("INVARIANT.md", "selected invariant `INVARIANT.md` of hub: holds in every role of `sam`\n"),
        (
            "personality-tenacious",
            "selected skill `personality-tenacious` of hub: the skill of personality `tenacious`\n\
             delivered skill `personality-tenacious` of hub: stays a folder that the CLI discovers\n",
        ),
        (
            "role-backend",
            "selected skill `role-backend` of hub: the role's skill\n\
             delivered skill `role-backend` of hub: stays a folder that the CLI discovers\n",
        ),
    ] {
        assert_eq!(why(&world, item), decisions);
    }
}

#[test]
fn show_has_the_identity_with_swatches_where_there_is_colour() {
    let world = world(SEAT);
    world.write("hub/persons/sam/INVARIANT.md", "Always.\n");
    let page = world.assembly(["show", "app-mac-agent"]).succeeds().stdout;
    let lines: Vec<&str> = page.lines().skip(3).take(7).collect();
    assert_eq!(
        lines,
        [
            "  person      sam                                 launchers.kdl:4 by app-mac-agent",
            "  role        backend: Builds the services.",
            "  seat        claude: Opal (she/her)",
            "  personality #d98e48 tenacious",
            "  personality #5fa87a grounded",
            "  favourite   #a89e4f",
            "  invariant   persons/sam/INVARIANT.md",
        ]
    );
    assert!(
        page.contains("skill       role-backend                        persons/sam/person.kdl:6"),
        "{page}"
    );
    world
        .assembly(["--color", "always", "show", "app-mac-agent"])
        .succeeds()
        .prints(&["favourite   \u{1b}[48;2;168;158;79m  \u{1b}[0m #a89e4f\n"]);
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    let identity = &document["person"]["identity"];
    assert_eq!((&identity["role"], &identity["favourite"]), (&"backend".into(), &"#a89e4f".into()));
    assert_eq!((&document["person"]["line"], &document["delivery"]), (&4.into(), &"native".into()));
    let skill_bytes: u64 = ["role-backend", "personality-tenacious", "personality-grounded"]
        .iter()
        .map(|name| std::fs::metadata(world.path(format!("hub/skills/{name}/SKILL.md"))).unwrap().len())
        .sum();
    assert_eq!(document["sources"][0]["bytes"], skill_bytes + 8);
    world.assembly(["list"]).succeeds().prints(&["  3 skills\n"]);
}

#[test]
fn status_names_the_file_of_the_person_that_changed() {
    let world = world(SEAT);
    world.write("hub/persons/sam/INVARIANT.md", "Always.\n");
    world.run();
    world.write("hub/persons/sam/person.kdl", SAM.replace("Opal", "Ruby"));
    world
        .assembly(["status"])
        .exits_with(1)
        .prints(&["stale      CLAUDE.local.md", "`persons/sam/person.kdl` changed\n"]);
    world.run();
    world.write("hub/persons/sam/INVARIANT.md", "Never.\n");
    world.assembly(["status"]).exits_with(1).prints(&["`persons/sam/INVARIANT.md` changed\n"]);
}

#[test]
fn a_person_that_goes_takes_its_skills_along() {
    let world = world(SEAT);
    world.run();
    rewrite(&world, "", "    person \"sam\" role=\"editor\"\n    gitignore #false");
    world.run();
    assert_eq!(links(&world), ["personality-grounded", "role-editor"]);
    rewrite(&world, "", "");
    world.run().keeps_silent_about(&["saved"]);
    assert!(links(&world).is_empty());
    assert!(!world.target("CLAUDE.local.md").exists());
}
