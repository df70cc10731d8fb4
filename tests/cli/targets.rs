//! Targets beside each other, within each other, and in the hub.

use crate::support::{Ran, World};

const MODULES: &str = "modules \"one.md\"";

/// A launcher on a target, with these nodes besides.
fn launcher(name: &str, target: &str, nodes: &str) -> String {
    format!(
        "launcher \"{name}\" {{\n    target \"{target}\"\n    cli \"agent\" harness=\"claude\"\n    {nodes}\n}}\n"
    )
}

fn world(launchers: &[String]) -> World {
    let world = World::new();
    world.module("one.md", "# One\n").skill("review").hook("guard.sh");
    world.manifest(&launchers.concat());
    world
}

/// How often a code of this room is reported.
#[track_caller]
fn counts(ran: &Ran, code: &str, count: usize) {
    assert_eq!(ran.stderr.matches(&format!("assembly::machine::{code}:")).count(), count, "{ran}");
}

/// Lines and texts of the labels of the only problem with this code.
fn labels(world: &World, code: &str) -> Vec<(u64, String)> {
    let document = world.assembly(["check", "--json"]).succeeds().json();
    let found = document["diagnostics"].as_array().unwrap().iter();
    let code = format!("assembly::machine::{code}");
    let found: Vec<_> = found.filter(|problem| problem["code"] == code.as_str()).collect();
    assert_eq!(found.len(), 1, "{document}");
    assert_eq!(found[0]["severity"], "warning");
    let labels = found[0]["labels"].as_array().unwrap().iter();
    labels
        .map(|label| (label["line"].as_u64().unwrap(), label["text"].as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn a_shared_target_is_told_whatever_path_leads_there() {
    for path in ["../target", "../hub/../target", "../link", "{{ASSEMBLY_DIR}}/../target/."] {
        let world = world(&[launcher("a-agent", "../target", MODULES), launcher("b-agent", path, MODULES)]);
        world.link("link", "target");
        let (one, other) = ("opened by `b-agent`".to_owned(), "opened by `a-agent`".to_owned());
        assert_eq!(labels(&world, "shared-target"), [(7, one), (2, other)], "{path}");
        world.assembly(["check"]).succeeds().says(&[
            "`a-agent` and `b-agent` open the same target, and each replaces what the other wrote there",
            "give one of them a `target` of its own, or make them one launcher",
        ]);
    }
}

#[test]
fn the_ledger_says_which_of_them_is_in_force() {
    let world =
        world(&[launcher("a-agent", "../target", MODULES), launcher("b-agent", "../target", MODULES)]);
    let last = || {
        let document = world.assembly(["list", "--json"]).succeeds().json();
        let rows = document["launchers"].as_array().unwrap().clone();
        assert_eq!(rows[0]["shares_target_with"], serde_json::json!(["b-agent"]));
        assert_eq!(rows[1]["shares_target_with"], serde_json::json!(["a-agent"]));
        assert_eq!(rows[0]["last_run_there"], rows[1]["last_run_there"]);
        rows[0]["last_run_there"].clone()
    };
    assert_eq!(last(), serde_json::Value::Null);
    world.assembly(["list"]).succeeds().stdout(
        "a-agent  agent  [ROOT]/target  1 module\n  shares its target with `b-agent`; none has run there yet\n\
         b-agent  agent  [ROOT]/target  1 module\n  shares its target with `a-agent`; none has run there yet\n",
    );
    for name in ["a-agent", "b-agent"] {
        world.assembly(["run", name, "--no-launch"]).succeeds();
        assert_eq!(last(), name);
        let said = format!("opened by `{name}`, which was the last to run there");
        assert!(labels(&world, "shared-target").iter().any(|(_, text)| *text == said));
        world.assembly(["list"]).succeeds().prints(&[&format!("; `{name}` was the last to run there")]);
    }
}

#[test]
fn a_target_that_a_preset_says_for_both_is_labelled_at_the_launchers() {
    let world = World::new();
    world.manifest(
        "preset \"both\" {\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n}\n\
         launcher \"a-agent\" { use \"both\"; }\nlauncher \"b-agent\" { use \"both\"; }\n",
    );
    let lines: Vec<u64> = labels(&world, "shared-target").into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [6, 5]);
}

#[test]
fn a_named_launcher_is_told_of_the_others() {
    let world = world(&[
        launcher("a-agent", "../target", MODULES),
        launcher("b-agent", "../target", MODULES),
        launcher("c-agent", "../home", MODULES),
    ]);
    for name in ["a-agent", "b-agent"] {
        counts(&world.assembly(["check", name]).succeeds(), "shared-target", 1);
    }
    counts(&world.assembly(["check", "c-agent"]).succeeds(), "shared-target", 0);
    counts(&world.assembly(["check"]).succeeds(), "shared-target", 1);
}

#[test]
fn targets_that_are_only_alike_are_passed_over() {
    let world = world(&[
        launcher("a-agent", "../target", MODULES),
        launcher("b-agent", "../target2", MODULES),
        launcher("c-agent", "../Target", MODULES),
        launcher("d-agent", "..", "gitignore #false"),
    ]);
    std::fs::create_dir_all(world.path("target2")).unwrap();
    let ran = world.assembly(["check"]).succeeds();
    let is_blind = world.path("TARGET").exists();
    for code in ["shared-target", "nested-target", "target-is-hub", "target-in-source"] {
        counts(&ran, code, usize::from(is_blind && code == "shared-target"));
    }
    let document = world.assembly(["list", "--json"]).succeeds().json();
    assert_eq!(document["launchers"][1]["shares_target_with"], serde_json::json!([]));
    assert_eq!(document["launchers"][1]["last_run_there"], serde_json::Value::Null);
    world.assembly(["list"]).succeeds().keeps_silent_about(&["shares its target with `b-agent`"]);
}

#[test]
fn a_target_within_another_loads_its_files_too() {
    let everything = "modules \"one.md\"; skills \"review\"; hooks { SessionStart \"guard.sh\"; }";
    let world = world(&[
        launcher("inner-agent", "../link/deep/inner", MODULES),
        launcher("outer-agent", "../target", everything),
    ]);
    std::fs::create_dir_all(world.target("deep/inner")).unwrap();
    world.link("link", "target");
    let said = |files: &str| {
        [
            (2, format!("a session here also loads {files} from there")),
            (7, "the target of `outer-agent`".to_owned()),
        ]
    };
    assert_eq!(labels(&world, "nested-target"), said("`CLAUDE.local.md`"));
    world.assembly(["check"]).succeeds().says(&[
        "the target of `inner-agent` lies in that of `outer-agent`, whose files its sessions load too",
        "list what both are to know in the outer one only, or give one a `target` elsewhere",
    ]);
    // In one work tree, skills and the settings of its top count as well.
    world.git_init();
    assert_eq!(
        labels(&world, "nested-target"),
        said("`CLAUDE.local.md`, `.claude/settings.local.json`, `.claude/skills/`")
    );
    std::fs::create_dir_all(world.target("deep/inner/.git/objects")).unwrap();
    std::fs::create_dir_all(world.target("deep/inner/.git/refs")).unwrap();
    world.write("target/deep/inner/.git/HEAD", "ref: refs/heads/main\n");
    assert_eq!(labels(&world, "nested-target"), said("`CLAUDE.local.md`"));
}

#[test]
fn of_targets_around_each_other_the_nearest_that_gives_something_is_named() {
    let world = world(&[
        launcher("top-agent", "..", MODULES),
        launcher("empty-agent", "../target/a", "gitignore #false"),
        launcher("mid-agent", "../target", MODULES),
        launcher("low-agent", "../target/a/b", MODULES),
    ]);
    std::fs::create_dir_all(world.target("a/b")).unwrap();
    let ran = world.assembly(["check", "low-agent"]).succeeds();
    counts(&ran, "nested-target", 1);
    ran.says(&["`low-agent` lies in that of `mid-agent`"]);
    counts(&world.assembly(["check"]).succeeds(), "nested-target", 3);
    // Asked about the outer one, it is told of all that lie in it directly.
    counts(&world.assembly(["check", "mid-agent"]).succeeds(), "nested-target", 3);
}

#[test]
fn a_target_that_is_the_hub_is_told() {
    for target in [".", "../link", "../hub/../hub", "{{ASSEMBLY_DIR}}"] {
        let world = world(&[launcher("a-agent", target, MODULES)]);
        world.link("link", "hub");
        let said = "a run writes its files here, beside what they are made of".to_owned();
        assert_eq!(labels(&world, "target-is-hub"), [(2, said)], "{target}");
        let ran = world.assembly(["check"]).succeeds();
        counts(&ran, "target-in-source", 0);
        ran.says(&[
            "the target of `a-agent` is the hub itself",
            "name the project's folder; this can stay when the sessions are to work on it",
        ]);
        // A warning and no more: everything is written, and every source stays.
        world.assembly(["run", "a-agent", "--no-launch"]).succeeds();
        assert!(world.path("hub/CLAUDE.local.md").is_file() && world.path("hub/modules/one.md").is_file());
        world.assembly(["clean", "a-agent"]).succeeds();
        assert!(!world.path("hub/CLAUDE.local.md").exists() && !world.path("hub/.assembly").exists());
    }
}

#[test]
fn a_target_among_the_sources_is_told_and_one_beside_them_is_not() {
    for (target, folder) in
        [("modules", Some("modules")), ("skills/review", Some("skills")), ("work/site", None), ("../", None)]
    {
        let world = world(&[launcher("a-agent", target, MODULES)]);
        std::fs::create_dir_all(world.path("hub/work/site")).unwrap();
        let ran = world.assembly(["check"]).succeeds();
        counts(&ran, "target-is-hub", 0);
        counts(&ran, "target-in-source", usize::from(folder.is_some()));
        if let Some(folder) = folder {
            ran.says(&[&format!("the target of `a-agent` lies in `{folder}/` of the hub")]);
        }
    }
}

#[test]
fn other_sources_count_as_the_hub_does() {
    let world = World::new();
    std::fs::create_dir_all(world.path("team/modules")).unwrap();
    world.manifest(&format!(
        "source \"team\" path=\"../team\"\n{}{}",
        launcher("a-agent", "../team", "gitignore #false"),
        launcher("b-agent", "../team/modules", "gitignore #false")
    ));
    let ran = world.assembly(["check"]).succeeds();
    counts(&ran, "target-is-hub", 1);
    counts(&ran, "target-in-source", 1);
    ran.says(&["is the source `team` itself", "lies in `modules/` of the source `team`"]);
}
