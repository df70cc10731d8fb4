//! Plan, dry run, check and status: they write nothing, say what a run does, and agree.

use std::collections::BTreeSet;

use crate::support::{Snapshot, World};

type Happening = fn(&World);

/// What can have happened in a target or its hub; each is done to a world in which a run has been, or has not.
const STATES: [(&str, Happening); 12] = [
    ("nothing", |_| {}),
    ("a module changed", |world| _ = world.module("one.md", "# Other\n")),
    ("a file was edited", |world| _ = world.write("target/CLAUDE.local.md", "mine\n")),
    ("a file was removed", |world| _ = std::fs::remove_file(world.target("CLAUDE.local.md"))),
    ("settings were edited", |world| {
        _ = world.write("target/.claude/settings.local.json", "{\"model\": \"x\"}\n");
    }),
    ("a skill was replaced", |world| {
        let skill = world.target(".claude/skills/review");
        _ = std::fs::remove_dir_all(&skill).or_else(|_| std::fs::remove_file(&skill));
        world.write("target/.claude/skills/review/SKILL.md", "mine\n");
    }),
    ("the user has a skill", |world| _ = world.write("target/.claude/skills/mine/SKILL.md", "mine\n")),
    ("ignore lines were taken out", |world| _ = world.write("target/.gitignore", "dist")),
    ("a module is no longer declared", |world| declare(world, "modules \"two.md\"")),
    ("nothing is declared", |world| _ = world.launcher("")),
    ("a mode changed", |world| {
        world.write("target/CLAUDE.local.md", "# Mine\n").mode("target/CLAUDE.local.md", 0o600);
    }),
    ("the agent has instructions of its own", |world| _ = world.write("target/AGENTS.md", "# Agents\n")),
];

fn declare(world: &World, modules: &str) {
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&manifest.replace("modules \"one.md\" \"two.md\"", modules));
}

/// A world for each state, before and after the first run, with links and with copies.
fn worlds() -> impl Iterator<Item = (String, World)> {
    let variants = [(false, ""), (true, ""), (true, "mode=\"copy\" "), (true, "merge")];
    variants.into_iter().flat_map(|(has_run, variant)| {
        STATES.iter().map(move |(state, make)| {
            let world = World::full();
            let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
            let (from, to) = match variant {
                "merge" => ("    modules", "    settings \"merge\"\n    modules".to_owned()),
                _ => ("skills ", format!("skills {variant}")),
            };
            world.manifest(&manifest.replacen(from, &to, 1));
            world.git_init();
            if has_run {
                world.run();
            }
            make(&world);
            (format!("{state}, has run: {has_run}, {variant}"), world)
        })
    })
}

