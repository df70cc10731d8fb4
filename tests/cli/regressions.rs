//! One test per fault that was once found.

use crate::support::World;

#[test]
fn arguments_as_a_property_are_the_same_as_a_child() {
    let world = World::new();
    world.hook("guard.sh");
    world.launcher("    hooks {\n        Stop \"guard.sh\" args=\"a b\"\n    }");
    world.run();
    let settings = std::fs::read(world.target(".claude/settings.local.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_slice(&settings).unwrap();
    let handler = &settings["hooks"]["Stop"][0]["hooks"][0];
    assert_eq!(handler["command"], "bash");
    assert_eq!(handler["args"], serde_json::json!([world.path("hub/hooks/guard.sh"), "a b"]));
}

#[test]
fn warnings_never_hide_errors() {
    let world = World::new();
    let launchers: Vec<String> = (0..30)
        .map(|index| {
            format!(
                "launcher \"p{index}-agent\" {{ target \"/no/p{index}\"; cli \"agent\" harness=\"claude\"; }}"
            )
        })
        .collect();
    let last =
        "launcher \"z-agent\" { target \"/no/z\"; cli \"agent\" harness=\"claude\"; modules \"gone.md\"; }\n";
    world.manifest(&(launchers.join("\n") + "\n" + last));
    world.assembly(["check"]).exits_with(1).says(&[
        "there is no module `gone.md`",
        "and 12 more",
        "1 error, 31 warnings",
    ]);
}

#[test]
fn a_program_that_is_missing_everywhere_is_one_problem() {
    let world = World::new();
    let launcher =
        |name: &str| format!("launcher \"{name}-claude\" {{ target \"../target\"; cli \"claude\"; }}\n");
    world.manifest(&(launcher("a") + &launcher("b") + &launcher("c")));
    let ran = world.assembly(["check"]).env("PATH", "/nowhere").succeeds();
    assert_eq!(ran.stderr.matches("cli-missing").count(), 1, "{ran}");
}

#[test]
fn check_counts_the_launchers_it_was_asked_about() {
    let world = World::full();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(
        &(manifest
            + "launcher \"other-agent\" { target \"../home\"; cli \"agent\"; modules \"gone.md\"; }\n"),
    );
    world
        .assembly(["check", "app-mac-agent"])
        .succeeds()
        .stderr("checked 1 of 2 launchers of [ROOT]/hub: nothing to report\n");
}

#[test]
fn why_takes_options_and_vars() {
    let world = World::full();
    world.launcher("    vars {\n        notes \"/n\"\n    }\n    flags \"--model\" \"opus\"");
    world
        .assembly(["show", "app-mac-agent", "--why", "--model"])
        .succeeds()
        .prints(&["selected flags `--model`"]);
    world.assembly(["show", "app-mac-agent", "--why", "notes"]).succeeds().prints(&["selected var `notes`"]);
}

#[test]
fn two_launchers_of_one_target_are_named() {
    let world = World::new();
    let launcher = |name: &str, target: &str| {
        format!("launcher \"{name}-agent\" {{ target \"{target}\"; cli \"agent\" harness=\"claude\"; }}\n")
    };
    world.manifest(
        &(launcher("a", "../target") + &launcher("b", "../hub/../target") + &launcher("c", "../home")),
    );
    let ran = world
        .assembly(["check"])
        .succeeds()
        .says(&["warning", "`a-agent` and `b-agent` open the same target"]);
    assert_eq!(ran.stderr.matches("shared-target").count(), 1, "{ran}");
}

#[test]
fn a_dry_run_refuses_what_the_run_would_refuse() {
    let world = World::full();
    world.write("target/CLAUDE.local.md", "mine\n");
    let before = world.snapshot();
    world
        .assembly(["run", "app-mac-agent", "--dry-run", "--conflict", "refuse"])
        .exits_with(1)
        .says(&["hub [ROOT]/hub", "`CLAUDE.local.md` would be set aside"]);
    world
        .manifest("launcher \"a-nonesuch\" { target \"../target\"; cli \"nonesuch\" harness=\"claude\"; }\n");
    world.assembly(["run", "a-nonesuch", "--dry-run"]).exits_with(127).says(&["nonesuch"]);
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_dry_run_has_a_document() {
    let world = World::full();
    let document = world.assembly(["run", "app-mac-agent", "--dry-run", "--json"]).succeeds().json();
    assert_eq!(document["format"], "assembly.plan/1");
    assert_eq!(document["launchers"][0]["launcher"], "app-mac-agent");
    world.assembly(["run", "app-mac-agent", "--json"]).exits_with(2);
}

#[test]
fn json_is_short_for_the_format_everywhere() {
    let world = World::full();
    for command in [&["check"][..], &["plan"], &["list"], &["show", "app-mac-agent"]] {
        let short = world.assembly(command.iter().chain(&["--json"])).succeeds();
        let long = world.assembly(command.iter().chain(&["--format", "json"])).succeeds();
        assert_eq!(short.stdout, long.stdout, "{command:?}");
        world.assembly(command.iter().chain(&["--json", "--format", "json"])).succeeds();
    }
}

#[test]
fn an_agent_whose_interpreter_is_gone_is_noticed_before_anything_is_written() {
    let world = World::full();
    world.write("bin/agent", "#!/nonexistent/interpreter\n");
    let before = world.snapshot();
    world.assembly(["run", "app-mac-agent"]).exits_with(126).says(&["/nonexistent/interpreter"]);
    assert_eq!(world.snapshot(), before);
}

#[test]
fn a_difference_in_line_ends_can_be_seen() {
    let world = World::new();
    world
        .module("one.md", "# A\n")
        .launcher("    modules \"one.md\"")
        .write("target/CLAUDE.local.md", "# A\r\n");
    world.assembly(["plan"]).succeeds().prints(&["-# A\\r\n", "+# A\n"]);
}

#[test]
fn show_has_every_field_of_a_hook() {
    let world = World::new();
    world.hook("guard.sh").launcher(
        "    hooks {\n        PreToolUse \"guard.sh\" matcher=\"Bash\" timeout=7 onFailure=\"block\"\n        \
         Stop type=\"prompt\" prompt=\"done?\"\n    }",
    );
    let ran = world.assembly(["show", "app-mac-agent"]).succeeds();
    ran.prints(&["timeout 7 s", "onFailure=\"block\"", "prompt=\"done?\""]);
    let document = world.assembly(["show", "app-mac-agent", "--json"]).succeeds().json();
    assert_eq!(document["hooks"][0]["fields"]["onFailure"], "block");
}

#[test]
fn the_trace_says_why_agents_md_is_imported() {
    let world = World::new();
    world.module("one.md", "x\n").launcher("    modules \"one.md\"").write("target/AGENTS.md", "x\n");
    world.assembly(["show", "app-mac-agent", "--why", "CLAUDE.local.md"]).succeeds().prints(&["`AGENTS.md`"]);
}

#[test]
fn very_long_names_do_not_break_a_table() {
    let world = World::new();
    let name = "a".repeat(70_000);
    world.manifest(&format!(
        "launcher \"{name}\" {{ target \"../target\"; cli \"agent\" harness=\"claude\"; }}\n"
    ));
    world.assembly(["list"]).exits_with(1).prints(&[&name]);
}

#[test]
fn a_journal_that_came_with_a_clone_is_not_followed_out_of_the_target() {
    let world = World::full();
    let ledger = r#"{\"format\": \"assembly.ledger/1\", \"artifacts\": []}"#;
    let put = |path: &str, after: &str| {
        format!(
            r#"{{"step": "put", "path": "{path}", "before": {{"kind": "absent"}}, "after": {{"kind": {after}}}}}"#
        )
    };
    let link = put("docs", r#""link", "destination": "../home""#);
    let file = put("docs/.bashrc", r#""file", "bytes": "echo pwned\n", "mode": "0644""#);
    world.write(
        "target/.assembly/journal.json",
        format!(r#"{{"format": "assembly.journal/1", "steps": [{link}, {file}], "ledger": "{ledger}"}}"#),
    );
    assert!(world.run().stderr.contains("could not be read and was saved"));
    assert!(!world.path("home/.bashrc").exists());
    assert!(!world.target("docs").is_symlink());
}

#[test]
fn a_planted_link_at_a_temporary_name_is_not_followed() {
    let world = World::full();
    world.write("home/.bashrc", "mine\n");
    for name in ["ledger", "journal"] {
        world.link(format!("target/.assembly/.{name}.json.assembly-new"), "../../home/.bashrc");
    }
    world.run();
    assert_eq!(std::fs::read_to_string(world.path("home/.bashrc")).unwrap(), "mine\n");
}

#[test]
fn an_interrupted_run_is_reported_by_check_and_plan() {
    let world = World::full();
    world.write("target/.assembly/journal.json", "{");
    for command in ["check", "plan"] {
        world.assembly([command]).succeeds().says(&["assembly::plan::interrupted"]);
    }
    world.run();
    assert!(!world.target(".assembly/journal.json").exists());
}

#[test]
fn rules_that_restrict_the_agent_are_not_replaced_unsaid() {
    let world = World::full();
    let settings = r#"{"permissions": {"deny": ["Read(.env)"], "ask": ["Bash(git push)"]}}"#;
    world.write("target/.claude/settings.local.json", settings);
    let said = ["assembly::settings::loosened", "`deny Read(.env)`, `ask Bash(git push)`"];
    for command in ["check", "plan"] {
        world.assembly([command]).succeeds().says(&said);
    }
    let before = world.snapshot();
    let strict = ["run", "app-mac-agent", "--no-launch", "--strict"];
    world.assembly(strict).exits_with(1).says(&said);
    world.assembly(["run", "app-mac-agent", "--strict", "--dry-run"]).exits_with(1).says(&said);
    assert_eq!(world.snapshot(), before);
    assert!(world.run().says(&said).stderr.contains("saved"));
    world.assembly(strict).succeeds();
}

#[test]
fn a_module_that_is_the_output_is_found() {
    let world = World::full();
    world.manifest(
        "launcher \"app-mac-agent\" {\n    target \".\"\n    cli \"agent\" harness=\"claude\"\n    modules \"two.md\"\n}\n",
    );
    world.write("hub/CLAUDE.local.md", "notes\n");
    std::fs::remove_file(world.path("hub/modules/two.md")).unwrap();
    world.link("hub/modules/two.md", "../CLAUDE.local.md");
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["assembly::plan::own-output", "two.md"]);
    assert_eq!(std::fs::read_to_string(world.path("hub/CLAUDE.local.md")).unwrap(), "notes\n");
}

#[test]
fn folders_and_state_have_their_modes_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;

    use crate::support::BINARY;

    for umask in ["000", "077"] {
        let world = World::full();
        let script = format!("umask {umask}; exec '{BINARY}' run app-mac-agent --no-launch");
        let output = world.command("sh", ["-c", &script]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        for (path, mode) in [
            (".claude", 0o755),
            (".claude/skills", 0o755),
            (".assembly", 0o755),
            (".assembly/ledger.json", 0o644),
            (".assembly/lock", 0o644),
            (".assembly/.gitignore", 0o644),
        ] {
            let metadata = std::fs::metadata(world.target(path)).unwrap();
            assert_eq!(metadata.permissions().mode() & 0o777, mode, "{path} with umask {umask}");
        }
    }
}

#[test]
fn a_preset_that_nobody_uses_is_checked_as_well() {
    let world = World::full();
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!(
        "{manifest}preset \"spare\" {{\n    modules \"gone.md\"\n    hooks {{\n        Stopp \"guard.py\"\n    }}\n}}\n"
    ));
    world.assembly(["check"]).exits_with(1).says(&["there is no module `gone.md`", "`Stopp`", "2 errors"]);
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .succeeds()
        .keeps_silent_about(&["gone.md", "Stopp"]);
}

#[test]
fn broken_text_in_one_launcher_does_not_stop_another() {
    let world = World::full();
    world.manifest(
        "launcher \"good-agent\" { target \"../target\"; cli \"agent\" harness=\"claude\"; }\n\
         launcher \"bad-agent\" {\n target \"../target\"\n cli \"agent\" harness=\"claude\"\n\
         modules 'core.md' \"gone.md\"\n}\n",
    );
    world.assembly(["run", "good-agent", "--no-launch"]).succeeds();
    world.assembly(["run", "bad-agent", "--no-launch"]).exits_with(1).says(&["no quote in KDL"]);
    world.assembly(["check"]).exits_with(1).says(&["no quote in KDL", "there is no module `gone.md`"]);
}
