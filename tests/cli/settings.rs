//! `settings { … }`: declared keys of the settings file, from the manifest to the target.

use crate::support::World;

const FILE: &str = ".claude/settings.local.json";

fn file(world: &World) -> String {
    std::fs::read_to_string(world.target(FILE)).unwrap()
}

/// Two presets and a launcher that declare keys.
fn declared() -> World {
    let world = World::new();
    world.hook("guard.sh");
    world.manifest(
        "preset \"careful\" {\n    settings {\n        permissions {\n            deny \"Bash(rm *)\" \"Read(**/.env)\"\n            \
         defaultMode \"plan\"\n        }\n        env API_TOKEN=\"sesame\" RUST_LOG=\"info\"\n    }\n}\n\
         launcher \"app-mac-agent\" {\n    use \"careful\"\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    \
         settings {\n        model \"opus\"\n        permissions { allow \"Bash(git:*)\"; deny \"!Bash(rm *)\"; \
         additionalDirectories \"{{TARGET_DIR}}/docs\"; }\n        cleanupPeriodDays 30\n        \
         statusLine type=\"command\" command=\"line.sh\" padding=0\n        verbose #false\n    }\n}\n",
    );
    world
}

#[test]
fn the_file_holds_the_declared_keys_in_their_order() {
    let world = declared();
    world.run();
    let target = world.path("target").display().to_string();
    assert_eq!(
        file(&world),
        format!(
            r#"{{
  "permissions": {{
    "deny": [
      "Read(**/.env)"
    ],
    "defaultMode": "plan",
    "allow": [
      "Bash(git:*)"
    ],
    "additionalDirectories": [
      "{target}/docs"
    ]
  }},
  "env": {{
    "API_TOKEN": "sesame",
    "RUST_LOG": "info"
  }},
  "model": "opus",
  "cleanupPeriodDays": 30,
  "statusLine": {{
    "type": "command",
    "command": "line.sh",
    "padding": 0
  }},
  "verbose": false
}}
"#
        )
    );
    let before = world.snapshot();
    world.run();
    assert_eq!(world.snapshot(), before, "the second run writes nothing");
}

#[test]
fn hooks_stand_behind_the_declared_keys() {
    let world = World::new();
    world.hook("guard.sh");
    world.launcher("    settings { model \"opus\"; }\n    hooks { Stop \"guard.sh\"; }");
    world.run();
    let document: serde_json::Value = serde_json::from_str(&file(&world)).unwrap();
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["model", "hooks"]);
    assert_eq!(document["hooks"]["Stop"][0]["hooks"][0]["type"], "command");

    world.launcher("    settings { model \"opus\"; }\n    hooks");
    world.run();
    assert_eq!(file(&world), "{\n  \"model\": \"opus\",\n  \"hooks\": {}\n}\n");
}

#[test]
fn without_keys_and_hooks_there_is_no_file() {
    let world = World::new();
    for nodes in ["    settings \"overwrite\"", "    settings { }", "    settings \"overwrite\" {\n    }"] {
        world.launcher(nodes);
        world.run();
        assert!(!world.target(FILE).exists(), "{nodes}");
    }
    world.launcher("    settings { }\n    hooks");
    world.run();
    assert_eq!(file(&world), "{\"hooks\": {}}\n");
}

#[test]
fn what_is_no_longer_declared_goes_and_what_was_there_comes_back() {
    let world = World::new();
    world.write(format!("target/{FILE}"), "{ \"model\": \"haiku\" }\n");
    world.launcher("    settings { model \"opus\"; }");
    world.run();
    assert_eq!(file(&world), "{\n  \"model\": \"opus\"\n}\n");
    world.launcher("");
    world.run();
    assert_eq!(file(&world), "{ \"model\": \"haiku\" }\n");
}

#[test]
fn a_restriction_that_is_declared_is_not_lost() {
    let world = World::new();
    world.write(
        format!("target/{FILE}"),
        r#"{ "permissions": { "deny": ["Read(.env)", "Edit"], "ask": ["Bash(git push *)"] } }"#,
    );
    world.launcher(
        "    settings { permissions { deny \"Read(.env)\" \"Write\"; ask \"Bash(git push *)\"; }; }",
    );
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch", "--strict"]).exits_with(1);
    ran.says(&["assembly::settings::loosened", "takes away `deny Edit`\n"]);
    world.launcher(
        "    settings { permissions { deny \"Read(.env)\" \"Edit\"; ask \"Bash(git push *)\"; }; }",
    );
    let ran = world.assembly(["run", "app-mac-agent", "--no-launch", "--strict"]).succeeds();
    ran.keeps_silent_about(&["loosened"]);
}

