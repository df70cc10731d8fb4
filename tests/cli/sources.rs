//! Sources beside the hub: what is taken from them, what two of them have by one name, and what is missing.

use std::path::Path;

use crate::support::{Ran, World};

const TEAM: &str = "source \"team\" path=\"../team\"\n";

/// A hub whose launcher has these nodes, behind these nodes of the top level.
fn world(top: &str, nodes: &str) -> World {
    let world = World::new();
    write_manifest(&world, top, nodes);
    world
}

fn write_manifest(world: &World, top: &str, nodes: &str) {
    world.manifest(&format!(
        "{top}launcher \"app-mac-agent\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n{nodes}\n}}\n"
    ));
}

fn skill(world: &World, folder: &str, name: &str, body: &str) {
    let text = format!("---\nname: {name}\ndescription: What {name} does.\n---\n\n{body}\n");
    world.write(Path::new(folder).join("skills").join(name).join("SKILL.md"), text);
}

fn check(world: &World, code: i32) -> Ran {
    world.assembly(["check", "--all"]).exits_with(code)
}

fn why(world: &World, item: &str) -> String {
    world.assembly(["show", "app-mac-agent", "--why", item]).succeeds().stdout
}

fn link(world: &World, name: &str) -> String {
    let link = std::fs::read_link(world.target(".claude/skills").join(name)).unwrap();
    link.strip_prefix(world.path("")).unwrap().display().to_string()
}

#[test]
fn modules_skills_and_admitted_hooks_come_from_sources() {
    let world = world(
        "source \"team\" path=\"../team\" hooks=#true\n",
        "    modules \"own.md\" \"team-*.md\"\n    skills \"review\"\n    hooks \"guard.sh\"",
    );
    world
        .module("own.md", "Own, {{ASSEMBLY_DIR}}.\n")
        .write("team/modules/team-b.md", "B of {{ASSEMBLY_DIR}}.\n");
    world.write("team/modules/team-a.md", "A.\n").write("team/hooks/guard.sh", "#!/bin/sh\n");
    skill(&world, "team", "review", "Read it.");
    check(&world, 0);
    world.run();
    let hub = world.path("hub").display().to_string();
    assert_eq!(
        std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(),
        format!("Own, {hub}.\n\n---\n\nA.\n\n---\n\nB of {hub}.\n")
    );
    assert_eq!(link(&world, "review"), "team/skills/review");
    let settings = std::fs::read_to_string(world.target(".claude/settings.local.json")).unwrap();
    assert!(settings.contains(world.path("team/hooks/guard.sh").to_str().unwrap()), "{settings}");
    world.assembly(["plan", "--exit-code"]).succeeds();
    world.assembly(["show", "app-mac-agent"]).succeeds().prints(&[
        "own.md  ",
        "team-a.md of team",
        "UserPromptSubmit: guard.sh of team",
        "review of team",
        "hub: 1 module, 0 hooks, 0 skills",
        "team: 2 modules, 1 hook, 1 skill",
    ]);
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    assert_eq!(document["modules"][1]["source"], "team");
    assert_eq!(document["hooks"][0]["source"], "team");
    let text =
        "A.\nB of {{ASSEMBLY_DIR}}.\n---\nname: review\ndescription: What review does.\n---\n\nRead it.\n";
    let report = serde_json::json!({
        "id": "team", "required": true, "found": true, "modules": 2, "hooks": 1, "skills": 1,
        "bytes": text.len(), "tokens": text.len().div_ceil(4),
    });
    assert_eq!(document["sources"][1], report);
}

#[test]
fn hooks_and_persons_are_not_taken_from_a_source_that_was_not_asked_for_them() {
    let world = world(TEAM, "    hooks \"guard.sh\"\n    person \"sam\" role=\"backend\"");
    world
        .write("team/hooks/guard.sh", "#!/bin/sh\n")
        .write("team/persons/sam/person.kdl", "person \"sam\"\n");
    check(&world, 1).says(&[
        "assembly::hook::missing: there is no hook `guard.sh`",
        "source `team` has it, and its hooks are not admitted: write `hooks=#true` there",
        "assembly::person::missing: there is no person `sam`",
        "source `team` has it, and its persons are not admitted: write `persons=#true` there",
    ]);
}

