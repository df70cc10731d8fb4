//! `delivery`: skills as folders, or everything in one document.

use super::house::{IDENTITY, SEAT, check, instructions, links, rewrite, why, world};
use crate::support::Snapshot;

const COMPILED: &str = "    delivery \"compiled\"\n";

fn body(name: &str) -> String {
    format!("\n<skill name=\"{name}\">\n\nDo {name} in {{{{HOME}}}}.\n\n</skill>\n")
}

const HEADING: &str = "# Skills

Each skill below is a procedure for the kind of task that its name says. Follow it when you do such a task.
";

#[test]
fn a_compiled_document_has_the_bodies_of_all_skills_in_order() {
    let world = world(&format!("{SEAT}{COMPILED}    modules \"core.md\"\n    skills \"review\""));
    check(&world, 0);
    world.run();
    let skills: String =
        ["role-backend", "personality-tenacious", "personality-grounded", "review"].map(body).concat();
    assert_eq!(instructions(&world), format!("{IDENTITY}\n---\n\n# Core\n\n---\n\n{HEADING}{skills}"));
    assert!(links(&world).is_empty());
    assert!(!world.target(".claude").exists());
    let before = Snapshot::of_identity(&world.target(""));
    world.run();
    assert_eq!(Snapshot::of_identity(&world.target("")), before);
    assert_eq!(
        why(&world, "review"),
        "selected skill `review` of hub: listed by the launcher\n\
         delivered skill `review` of hub: its body is in the compiled document\n"
    );
    world.assembly(["show", "app-mac-agent"]).succeeds().prints(&["  delivery    compiled\n"]);
}

#[test]
fn another_delivery_takes_the_links_away_and_brings_them_back() {
    let native = format!("{SEAT}    modules \"core.md\"\n    skills \"review\"");
    let world = world(&native);
    world.git_init();
    world.run();
    let before = world.snapshot().without_ledger();
    assert_eq!(links(&world).len(), 4);
    rewrite(&world, "", &format!("{native}\n{COMPILED}"));
    world.run().says(&["remove", ".claude/skills/role-backend"]).keeps_silent_about(&["saved", ".gitignore"]);
    assert!(links(&world).is_empty());
    assert_eq!(world.git_status(), "?? .gitignore\n");
    rewrite(&world, "", &native);
    world.run();
    assert_eq!(world.snapshot().without_ledger(), before);
}

#[test]
fn skills_alone_make_a_compiled_document() {
    let world = world(&format!("{COMPILED}    skills \"review\" mode=\"copy\""));
    check(&world, 0);
    world.run();
    assert_eq!(instructions(&world), format!("{HEADING}{}", body("review")));
    rewrite(&world, "", COMPILED);
    world.run();
    assert!(!world.target("CLAUDE.local.md").exists());
    rewrite(&world, "", &format!("{COMPILED}    modules \"core.md\""));
    world.run();
    assert_eq!(instructions(&world), "# Core\n");
}

#[test]
fn the_import_of_what_the_file_would_switch_off_stays_first() {
    let world = world(&format!("{SEAT}{COMPILED}"));
    world.write("target/AGENTS.md", "Theirs.\n");
    world.run();
    assert!(instructions(&world).starts_with("@AGENTS.md\n\n---\n\n# Identity\n"));
}

#[test]
fn launchers_that_differ_in_their_delivery_decide_the_same() {
    let nodes = format!("{SEAT}    modules \"core.md\"\n    skills \"r*\" \"gone\"");
    let world = world(&nodes);
    let trace = |delivery: &str| {
        rewrite(&world, "", &format!("{nodes}\n    delivery \"{delivery}\""));
        let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
        document["trace"].as_array().unwrap().clone()
    };
    let (native, compiled) = (trace("native"), trace("compiled"));
    assert_eq!(native.len(), compiled.len());
    let differing = native.iter().zip(&compiled).filter(|(one, other)| one != other);
    let differing: Vec<_> = differing
        .map(|(one, other)| {
            assert_eq!((&one["outcome"], &one["subject"]), (&"delivered".into(), &other["subject"]));
            one["subject"].as_str().unwrap()
        })
        .collect();
    assert_eq!(
        differing,
        ["role-backend", "personality-tenacious", "personality-grounded", "review", "role-editor"]
    );
}

#[test]
fn a_document_that_the_agent_would_skip_is_worth_a_warning() {
    let world = world(&format!("{COMPILED}    skills \"review\""));
    let text = format!("---\nname: review\ndescription: d\n---\n\n{}\n", "Long text. ".repeat(400_000));
    world.write("hub/skills/review/SKILL.md", text);
    check(&world, 0).says(&[
        "Claude Code skips `CLAUDE.local.md` because it has 4400",
        "\"review\": `skills/review/SKILL.md` has 4400038 of them",
    ]);
}

#[test]
fn a_skill_that_is_the_instruction_file_itself_is_refused() {
    let world = world(&format!("{COMPILED}    skills \"review\""));
    world.run();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&manifest.replace("../target", "skills/review"));
    std::fs::rename(
        world.path("hub/skills/review/SKILL.md"),
        world.path("hub/skills/review/CLAUDE.local.md"),
    )
    .unwrap();
    world.link("hub/skills/review/SKILL.md", "CLAUDE.local.md");
    let before = std::fs::read_to_string(world.path("hub/skills/review/SKILL.md")).unwrap();
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1);
    assert_eq!(std::fs::read_to_string(world.path("hub/skills/review/SKILL.md")).unwrap(), before, "{ran}");
}
