//! `check`: all problems at once, exit codes, forms.

use crate::support::World;

#[test]
fn a_sound_hub_has_nothing_to_report() {
    let world = World::full();
    world
        .assembly(["check"])
        .succeeds()
        .stdout("")
        .stderr("checked 1 launcher of [ROOT]/hub: nothing to report\n");
}

#[test]
fn every_problem_of_every_room_in_one_run() {
    let world = World::full();
    world.write("hub/hooks/plain.py", "#!/usr/bin/env python3\n").mode("hub/hooks/plain.py", 0o644);
    world.module("latin.md", b"caf\xe9\n");
    world.launcher(
        "    modles \"one.md\"\n    modules \"latin.md\" \"on.md\" \"!two.md\"\n    hooks {\n        PreToolUse \"plain.py\" matcher=\"Bash\"\n        Stopp \"prompt.sh\"\n    }\n    skills \"revew\"\n    env A=1",
    );
    world.assembly(["check"]).exits_with(1).says(&[
        "`modles`",
        "is not UTF-8",
        "modules/latin.md:1:4",
        "did you mean `\"one.md\"`?",
        "`!two.md` takes nothing out",
        "hooks/plain.py:1:1",
        "mode 0644",
        "chmod +x hooks/plain.py",
        "Stopp",
        "did you mean `\"review\"`?",
        "\"1\"",
        "8 errors",
    ]);
}

#[test]
fn the_json_form_holds_every_label() {
    let world = World::full();
    world.launcher("    modules \"on.md\"");
    let ran = world.assembly(["check", "--format", "json"]).exits_with(1).stderr("");
    let document = ran.json();
    assert_eq!(document["format"], "assembly.check/1");
    assert_eq!(document["errors"], 1);
    let diagnostic = &document["diagnostics"][0];
    assert_eq!(diagnostic["code"], "assembly::module::missing");
    assert_eq!(diagnostic["severity"], "error");
    let label = &diagnostic["labels"][0];
    assert_eq!(label["file"], "launchers.kdl");
    assert_eq!((label["line"].as_u64(), label["column"].as_u64()), (Some(4), Some(13)));
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let offset = |name: &str| usize::try_from(label[name].as_u64().unwrap()).unwrap();
    assert_eq!(&text[offset("start")..offset("end")], "\"on.md\"");
    assert!(ran.stdout.ends_with("}\n"));
}

#[test]
fn twenty_problems_are_shown_and_the_rest_counted() {
    let world = World::new();
    let names: Vec<String> = (0..30).map(|index| format!("\"missing-{index}.md\"")).collect();
    world.launcher(&format!("    modules {}", names.join(" ")));
    let ran = world.assembly(["check"]).exits_with(1).says(&["and 10 more", "--all", "30 errors"]);
    assert_eq!(ran.stderr.matches("assembly::module::missing").count(), 20);
    let ran = world.assembly(["check", "--all"]).exits_with(1);
    assert_eq!(ran.stderr.matches("assembly::module::missing").count(), 30);
    assert_eq!(
        world.assembly(["check", "--json"]).exits_with(1).json()["diagnostics"].as_array().unwrap().len(),
        30
    );
}

#[test]
fn warnings_fail_only_when_denied() {
    let world = World::new();
    world.manifest("launcher \"a-claude\" {\n    target \"/no/such/place\"\n    cli \"claude\"\n}\n");
    world.assembly(["check"]).env("PATH", "/usr/bin:/bin").succeeds().says(&[
        "warning",
        "/no/such/place",
        "`claude`",
    ]);
    world.assembly(["check", "--deny-warnings"]).exits_with(1);
}

#[test]
fn an_error_elsewhere_does_not_stop_a_launcher() {
    let world = World::full();
    let mut text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    text.push_str("preset \"other\" {\n    nonsense 1\n}\nlauncher \"broken-agent\" {\n    use \"other\"\n    target 5\n    cli \"agent\"\n}\n");
    world.manifest(&text);
    world.assembly(["check"]).exits_with(1).says(&["nonsense", "string"]);
    world.assembly(["check", "app-mac-agent"]).succeeds();
    world.assembly(["run", "app-mac-agent", "--no-launch"]).succeeds().keeps_silent_about(&["nonsense"]);
    world.assembly(["run", "broken-agent", "--no-launch"]).exits_with(1).says(&["nonsense"]);
}