#[test]
fn the_same_content_is_shadowed_and_the_first_serves() {
    let world = world(TEAM, "    modules \"core.md\"\n    skills \"review\"");
    world.module("core.md", "Core.\n").write("team/modules/core.md", "Core.\r\n");
    skill(&world, "hub", "review", "Read it.");
    skill(&world, "team", "review", "Read it.");
    check(&world, 0);
    world.run();
    assert_eq!(link(&world, "review"), "hub/skills/review");
    assert_eq!(
        why(&world, "core.md"),
        "selected module `core.md` of hub: listed by the launcher\n\
         shadowed module `core.md` of team: the same as that of `hub`, which comes first\n"
    );
    assert_eq!(
        why(&world, "review"),
        "selected skill `review` of hub: listed by the launcher\n\
         shadowed skill `review` of team: the same as that of `hub`, which comes first\n\
         delivered skill `review` of hub: stays a folder that the CLI discovers\n"
    );
    let document = world.assembly(["show", "app-mac-agent", "--why", "team", "--json"]).succeeds().json();
    assert_eq!(document["decisions"][0]["kind"], "source");
    assert_eq!(document["decisions"][0]["reason"], "gives modules and skills");
}

#[test]
fn different_content_names_both_files_and_stops() {
    let nodes = "    modules \"core.md\"\n    skills \"re*\"";
    let world = world(TEAM, nodes);
    world.module("core.md", "Core.\nOurs.\n").write("team/modules/core.md", "Core.\nTheirs.\n");
    skill(&world, "hub", "review", "Read it.");
    skill(&world, "team", "review", "Read it twice.");
    check(&world, 1).says(&[
        "error assembly::source::collision: module `core.md` is not the same in the hub and source `team`",
        "  modules/core.md:2:1 ",
        "\"Ours.\": the hub has this",
        "[ROOT]/team/modules/core.md:2:1 \"Theirs.\": source `team` has this",
        "launchers.kdl:5:13 ",
        "\"core.md\": listed here",
        "help: say which one is meant: `prefer \"hub\" \"core.md\"` or `prefer \"team\" \"core.md\"`",
        "skill `review` is not the same in the hub and source `team`",
        "[ROOT]/team/skills/review/SKILL.md:6:1 \"Read it twice.\"",
    ]);
    let before = world.snapshot();
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["error assembly::source::collision"]);
    assert_eq!(world.snapshot(), before);
    // What nobody selects is not compared.
    write_manifest(&world, TEAM, "    skills \"other\" required=#false");
    check(&world, 0);
}

#[test]
fn a_collision_is_settled_by_the_last_prefer() {
    let world = world(
        &format!("{TEAM}preset \"base\" {{ prefer \"hub\" \"core.md\" \"review\"; }}\n"),
        "    use \"base\"\n    modules \"core.md\"\n    skills \"review\"\n    prefer \"team\" \"core.md\"",
    );
    world.module("core.md", "Ours.\n").write("team/modules/core.md", "Theirs.\n");
    skill(&world, "hub", "review", "Read it.");
    skill(&world, "team", "review", "Read it twice.");
    check(&world, 0).keeps_silent_about(&["warning"]);
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "Theirs.\n");
    assert_eq!(link(&world, "review"), "hub/skills/review");
    assert_eq!(
        why(&world, "core.md"),
        "selected module `core.md` of team: listed by the launcher\n\
         excluded module `core.md` of hub: the launcher prefers that of `team`\n"
    );
    assert!(
        why(&world, "review")
            .contains("excluded skill `review` of team: preset `base` prefers that of `hub`")
    );
    // The same content now: it is still the preferred one that serves.
    world.write("team/modules/core.md", "Ours.\n");
    assert_eq!(
        why(&world, "core.md"),
        "selected module `core.md` of team: listed by the launcher\n\
         shadowed module `core.md` of hub: the same as that of `team`, which the launcher prefers\n"
    );
}

