//! Persons that come from sources, alone or in the place of the hub's.

use super::house::{IDENTITY, SAM, SEAT, check, instructions, links, rewrite, skill, why, world};
use crate::support::World;

const TEAM: &str = "source \"team\" path=\"../team\" persons=#true\n";

/// The hub has nothing, the team has Sam and one of his skills.
fn of_team() -> World {
    let world = world("");
    std::fs::create_dir_all(world.path("team/skills")).unwrap();
    std::fs::rename(world.path("hub/persons"), world.path("team/persons")).unwrap();
    std::fs::rename(world.path("hub/skills/role-backend"), world.path("team/skills/role-backend")).unwrap();
    rewrite(&world, TEAM, SEAT);
    world
}

#[test]
fn a_person_of_a_source_is_admitted_first() {
    let world = of_team();
    world.write("team/persons/sam/INVARIANT.md", "Of the team, in {{ASSEMBLY_DIR}}.\n");
    check(&world, 0);
    world.run();
    let hub = world.path("hub").display().to_string();
    assert_eq!(instructions(&world), format!("{IDENTITY}\n---\n\nOf the team, in {hub}.\n"));
    let link = std::fs::read_link(world.target(".claude/skills/role-backend")).unwrap();
    assert_eq!(link, world.path("team/skills/role-backend"));
    assert_eq!(links(&world).len(), 3);
    assert_eq!(
        why(&world, "tenacious"),
        "selected personality `tenacious` of team: belongs to the role `backend`\n"
    );
    assert!(
        why(&world, "personality-tenacious").starts_with("selected skill `personality-tenacious` of hub: ")
    );
    rewrite(&world, "source \"team\" path=\"../team\"\n", SEAT);
    check(&world, 1).says(&[
        "error assembly::person::missing: there is no person `sam`",
        "source `team` has it, and its persons are not admitted: write `persons=#true` there",
    ]);
    world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&["there is no person `sam`"]);
}

#[test]
fn the_same_person_twice_is_shadowed() {
    let world = of_team();
    world.write("hub/persons/sam/person.kdl", SAM.replace('\n', "\r\n"));
    check(&world, 0);
    assert_eq!(
        why(&world, "sam"),
        "shadowed person `sam` of team: the same as that of `hub`, which comes first\n\
         selected person `sam` of hub: named by the launcher\n"
    );
}

#[test]
fn two_persons_of_one_name_are_settled_by_prefer() {
    let world = of_team();
    world.write("hub/persons/sam/person.kdl", SAM.replace("Builds the", "Breaks the"));
    check(&world, 1).says(&[
        "error assembly::source::collision: person `sam` is not the same in the hub and source `team`",
        "persons/sam/person.kdl:5:1",
        "[ROOT]/team/persons/sam/person.kdl:5:1",
        "prefer \"team\" \"sam\"",
    ]);
    rewrite(&world, TEAM, &format!("{SEAT}    prefer \"team\" \"sam\""));
    check(&world, 0);
    world.run();
    assert_eq!(instructions(&world), IDENTITY);
    assert_eq!(
        why(&world, "sam"),
        "excluded person `sam` of hub: the launcher prefers that of `team`\n\
         selected person `sam` of team: named by the launcher\n"
    );
}

#[test]
fn two_skills_of_one_name_name_the_person_too() {
    let world = of_team();
    skill(&world, "hub", "role-backend");
    world.write("hub/skills/role-backend/more.md", "More.\n");
    check(&world, 1).says(&[
        "error assembly::source::collision: skill `role-backend` is not the same in the hub and source `team`",
        "[ROOT]/team/persons/sam/person.kdl:6:15",
        "\"role-backend\": named here",
        "\"sam\": the person of launcher `app-mac-agent`",
    ]);
    rewrite(&world, TEAM, &format!("{SEAT}    prefer \"hub\" \"role-backend\""));
    check(&world, 0);
}
