//! What can be wrong with a person that a launcher names, and what is said of it.

use super::house::{SAM, SEAT, check, instructions, links, rewrite, world};
use crate::support::{Ran, World};

fn write_sam(world: &World, text: &str) {
    world.write("hub/persons/sam/person.kdl", text);
}

fn refused(world: &World) -> Ran {
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1);
    assert!(!world.target("CLAUDE.local.md").exists(), "{ran}");
    ran
}

#[test]
fn a_name_that_is_not_there_comes_with_the_one_that_is() {
    for (node, says) in [
        (
            "person \"sma\" role=\"backend\"",
            [
                "error assembly::person::missing: there is no person `sma`",
                "launchers.kdl:4:8 \"sma\": `persons/` has no such entry",
                "help: did you mean `\"sam\"`?",
            ],
        ),
        (
            "person \"sam\" role=\"bakcend\"",
            [
                "error assembly::person::unknown-role: the person `sam` has no role `bakcend`",
                "persons/sam/person.kdl:4:10 \"backend\": `backend` is defined here",
                "help: did you mean `role=\"backend\"`?",
            ],
        ),
        (
            "person \"sam\" role=\"backend\" seat=\"cluade\"",
            [
                "error assembly::person::unknown-seat: the role `backend` has no seat `cluade`",
                "persons/sam/person.kdl:8:15 \"claude\": `claude` is defined here",
                "help: did you mean `seat=\"claude\"`?",
            ],
        ),
        (
            "person \"kim\" role=\"backend\"",
            [
                "there is no person `kim`",
                "`persons/` has no such entry",
                "help: create `persons/kim/person.kdl`, or name another one",
            ],
        ),
    ] {
        let world = world(node);
        check(&world, 1).says(&says);
        refused(&world).says(&says);
    }
}

#[test]
fn a_mistake_in_the_file_is_shown_there_and_names_the_launcher() {
    let world = world(SEAT);
    write_sam(&world, &SAM.replace("skill \"role-editor\"", "skil \"role-editor\""));
    let says = [
        "error assembly::manifest::unknown-node: the node `skil` is not known",
        "persons/sam/person.kdl:12:9 \"skil\"",
        "launchers.kdl:4:12          \"sam\": the person of launcher `app-mac-agent`",
    ];
    let ran = check(&world, 1).says(&says);
    ran.says(&["checked 1 launcher of [ROOT]/hub: 1 error\n"]);
    refused(&world).says(&says);
    write_sam(&world, &SAM.replace("role \"editor\" {", "role \"editor"));
    check(&world, 1).says(&["persons/sam/person.kdl:", "the person of launcher `app-mac-agent`"]);
    refused(&world);
}

#[test]
fn a_person_of_another_launcher_stops_only_that_one() {
    let world = world("    modules \"core.md\"");
    write_sam(&world, "person \"sam\" {");
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!(
        "{manifest}{}",
        manifest.replace("app-mac-agent", "b-agent").replace("    modules", SEAT)
    ));
    world.run();
    assert_eq!(instructions(&world), "# Core\n");
    check(&world, 1);
    world.assembly(["check", "app-mac-agent"]).succeeds();
}

#[test]
fn a_person_that_nobody_names_is_checked_all_the_same() {
    let world = world("");
    write_sam(&world, &SAM.replace("#d98e48", "#000000").replace("\"role-editor\"", "\"role-edtior\""));
    world.write("hub/persons/README.md", "Not a person.\n").write("hub/persons/kim/INVARIANT.md", "Kim.\n");
    world.write("hub/persons/kai/person.kdl", [b'p', 0xff]);
    let ran = check(&world, 1).says(&[
        "error assembly::person::illegible-color",
        "error assembly::skill::missing: there is no skill `role-edtior`",
        "persons/sam/person.kdl:12:15 \"role-edtior\": `skills/` has no such entry",
        "did you mean `\"role-editor\"`?",
        "error assembly::person::unusable: person `kim` is a folder without a `person.kdl`",
        "persons/kim/person.kdl:1:1",
        "error assembly::person::unusable: person `kai` is not UTF-8",
        "persons/kai/person.kdl:1:2",
    ]);
    ran.keeps_silent_about(&["README"]);
    world.run();
}

#[test]
fn a_preset_that_nobody_uses_is_checked_with_its_person() {
    let world = world("    modules \"core.md\"");
    rewrite(&world, "preset \"idle\" {\n    person \"sam\" role=\"writer\"\n}\n", "");
    check(&world, 1).says(&["the person `sam` has no role `writer`", "launchers.kdl:2:23"]);
}

#[test]
fn a_personality_that_no_role_has_stays_a_note() {
    let world = world(SEAT);
    let spare = "    personality \"plain\" skill=\"review\" color=\"#7d9fd3\"\n    role \"backend\"";
    write_sam(&world, &SAM.replace("    role \"backend\"", spare));
    let ran = check(&world, 0).says(&["note assembly::person::unused-personality"]);
    ran.keeps_silent_about(&["the person of launcher"]);
    world.run().keeps_silent_about(&["plain"]);
}