#[test]
fn a_prefer_without_meaning_is_reported() {
    let world = world(
        TEAM,
        "    modules \"core.md\"\n    prefer \"taem\" \"core.md\"\n    prefer \"team\" \"team.md\" \"taem.md\" \"guard.sh\"\n    \
         prefer \"hub\" \"core.md\"",
    );
    world.module("core.md", "Core.\n").write("team/modules/team.md", "Team.\n");
    world.write("team/hooks/guard.sh", "#!/bin/sh\n");
    check(&world, 1).says(&[
        "error assembly::source::unknown: there is no source `taem`",
        "did you mean `\"team\"`?",
        "error assembly::source::prefers-nothing: source `team` gives no `taem.md`",
        "did you mean `\"team.md\"`?",
        "error assembly::source::prefers-nothing: source `team` gives no `guard.sh`",
        "its hooks are not admitted: write `hooks=#true` behind `source \"team\"`",
        "warning assembly::source::prefer-without-effect: there is no other `team.md` that `team` could be preferred to",
        "there is no other `core.md` that `hub` could be preferred to",
    ]);
}

#[test]
fn what_a_source_that_is_not_there_would_settle_is_not_held_against_a_launcher() {
    let nodes = |more: &str| {
        format!(
            "    modules \"t-*.md\" \"!t-old.md\" {more}\n    hooks {{ PreToolUse \"*.sh\" \"!deny.sh\"; }}\n    \
             prefer \"hub\" \"t-ours.md\"\n    prefer \"team\" \"t-new.md\""
        )
    };
    let world = World::new();
    world.module("t-ours.md", "Ours.\n").hook("guard.sh");
    for (top, code) in [
        ("source \"team\" path=\"../team\" hooks=#true required=#false\n", 0),
        ("source \"team\" path=\"../team\" hooks=#true\n", 1),
        ("source \"team\" path=\"$TEAM_HUB\" hooks=#true required=#false\n", 0),
    ] {
        write_manifest(&world, top, &nodes(""));
        check(&world, code).keeps_silent_about(&["removes-nothing", "prefer-without-effect"]);
        // What is wrong whatever the source holds.
        write_manifest(&world, top, &nodes("\"![a\""));
        check(&world, 1).says(&["assembly::manifest::removes-nothing: `![a` takes nothing out"]);
    }
    // Of hooks that are not admitted, it is known that they are not given.
    write_manifest(&world, "source \"team\" path=\"../team\" required=#false\n", &nodes(""));
    check(&world, 1)
        .says(&["`!deny.sh` takes nothing out of `PreToolUse`"])
        .keeps_silent_about(&["`!t-old.md`", "prefer-without-effect"]);
}

#[test]
fn a_prefer_of_a_preset_has_to_settle_something_somewhere() {
    let world = World::new();
    let other = "launcher \"docs-agent\" {\n    use \"base\"\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    \
                 modules \"core.md\"\n}\n";
    let top = format!("{TEAM}preset \"base\" {{ prefer \"team\" \"core.md\"; }}\n");
    world.module("core.md", "Ours.\n").write("team/modules/core.md", "Theirs.\n");
    write_manifest(&world, &top, "    use \"base\"");
    check(&world, 0).says(&["assembly::source::prefer-without-effect"]);
    write_manifest(&world, &format!("{top}{other}"), "    use \"base\"");
    check(&world, 0).keeps_silent_about(&["prefer-without-effect"]);
}

#[test]
fn a_missing_source_stops_unless_it_may_be_missing() {
    let nodes = "    modules \"core.md\" \"of-team.md\" \"glob-*.md\"";
    let world = world(TEAM, nodes);
    world.module("core.md", "Core.\n");
    for (make, fact) in [
        (&(|| {}) as &dyn Fn(), "does not exist"),
        (&|| _ = world.write("team", ""), "is not a folder"),
        (&|| _ = world.link("team", "nowhere"), "is a link to `nowhere`, which does not exist"),
    ] {
        _ = std::fs::remove_file(world.path("team"));
        make();
        write_manifest(&world, TEAM, nodes);
        let message = format!("the folder of source `team` {fact}");
        check(&world, 1)
            .says(&[
                "error assembly::source::missing",
                &message,
                "looked for `[ROOT]/team`",
                "required=#false",
            ])
            .keeps_silent_about(&["of-team.md", "glob-"]);
        world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&[&message]);
        write_manifest(&world, "source \"team\" path=\"../team\" required=#false\n", nodes);
        check(&world, 1).says(&[
            "warning assembly::source::absent",
            &message,
            "there is no module `of-team.md`",
        ]);
        world.run().says(&["warning assembly::source::absent"]);
    }
    assert_eq!(why(&world, "team"), "excluded source `team`: its folder is a link to nothing\n");
    world.assembly(["show", "app-mac-agent"]).succeeds().prints(&["team: not there"]);
}