/// What the plan says would be done, as path and action.
fn planned(world: &World) -> Vec<(String, String)> {
    let plan = world.assembly(["plan", "app-mac-agent", "--json"]).succeeds().json();
    let changes = plan["launchers"][0]["changes"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    changes.map(|change| (text(&change["path"]), text(&change["action"]))).collect()
}

/// The paths that differ, without folders and without what is ours alone.
fn changed(before: &Snapshot, after: &Snapshot) -> BTreeSet<String> {
    let files = |snapshot: &Snapshot| -> BTreeSet<(String, String)> {
        let entries = snapshot.clone().without_ledger().entries();
        entries.filter(|(_, what)| !what.starts_with("folder ")).collect()
    };
    files(before).symmetric_difference(&files(after)).map(|(path, _)| path.clone()).collect()
}

#[test]
fn a_plan_announces_exactly_what_the_run_does() {
    for (context, world) in worlds() {
        let plan = planned(&world);
        let dry = world.assembly(["run", "app-mac-agent", "--dry-run", "--json"]).succeeds().json();
        let shown = world.assembly(["plan", "app-mac-agent", "--json"]).succeeds().json();
        assert_eq!(dry["launchers"], shown["launchers"], "{context}");
        let before = world.snapshot();
        world.run();
        let changed = changed(&before, &world.snapshot());
        let announced: Vec<&String> = plan
            .iter()
            .filter(|(_, action)| !matches!(action.as_str(), "unchanged" | "keep" | "record" | "forget"))
            .map(|(path, _)| path)
            .collect();
        let is_of = |path: &str, artifact: &str| {
            path.strip_prefix(artifact).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        for path in &changed {
            assert!(announced.iter().any(|artifact| is_of(path, artifact)), "{context}: {path} in {plan:?}");
        }
        for artifact in announced {
            assert!(changed.iter().any(|path| is_of(path, artifact)), "{context}: {artifact} in {changed:?}");
        }
    }
}

#[test]
fn check_plan_and_status_agree_and_there_is_no_drift_after_a_run() {
    for (context, world) in worlds() {
        let problems = |words: &[&str]| {
            let output = world.assembly(words).into_command().output().unwrap();
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            let mut codes: Vec<String> = text
                .lines()
                .filter(|line| line.starts_with("warning assembly::") || line.starts_with("error assembly::"))
                .map(str::to_owned)
                .collect();
            codes.sort();
            (output.status.code().unwrap(), codes)
        };
        let (check, found) = problems(&["check", "app-mac-agent"]);
        let (plan, planned) = problems(&["plan", "app-mac-agent", "--exit-code"]);
        let (status, _) = problems(&["status", "app-mac-agent"]);
        let (_, dry) = problems(&["run", "app-mac-agent", "--dry-run"]);
        assert_eq!(check, 0, "{context}: {found:?}");
        assert_eq!(planned, dry, "{context}");
        assert!(planned.iter().all(|line| found.contains(line)), "{context}: {planned:?} in {found:?}");
        if context.contains("has run: true") {
            assert_eq!(plan, status, "{context}: plan and status");
        }
        world.run();
        let ran = world.assembly(["status", "app-mac-agent"]).into_command().output().unwrap();
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!(ran.status.code(), Some(0), "{context}: {text}");
        world.assembly(["plan", "app-mac-agent", "--exit-code"]).succeeds();
    }
}

#[test]
fn what_only_looks_writes_nothing_anywhere() {
    for has_run in [false, true] {
        let world = World::full();
        world.git_init();
        if has_run {
            world.run();
            world.write("target/CLAUDE.local.md", "edited\n");
        }
        let before = Snapshot::of_identity(&world.path(""));
        for words in [
            &["check"][..],
            &["plan"],
            &["plan", "--json"],
            &["plan", "--portable"],
            &["status"],
            &["status", "--file", "../target/CLAUDE.local.md"],
            &["list"],
            &["show", "app-mac-agent"],
            &["run", "app-mac-agent", "--dry-run"],
            &["run", "app-mac-agent", "--dry-run", "--conflict", "refuse"],
            &["clean", "app-mac-agent", "--dry-run"],
            &["clean", "--target", "../target", "--dry-run"],
            &["backups", "list", "app-mac-agent"],
            &["fmt", "--check"],
            &["skill", "check", "skills/review"],
            &["explain"],
        ] {
            _ = world.assembly(words).into_command().output().unwrap();
            assert_eq!(Snapshot::of_identity(&world.path("")), before, "{words:?}");
        }
    }
}

#[test]
fn a_checkout_with_crlf_is_no_drift() {
    let crlf = |text: &str| text.replace('\n', "\r\n");
    // The hub was checked out with CRLF.
    let world = World::full();
    world.git_init();
    for path in ["launchers.kdl", "modules/one.md", "modules/two.md", "skills/review/SKILL.md"] {
        let text = std::fs::read_to_string(world.path("hub").join(path)).unwrap();
        world.write(format!("hub/{path}"), crlf(&text));
    }
    world.assembly(["check"]).succeeds();
    world.run();
    world.assembly(["status"]).succeeds();
    world.assembly(["plan", "--exit-code"]).succeeds();
    // So was what the project keeps of the target.
    for settings in ["", "settings \"merge\""] {
        let world = World::full();
        let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        world.manifest(&manifest.replacen("    modules", &format!("    {settings}\n    modules"), 1));
        world.git_init();
        world.write("target/.gitignore", "dist\nbuild\n");
        if !settings.is_empty() {
            world.write("target/.claude/settings.local.json", "{\n  \"model\": \"opus\"\n}\n");
        }
        world.run();
        let mut kept = vec![".gitignore"];
        if !settings.is_empty() {
            kept.push(".claude/settings.local.json");
        }
        for path in &kept {
            let text = std::fs::read_to_string(world.target(path)).unwrap();
            world.write(format!("target/{path}"), crlf(&text));
        }
        world.assembly(["status"]).succeeds();
        world.assembly(["plan", "--exit-code"]).succeeds();
        let before = world.snapshot();
        world.run();
        assert_eq!(world.snapshot(), before);
        world.assembly(["clean", "app-mac-agent"]).succeeds();
        assert_eq!(std::fs::read_to_string(world.target(".gitignore")).unwrap(), "dist\r\nbuild\r\n");
    }
}
