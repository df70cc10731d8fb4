//! The hand-over to the agent: words, environment, folder, exit code.

use crate::support::World;

const TRICKY: &str = r##"    flags "two words" "quo'te" "dou\"ble" "$HOME" "`date`" "back\\slash" "a|b&c" "line\nbreak" "end;" "#(touch x)" "grün" "" "*" "~/notes""##;
const TRICKY_WORDS: [&str; 14] = [
    "two words",
    "quo'te",
    "dou\"ble",
    "$HOME",
    "`date`",
    "back\\slash",
    "a|b&c",
    "line\nbreak",
    "end;",
    "#(touch x)",
    "grün",
    "",
    "*",
    "~/notes",
];

#[test]
fn words_reach_the_agent_as_they_are_written() {
    let world = World::new();
    world.launcher(TRICKY);
    world.assembly(["run", "app-mac-agent"]).succeeds().stdout("agent here\n");
    assert_eq!(world.session().argv, TRICKY_WORDS);
}

#[test]
fn the_agent_starts_in_the_target_with_the_launchers_environment() {
    let world = World::new();
    world.launcher("    env VALUE=\"a|b $HOME {{LAUNCHER}}\" GONE=#null EMPTY=\"\"");
    world.assembly(["run", "app-mac-agent"]).env("GONE", "here").env("KEPT", "yes").succeeds();
    let session = world.session();
    let target = world.path("target").display().to_string();
    assert_eq!(session.cwd, target);
    assert_eq!(session.env("PWD"), Some(target.as_str()));
    assert_eq!(session.env("VALUE"), Some("a|b $HOME app-mac-agent"));
    assert_eq!(session.env("EMPTY"), Some(""));
    assert_eq!(session.env("GONE"), None);
    assert_eq!(session.env("KEPT"), Some("yes"));
    assert_eq!(session.env("ASSEMBLY_LAUNCHER"), Some("app-mac-agent"));
    assert_eq!(session.env("ASSEMBLY_DIR"), Some(&*world.path("hub").display().to_string()));
}

#[test]
fn the_exit_code_is_the_agents_own() {
    let world = World::new();
    world.launcher("");
    for code in [0, 1, 2, 42, 255] {
        world.assembly(["run", "app-mac-agent"]).env("EXIT", code.to_string()).exits_with(code);
    }
}

#[test]
fn words_after_the_dashes_are_appended() {
    let world = World::new();
    world.launcher("    flags \"--model\" \"opus\"");
    world.assembly(["run", "app-mac-agent", "--", "--resume", "fix it; now", ""]).succeeds();
    assert_eq!(world.session().argv, ["--model", "opus", "--resume", "fix it; now", ""]);
}

#[test]
fn an_option_of_several_values_does_not_swallow_the_prompt() {
    let world = World::new();
    world.launcher("    flags \"--add-dir\" \"/notes\"");
    world.assembly(["run", "app-mac-agent", "--", "fix the bug"]).succeeds();
    assert_eq!(world.session().argv, ["--add-dir=/notes", "fix the bug"]);

    world.launcher("    flags \"--add-dir\" \"/notes\" \"/more\"");
    world.assembly(["run", "app-mac-agent", "--", "fix the bug"]).succeeds();
    assert_eq!(world.session().argv, ["--add-dir", "/notes", "/more", "--", "fix the bug"]);
}

#[test]
fn a_missing_agent_is_127_and_nothing_is_written() {
    let world = World::new();
    world.module("one.md", "x\n");
    world.manifest("launcher \"a-b\" {\n    target \"../target\"\n    cli \"no-such-agent\" harness=\"claude\"\n    modules \"one.md\"\n}\n");
    let before = world.snapshot();
    world.assembly(["run", "a-b"]).exits_with(127).says(&["no-such-agent", "not found", "help"]);
    assert_eq!(world.snapshot(), before);
    // Nothing is started, so nothing is missed.
    world.assembly(["run", "a-b", "--no-launch"]).succeeds();
}

#[test]
fn an_agent_that_is_not_executable_is_126() {
    let world = World::new();
    world.write("bin/plain", "#!/bin/sh\n").mode("bin/plain", 0o644);
    world.manifest("launcher \"a-b\" {\n    target \"../target\"\n    cli \"plain\" harness=\"claude\"\n}\n");
    let before = world.snapshot();
    world.assembly(["run", "a-b"]).exits_with(126).says(&["plain", "not executable", "chmod +x"]);
    assert_eq!(world.snapshot(), before);
}

#[test]
fn an_agent_with_a_slash_is_relative_to_the_manifest() {
    let world = World::new();
    world.manifest("launcher \"a-b\" {\n    target \"../target\"\n    cli \"../bin/agent\" harness=\"claude\"\n    flags \"x\"\n}\n");
    world.assembly(["run", "a-b"]).at(world.path("home")).env("ASSEMBLY_HUB", world.path("hub")).succeeds();
    assert_eq!(world.session().argv, ["x"]);
}

#[test]
fn the_launchers_own_path_finds_the_agent() {
    let world = World::new();
    world.write("other/mine", "#!/bin/sh\necho mine\n").mode("other/mine", 0o755);
    let other = world.path("other").display().to_string();
    world.manifest(&format!(
        "launcher \"a-b\" {{\n    target \"../target\"\n    cli \"mine\" harness=\"claude\"\n    env PATH=\"{other}\"\n}}\n"
    ));
    world.assembly(["run", "a-b"]).succeeds().stdout("mine\n");
}