#[test]
fn a_variable_that_is_not_set_is_a_missing_source() {
    let nodes = "    modules \"core.md\" \"of-team.md\" required=#false";
    let world = world("source \"team\" path=\"$TEAM_HUB\" required=#false\n", nodes);
    world.module("core.md", "Core.\n").write("team/modules/of-team.md", "Team.\n");
    check(&world, 0).says(&["warning assembly::manifest::unset-variable: `$TEAM_HUB` is unset or empty"]);
    assert_eq!(why(&world, "team"), "excluded source `team`: its folder is not known on this machine\n");
    world.run().says(&["`$TEAM_HUB` is unset or empty"]);
    let team = world.path("team");
    world.assembly(["check", "--all"]).env("TEAM_HUB", &team).succeeds().keeps_silent_about(&["warning"]);
    write_manifest(&world, "source \"team\" path=\"$TEAM_HUB\"\n", nodes);
    check(&world, 0).says(&["warning assembly::manifest::unset-variable"]);
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["error assembly::manifest::unset-variable"]);
}

#[test]
fn the_path_of_a_source_is_relative_to_its_file_and_knows_later_vars() {
    let world = world("include \"more/sources.kdl\"\nvars { name \"team\" }\n", "    modules \"of-team.md\"");
    world.write("hub/more/sources.kdl", "source \"team\" path=\"../vendor/{{name}}\"\n");
    world.write("hub/vendor/team/modules/of-team.md", [0xff]);
    check(&world, 1)
        .says(&["vendor/team/modules/of-team.md:1:1", "save `vendor/team/modules/of-team.md` as UTF-8"]);
}

#[test]
fn what_leads_out_of_its_source_is_left_out_with_a_way_to_mend_it() {
    let world = world(TEAM, "    modules \"out.md\"\n    skills \"out\" \"half\" \"linked\"");
    world.write("elsewhere/out.md", "Secret.\n");
    skill(&world, "elsewhere", "out", "Secret.");
    skill(&world, "team/.git/../pool", "linked", "Read it.");
    world.link("hub/modules/out.md", "../../elsewhere/out.md");
    world.link("team/skills/out", world.path("elsewhere/skills/out"));
    world.link("team/skills/linked", "../pool/skills/linked");
    world.link("hub/skills/unlisted", "../../elsewhere/skills/out");
    std::fs::create_dir_all(world.path("team/skills/half")).unwrap();
    world.link("team/skills/half/SKILL.md", world.path("elsewhere/skills/out/SKILL.md"));
    check(&world, 1).says(&[
        "assembly::module::unusable: module `out.md` is a link to `../../elsewhere/out.md`, out of the hub",
        "help: copy what `modules/out.md` leads to in its place, or name the folder that it lies in with a `source` node",
        "assembly::skill::unusable: skill `out` is a link to `[ROOT]/elsewhere/skills/out`, out of source `team`",
        "skill `half` holds `SKILL.md`, which is a link to `[ROOT]/elsewhere/skills/out/SKILL.md`, out of source `team`",
        "help: put a readable file at `[ROOT]/team/skills/half/SKILL.md`",
    ]);
    assert!(!world.run().stdout.contains("Secret"));
    assert_eq!(link(&world, "linked"), "team/skills/linked");
    assert!(
        why(&world, "out").contains(
            "excluded skill `out` of team: out is a link out of its source, listed by the launcher"
        )
    );
}

#[test]
fn a_folder_of_a_source_that_cannot_be_listed_is_named() {
    let world = world(TEAM, "    modules \"a.md\"");
    world.module("a.md", "A.\n").write("team/modules", "");
    check(&world, 1).says(&["assembly::hub::folder-unreadable: `[ROOT]/team/modules/` cannot be listed"]);
}

#[test]
fn the_skills_of_a_source_are_checked_when_they_are_selected() {
    let world = world(TEAM, "    skills \"good\"");
    skill(&world, "team", "good", "Read it.");
    world.write("team/skills/bad/SKILL.md", "no frontmatter");
    check(&world, 0);
    world.link("team/skills/good/out", "/etc/hostname");
    check(&world, 1).says(&["assembly::skill::leaves-skill", "team/skills/good"]);
}