#[test]
fn a_skill_of_the_person_that_is_missing_is_left_out_with_a_warning() {
    let world = world(SEAT);
    std::fs::remove_dir_all(world.path("hub/skills/role-backend")).unwrap();
    world.write("hub/skills/personality-grounded/SKILL.md", "no frontmatter\n");
    check(&world, 1).says(&[
        "error assembly::skill::missing: there is no skill `role-backend`",
        "persons/sam/person.kdl:6:15 \"role-backend\": `skills/` has no such entry",
        "launchers.kdl:4:12          \"sam\": the person of launcher `app-mac-agent`",
        "help: create `skills/role-backend/SKILL.md`, or name another one",
        "skills/personality-grounded/SKILL.md:1:1",
    ]);
    world.run().says(&["warning assembly::skill::missing"]);
    assert_eq!(links(&world), ["personality-tenacious"]);
    std::fs::remove_file(world.target("CLAUDE.local.md")).unwrap();
    let strict = ["run", "app-mac-agent", "--no-launch", "--strict"];
    world.assembly(strict).exits_with(1).says(&["there is no skill `role-backend`"]);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let world = world(SEAT);
    let invariant = "hub/persons/sam/INVARIANT.md";
    world.write(invariant, [b'a', b'\n', 0xff]);
    check(&world, 1).says(&[
        "error assembly::person::unusable: person `sam` is not UTF-8",
        "persons/sam/INVARIANT.md:2:1",
        "save `persons/sam/INVARIANT.md` as UTF-8",
    ]);
    refused(&world);
    // The one file does not hide the other, whether or not a launcher names the person.
    for name in ["sam", "kim"] {
        let broken =
            SAM.replacen("person \"sam\"", &format!("person \"{name}\""), 1).replace("purpose", "purpos");
        world.write(format!("hub/persons/{name}/person.kdl"), broken);
    }
    world.write("hub/persons/kim/INVARIANT.md", [0xff]);
    check(&world, 1).says(&[
        "persons/sam/person.kdl:5:9 \"purpos\": not known here",
        "persons/sam/INVARIANT.md:2:1",
        "persons/kim/person.kdl:5:9 \"purpos\": not known here",
        "persons/kim/INVARIANT.md:1:1",
        ": 4 errors\n",
    ]);
    std::fs::remove_dir_all(world.path("hub/persons/kim")).unwrap();
    write_sam(&world, SAM);
    std::fs::remove_file(world.path(invariant)).unwrap();
    assert!(world.command("mkfifo", [world.path(invariant)]).status().unwrap().success());
    check(&world, 1).says(&[
        "person `sam` holds `INVARIANT.md`, which is a FIFO, not a regular file",
        "help: take `persons/sam/INVARIANT.md` out",
        ": 1 error\n",
    ]);
    refused(&world);
    std::fs::remove_file(world.path(invariant)).unwrap();
    world.write("secret.md", "Secret.\n").link(invariant, "../../../secret.md");
    check(&world, 1).says(&[
        "person `sam` holds `INVARIANT.md`, which is a link to `../../../secret.md`, out of the hub",
    ]);
    refused(&world);
    std::fs::remove_dir_all(world.path("hub/persons/sam")).unwrap();
    world.write("hub/persons/sam/person.kdl/x", "");
    check(&world, 1).says(&[
        "person `sam` holds `person.kdl`, which is a folder, not a file",
        "help: put a readable file at `persons/sam/person.kdl`",
    ]);
    std::fs::remove_dir_all(world.path("hub/persons/sam")).unwrap();
    world.write("hub/persons/sam", "a file");
    check(&world, 1).says(&["person `sam` is not a folder", "a folder that holds a `person.kdl`"]);
    std::fs::remove_dir_all(world.path("hub/persons")).unwrap();
    world.write("hub/persons", "a file");
    check(&world, 1).says(&["assembly::hub::folder-unreadable: `persons/` cannot be listed"]);
    refused(&world);
}

#[test]
fn a_file_with_crlf_is_the_same_person() {
    let world = world(SEAT);
    world.run();
    let before = instructions(&world);
    write_sam(&world, &format!("\u{feff}{}", SAM.replace('\n', "\r\n")));
    check(&world, 0);
    world.run();
    assert_eq!(instructions(&world), before);
}

#[test]
fn an_invariant_without_text_is_worth_a_warning_and_unknown_placeholders_too() {
    let world = world(SEAT);
    world.write("hub/persons/sam/INVARIANT.md", " \n");
    check(&world, 0).says(&["warning assembly::person::empty-invariant"]);
    world.write("hub/persons/sam/INVARIANT.md", "In {{TARGTE_DIR}}.\n");
    check(&world, 0).says(&["persons/sam/INVARIANT.md:1:4", "TARGTE_DIR"]);
    world.run();
    assert!(instructions(&world).ends_with("\n---\n\nIn {{TARGTE_DIR}}.\n"));
}

#[test]
fn show_says_what_is_wrong_in_the_order_of_the_text() {
    let world = world("    person \"sam\" role=\"writer\"\n    prefer \"taem\" \"core.md\"\n");
    let ran = world.assembly(["show", "app-mac-agent"]).exits_with(1);
    let at = |code: &str| ran.stderr.find(code).unwrap();
    assert!(at("assembly::person::unknown-role") < at("assembly::source::unknown"), "{ran}");
}

#[test]
fn prose_that_nobody_reads_is_noticed() {
    let world = world(SEAT);
    for name in ["INVARIANTS.md", "invariant.txt"] {
        let path = format!("hub/persons/sam/{name}");
        world.write(&path, "Always.\n");
        check(&world, 0).says(&[
            &format!("warning assembly::person::invariant-misspelt: nothing reads `{name}` of the person"),
            "persons/sam/person.kdl:1:1",
            "help: rename it to `INVARIANT.md`",
        ]);
        world.write("hub/persons/sam/INVARIANT.md", "Always.\n");
        check(&world, 0).keeps_silent_about(&["misspelt"]);
        for path in [path.as_str(), "hub/persons/sam/INVARIANT.md"] {
            std::fs::remove_file(world.path(path)).unwrap();
        }
    }
    world.write("hub/persons/sam/notes.md", "Nobody's.\n");
    check(&world, 0).keeps_silent_about(&["warning"]);
}