#[test]
fn show_and_list_tell_of_every_key_and_hide_secrets() {
    let world = declared();
    let shown = world.assembly(["show", "app-mac-agent"]).succeeds();
    for row in [
        "setting permissions.deny \"Read(**/.env)\"",
        "setting permissions.allow \"Bash(git:*)\"",
        "setting env.API_TOKEN \"********\"",
        "setting env.RUST_LOG \"info\" launchers.kdl:7 by careful",
        "setting model \"opus\" launchers.kdl:15 by app-mac-agent",
        "setting statusLine.padding 0",
    ] {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.stdout.lines().any(|line| words(line).starts_with(row)), "{row}\n{shown}");
    }
    shown.keeps_silent_about(&["sesame", "rm *"]);
    for words in
        [&["plan"][..], &["plan", "--json"], &["plan", "--portable"], &["run", "app-mac-agent", "--dry-run"]]
    {
        world.assembly(words).succeeds().prints(&["RUST_LOG"]).keeps_silent_about(&["sesame"]);
    }
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds();
    assert!(!document.stdout.contains("sesame"));
    let document = document.json();
    assert_eq!(document["settings"]["permissions"]["allow"][0], "Bash(git:*)");
    assert_eq!(document["settings"]["env"]["RUST_LOG"], "info");
    world.assembly(["show", "app-mac-agent", "--why", "Bash(rm *)"]).succeeds().prints(&[
        "preset `careful`",
        "`permissions.deny`",
        "`!Bash(rm *)` of the launcher",
    ]);
    world.assembly(["show", "app-mac-agent", "--why", "model"]).succeeds().prints(&["set by the launcher"]);
    world.assembly(["list"]).succeeds().prints(&["6 settings\n"]);
    assert_eq!(world.assembly(["list", "--json"]).succeeds().json()["launchers"][0]["settings"], 6);
}

#[test]
fn the_plan_shows_the_file() {
    let world = declared();
    world
        .assembly(["plan", "app-mac-agent"])
        .succeeds()
        .prints(&["create    .claude/settings.local.json", "+  \"model\": \"opus\","]);
}

#[test]
fn a_wrong_type_stops_and_an_unknown_key_is_written() {
    let world = World::new();
    world.launcher("    settings { model #true; }");
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["assembly::settings::wrong-type", "`model` must be a string, not `true`"]);
    assert!(!world.target(FILE).exists());
    world.launcher("    settings { modle \"opus\"; }");
    world.run().says(&["assembly::settings::unknown-key", "did you mean `model`?"]);
    assert_eq!(file(&world), "{\n  \"modle\": \"opus\"\n}\n");
}

#[test]
fn nobody_knows_the_keys_of_another_cli_but_lists_stay_lists() {
    let world = World::new();
    world.manifest(
        "launcher \"app-mac-agent\" {\n    target \"../target\"\n    cli \"agent\"\n    \
         settings { modle 5; permissions { allow \"a(\"; }; }\n}\n",
    );
    world.run().says(&["assembly::harness::unknown"]).keeps_silent_about(&["assembly::settings"]);
    assert_eq!(
        file(&world),
        "{\n  \"modle\": 5,\n  \"permissions\": {\n    \"allow\": [\n      \"a(\"\n    ]\n  }\n}\n"
    );
}

#[test]
fn odd_text_reaches_the_file_as_it_is() {
    let world = World::new();
    world.launcher(
        "    settings {\n        model \"a\\nb\\\"c\\\\ \\u{1f600} ü $HOME `id` {{nothing}}\"\n        \
         env \"{{HOME}} ü\"=#\"\\d \"x\" \"#\n        cleanupPeriodDays -1\n        feedbackSurveyRate 1.5E-2\n        \
         companyAnnouncements \"\"\"\n            two\n              lines\n            \"\"\"\n    }",
    );
    world.run();
    let document: serde_json::Value = serde_json::from_str(&file(&world)).unwrap();
    assert_eq!(document["model"], "a\nb\"c\\ 😀 ü $HOME `id` {{nothing}}");
    assert_eq!(document["env"]["{{HOME}} ü"], "\\d \"x\" ");
    assert_eq!(document["cleanupPeriodDays"], -1);
    assert_eq!(document["feedbackSurveyRate"], 0.015);
    assert_eq!(document["companyAnnouncements"][0], "two\n  lines");
}

#[test]
fn a_bundle_has_nothing_of_it() {
    let world = declared();
    world.module("one.md", "# One\n");
    let build = |out: &str| {
        world.assembly(["bundle", "build", "app-mac-agent", "--out", out]).succeeds();
        let manifest = std::fs::read_to_string(world.path("hub").join(out).join("manifest.json"));
        manifest.unwrap_or_else(|error| panic!("{error}"))
    };
    let with = build("../with");
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let (before, rest) = text.split_once("    settings {\n        model").unwrap();
    let (_, after) = rest.split_once("\n    }\n}").unwrap();
    world.manifest(&format!("{before}}}{after}"));
    assert_eq!(build("../without"), with);
    assert!(!with.contains("permissions") && !with.contains("opus"));
}

#[test]
fn the_form_of_a_block_and_its_items_is_that_of_every_manifest() {
    let world = World::new();
    world.launcher(
        "  settings   \"overwrite\" {\n  permissions{\nallow {\n-  \"Read\"\n - \"Edit\" // both\n}\n  !deny\n}\n}",
    );
    world.assembly(["fmt"]).succeeds();
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    assert!(
        text.ends_with(
            "    settings \"overwrite\" {\n        permissions {\n            allow {\n                - \"Read\"\n                \
             - \"Edit\" // both\n            }\n            !deny\n        }\n    }\n}\n"
        ),
        "{text}"
    );
    world.assembly(["fmt", "--check"]).succeeds();
}

#[test]
fn a_new_launcher_stands_behind_one_with_a_block() {
    let world = declared();
    world
        .assembly(["new", "launcher", "docs-mac-agent", "--cli", "agent"])
        .at(world.path("home"))
        .env("ASSEMBLY_HUB", world.path("hub"))
        .succeeds();
    world.assembly(["list"]).succeeds().prints(&["app-mac-agent", "docs-mac-agent", "6 settings\n"]);
}