#[test]
fn a_skill_that_moves_to_another_source_keeps_no_backup_of_its_link() {
    let world = world(TEAM, "    skills \"review\"");
    std::fs::create_dir_all(world.path("team/skills")).unwrap();
    skill(&world, "hub", "review", "Read it.");
    world.run();
    std::fs::remove_dir_all(world.target(".assembly")).unwrap();
    std::fs::rename(world.path("hub/skills/review"), world.path("team/skills/review")).unwrap();
    world.run().keeps_silent_about(&["saved"]);
    assert_eq!(link(&world, "review"), "team/skills/review");
}

#[test]
fn traces_of_launchers_that_decide_alike_are_alike() {
    let nodes = "    modules \"core.md\" \"gone.md\"\n    hooks \"guard.sh\" \"none.sh\"\n    skills \"re*\" \"!review\" \"broken\"\n    \
                 person \"sam\" role=\"backend\" seat=\"claude\"\n    prefer \"team\" \"core.md\"";
    let world = world(TEAM, nodes);
    world.module("core.md", "Ours.\n").write("team/modules/core.md", "Theirs.\n").hook("guard.sh");
    let role = "role \"backend\" { skill \"role-backend\"; agent \"claude\" name=\"Opal\"; }";
    world.write("hub/persons/sam/person.kdl", format!("person \"sam\" {{ {role}; }}\n"));
    skill(&world, "team", "review", "Read it.");
    skill(&world, "team", "reread", "Read it.");
    world.link("hub/skills/broken", world.path("nowhere"));
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let second = manifest.replace(TEAM, "").replace("app-mac-agent", "docs-agent");
    world.manifest(&format!("{manifest}{second}"));
    let trace = |name: &str| {
        let document = world.assembly(["show", name, "--json"]).succeeds().json();
        let decisions = document["trace"].as_array().unwrap().iter();
        let kinds = ["module", "hook", "skill", "person", "role", "seat", "source"];
        let of_sources = decisions.filter(|decision| kinds.contains(&decision["kind"].as_str().unwrap()));
        of_sources.map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let one = trace("app-mac-agent");
    assert_eq!(one, trace("docs-agent"));
    assert!(!one.contains(world.path("").to_str().unwrap()), "{one}");
    for said in ["review", "reread", "core.md", "gone.md", "none.sh", "broken", "sam", "Opal", "role-backend"]
    {
        assert!(one.contains(said), "{said} in {one}");
    }
}

#[test]
fn odd_names_are_names() {
    let name = "a 'b' \"c\" $d\u{fc}.md";
    let id = "t \"e\" $x";
    let kdl = |text: &str| format!("#\"{text}\"#");
    let world = world(
        &format!("source {} path={}\n", kdl(id), kdl("../the \"team\"")),
        &format!("    modules {}\n    prefer {} {}", kdl(name), kdl(id), kdl(name)),
    );
    world.module(name, "Ours.\n").write(format!("the \"team\"/modules/{name}"), "Theirs.\n");
    check(&world, 0);
    world.run();
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "Theirs.\n");
}

#[test]
fn a_fifo_in_a_source_is_not_opened() {
    let world = world(
        "source \"team\" path=\"../team\" persons=#true\n",
        "    modules \"pipe\"\n    skills \"pipe\"\n    person \"sam\" role=\"backend\"",
    );
    world
        .write("hub/persons/sam/person.kdl", "person \"sam\"\n")
        .write("team/persons/sam/person.kdl", "person \"sam\"\n");
    world.module("pipe", "Ours.\n");
    skill(&world, "hub", "pipe", "Read it.");
    skill(&world, "team", "pipe", "Read it.");
    std::fs::create_dir_all(world.path("team/modules")).unwrap();
    for path in ["team/modules/pipe", "team/skills/pipe/pipe", "team/persons/sam/INVARIANT.md"] {
        assert!(world.command("mkfifo", [world.path(path)]).status().unwrap().success());
    }
    check(&world, 1).says(&[
        "module `pipe` is a FIFO, not a regular file",
        "put a readable file at `[ROOT]/team/modules/pipe`",
        "skill `pipe` holds `pipe`, which is a FIFO, not a regular file",
        "take `[ROOT]/team/skills/pipe/pipe` out\n",
        "assembly::person::unusable: person `sam` holds `INVARIANT.md`, which is a FIFO, not a regular file",
    ]);
}