#[test]
fn a_missing_thing_is_left_out_unless_it_is_required() {
    let world = World::full();
    world.launcher("    modules \"one.md\" \"gone.md\"\n    hooks \"gone.sh\"\n    skills \"gone\"");
    world.assembly(["check"]).exits_with(1).says(&["3 errors"]);
    world.run().says(&[
        "warning assembly::module::missing",
        "warning assembly::hook::missing",
        "warning assembly::skill::missing",
    ]);
    assert_eq!(std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap(), "# One\n");
    let before = world.snapshot();
    world
        .assembly(["run", "app-mac-agent", "--no-launch", "--strict"])
        .exits_with(1)
        .says(&["error assembly::module::missing"]);
    world.launcher("    modules \"one.md\"\n    modules \"gone.md\" required=#true");
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .exits_with(1)
        .says(&["error assembly::module::missing"]);
    assert_eq!(world.snapshot(), before);
    world.launcher("    modules \"one.md\"\n    modules \"gone.md\" \"no-*.md\" required=#false");
    world.assembly(["check"]).succeeds().keeps_silent_about(&["gone", "no-*.md", "warning"]);
}

#[test]
fn a_preset_may_take_out_what_only_some_launchers_have() {
    let world = World::full();
    let launcher = |name: &str, nodes: &str| {
        format!(
            "launcher \"{name}\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    {nodes}\n}}\n"
        )
    };
    let presets = "preset \"base\" {\n    modules \"one.md\" \"two.md\"\n}\npreset \"lean\" {\n    modules \"!two.md\"\n}\n";
    let with = launcher("with-agent", "use \"base\" \"lean\"");
    let without = launcher("without-agent", "use \"lean\"");
    world.manifest(&format!("{presets}{with}{without}"));
    world.assembly(["check"]).succeeds().keeps_silent_about(&["takes nothing out"]);
    world.manifest(&format!("{presets}{without}"));
    world.assembly(["check"]).exits_with(1).says(&["`!two.md` takes nothing out", "launchers.kdl:5:13"]);
}

#[test]
fn a_broken_pipe_is_success() {
    let world = World::full();
    let script = "\"$0\" plan | true; exit ${PIPESTATUS[0]}";
    let mut command = world.command("bash", ["-c", script, crate::support::BINARY]);
    assert_eq!(command.output().unwrap().status.code(), Some(0));
}

#[test]
fn colour_and_drawings_only_where_they_are_wanted() {
    let world = World::full();
    world.launcher("    modules \"on.md\"");
    let plain = world.assembly(["check"]).exits_with(1);
    assert!(plain.stderr.is_ascii(), "{plain}");
    let forced = world.assembly(["check"]).env("CLICOLOR_FORCE", "1").exits_with(1);
    assert!(forced.stderr.contains("\u{1b}["), "{forced}");
    let never = world.assembly(["--color", "never", "check"]).env("CLICOLOR_FORCE", "1").exits_with(1);
    assert!(!never.stderr.contains("\u{1b}["), "{never}");
    let no_color = world.assembly(["check"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").exits_with(1);
    assert!(!no_color.stderr.contains("\u{1b}["), "{no_color}");
}

#[test]
fn the_last_line_names_the_page_of_the_worst_problem() {
    let world = World::full();
    world.launcher("    modules \"gone.md\" \"one.md\"\n    flags \"{{NOTHING}}\"");
    let closing = "help: `assembly explain module::missing` tells more\n";
    let ran = world.assembly(["check"]).exits_with(1);
    assert_eq!(ran.closing_help.as_deref(), Some(closing), "{ran}");
    assert!(!ran.stderr.contains("assembly explain"), "{ran}");
    // `run` leaves the module out, so what is an error there is a warning here.
    for words in [&["plan"][..], &["run", "app-mac-agent", "--no-launch"], &["show", "app-mac-agent"]] {
        let ran = world.assembly(words).succeeds();
        let said = ran.closing_help.as_deref().unwrap_or_default();
        assert!(said.ends_with("` tells more\n"), "{words:?}: {ran}");
    }
    for words in [&["check", "--json"][..], &["check", "-q"], &["check", "--quiet", "--all"]] {
        let ran = world.assembly(words).exits_with(1);
        assert_eq!(ran.closing_help, None, "{words:?}: {ran}");
    }
    let ran = World::full().assembly(["check"]).succeeds();
    assert_eq!(ran.closing_help, None, "{ran}");
}
