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
    let world = World::full();
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
            + "launcher \"other-agent\" { target \"../target\"; cli \"agent\"; modules \"gone.md\"; }\n"),
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
    let ran =
        world.assembly(["check"]).succeeds().says(&["note", "`a-agent` and `b-agent` open the same target"]);
    assert_eq!(ran.stderr.matches("shared-target").count(), 1, "{ran}");
}