#[test]
fn without_a_name_the_deepest_target_around_this_folder_is_meant() {
    let world = World::new();
    std::fs::create_dir_all(world.target("services/api/src")).unwrap();
    let launcher = |name: &str, target: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"{target}\"\n    cli \"agent\" harness=\"claude\"\n    flags \"{name}\"\n}}\n"
        )
    };
    let outer = launcher("outer-agent", "../target");
    let inner = launcher("inner-agent", "../target/services/api");
    world.manifest(&format!("{outer}{inner}"));
    let hub = world.path("hub");
    for (folder, expected) in
        [("", "outer-agent"), ("services", "outer-agent"), ("services/api/src", "inner-agent")]
    {
        world.assembly(["run"]).env("ASSEMBLY_HUB", &hub).at(world.target(folder)).succeeds();
        assert_eq!(world.session().argv, [expected], "{folder}");
    }
    world.assembly(["run"]).exits_with(2).says(&["no launcher has a target that contains"]);

    world.manifest(&format!("{outer}{}", launcher("other-agent", "../target")));
    world
        .assembly(["run"])
        .env("ASSEMBLY_HUB", &hub)
        .at(world.target(""))
        .exits_with(2)
        .says(&["outer-agent, other-agent"]);
}

#[test]
fn a_missing_target_stops_the_run_and_says_how_to_make_it() {
    let world = World::new();
    world.manifest(
        "launcher \"a-b\" {\n    target \"../no where\"\n    cli \"agent\" harness=\"claude\"\n}\n",
    );
    world.assembly(["run", "a-b"]).exits_with(1).says(&[
        "there is no target",
        "no where",
        "mkdir -p '",
        "launchers.kdl:2:12",
    ]);
    assert!(!world.path("no where").exists());
}

#[test]
fn an_unset_variable_stops_the_run_and_a_default_does_not() {
    let world = World::new();
    world
        .manifest("launcher \"a-b\" {\n    target \"$NOWHERE/x\"\n    cli \"agent\" harness=\"claude\"\n}\n");
    world.assembly(["run", "a-b"]).exits_with(1).says(&["NOWHERE"]);
    world.assembly(["check"]).succeeds().says(&["warning", "NOWHERE"]);
    world.manifest(
        "launcher \"a-b\" {\n    target \"${NOWHERE:-../target}\"\n    cli \"agent\" harness=\"claude\"\n}\n",
    );
    world.assembly(["run", "a-b"]).succeeds();
    world.assembly(["run", "a-b"]).env("NOWHERE", "").succeeds();
}

#[test]
fn every_kind_of_path_survives() {
    for name in [
        "two words",
        "it's",
        "do$HOME",
        "a\"b",
        "back\\slash",
        "new\nline",
        "semi;colon",
        "#(touch x)",
        "ümläut 日本",
        "[x]*?{y}",
        "{{x}}",
        "a|b&c",
    ] {
        let world = World::named(name);
        world.module("one.md", "See {{ASSEMBLY_DIR}}.\n").hook("prompt.sh").hook("guard.py").skill("review");
        world.launcher("    modules \"one.md\"\n    skills \"review\"\n    hooks {\n        UserPromptSubmit \"prompt.sh\" \"guard.py\"\n        Stop \"guard.py\" {\n            args \"a b\"\n        }\n    }\n    flags \"--at\" \"{{TARGET_DIR}}\"");
        world.assembly(["run", "app-mac-agent"]).succeeds();
        let hub = world.path("hub").display().to_string();
        assert_eq!(
            world.session().argv,
            ["--at".to_owned(), world.path("target").display().to_string()],
            "{name:?}"
        );
        assert_eq!(
            std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(),
            format!("See {hub}.\n")
        );
        assert_eq!(
            std::fs::read_link(world.target(".claude/skills/review")).unwrap(),
            world.path("hub/skills/review")
        );
        let settings = std::fs::read(world.target(".claude/settings.local.json")).unwrap();
        let settings: serde_json::Value = serde_json::from_slice(&settings).unwrap();
        for command in settings["hooks"]["UserPromptSubmit"][0]["hooks"].as_array().unwrap() {
            let command = command["command"].as_str().unwrap();
            let status = world.command("/bin/sh", ["-c", command]).status().unwrap();
            assert!(status.success(), "{name:?}: {command}");
        }
        let exec = &settings["hooks"]["Stop"][0]["hooks"][0];
        assert_eq!(exec["command"], serde_json::json!(format!("{hub}/hooks/guard.py")));
        assert_eq!(exec["args"], serde_json::json!(["a b"]));
        world.assembly(["plan", "--exit-code"]).succeeds();
    }
}

#[test]
fn a_dry_run_shows_everything_and_does_nothing() {
    let world = World::full();
    let before = world.snapshot();
    world.assembly(["run", "app-mac-agent", "--dry-run"]).succeeds().prints(&[
        "create",
        "CLAUDE.local.md",
        "+# One",
        "agent --permission-mode plan",
        "GREETING=hello",
        "[ROOT]/target",
    ]);
    assert_eq!(world.snapshot(), before);
    assert!(!world.path("record/done").exists());
}
