//! `new launcher`, `new module` and `new hook`.

use std::os::unix::fs::PermissionsExt;

use crate::support::World;

/// A world whose `target` is the folder that commands start in, as it is when someone is in their project.
fn in_project<'a>(world: &'a World, words: &[&str]) -> crate::support::Invocation<'a> {
    let hub = world.path("hub").display().to_string();
    let words = [&["--hub", &hub, "new"], words].concat();
    world.assembly(words).at(world.target(""))
}

fn manifest(world: &World) -> String {
    std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap()
}

#[test]
fn a_launcher_is_what_the_flags_say_and_passes_check() {
    let world = World::full();
    in_project(
        &world,
        &[
            "launcher",
            "web-mac-agent",
            "--description",
            "All of \"it\" \\o/",
            "--harness",
            "claude",
            "--modules",
            "*.md",
            "!two.md",
            "--skills",
            "review",
            "--hooks",
            "PreToolUse:guard.py",
            "prompt.sh",
            "--",
            "--model",
            "opus",
            "--append-system-prompt",
            "say \"hi\" for $5",
        ],
    )
    .succeeds()
    .stdout("")
    .says(&["added launcher `web-mac-agent` to [ROOT]/hub/launchers.kdl", "assembly run web-mac-agent"]);
    let target = world.target("").display().to_string();
    let expected = format!(
        "
launcher \"web-mac-agent\" {{
    description #\"All of \"it\" \\o/\"#
    target \"{}\"
    cli \"agent\" harness=\"claude\"
    modules \"*.md\" \"!two.md\"
    skills \"review\"
    hooks {{
        PreToolUse \"guard.py\"
        UserPromptSubmit \"prompt.sh\"
    }}
    flags \"--model\" \"opus\"
    flags \"--append-system-prompt\" #\"say \"hi\" for $5\"#
}}
",
        target.trim_end_matches('/')
    );
    assert!(manifest(&world).ends_with(&expected), "{}", manifest(&world));
    // The world's own launcher opens the same target; nothing else is to be said.
    world.assembly(["check", "web-mac-agent"]).succeeds().says(&["shared-target", ": 1 warning\n"]);
    world.assembly(["fmt", "--check"]).succeeds();
    let plan = world.assembly(["plan", "web-mac-agent", "--json"]).succeeds().json();
    assert_eq!(
        plan["launchers"][0]["argv"],
        serde_json::json!(["agent", "--model", "opus", "--append-system-prompt", "say \"hi\" for $5"])
    );
}

#[test]
fn only_lines_are_added_whatever_the_layout() {
    for old in [
        "\u{feff}// mine\r\npreset \"me\"{\r\n\tflags \"-x\"   // why\r\n}\r\n\r\n\r\n",
        "preset \"me\" { flags \"-x\"; } /* the\nend */",
        "preset \"me\" {\n  flags \"-x\" \\\n     \"y\"\n  }\n/- preset \"old\" {\n}\n   ",
        "preset \"me\" \\\n",
    ] {
        let world = World::new();
        world.manifest(old);
        in_project(&world, &["launcher", "web-agent", "--use", "me", "--harness", "claude"]).succeeds();
        let new = manifest(&world);
        let diff = similar::TextDiff::from_lines(old, &new);
        let removed = diff.iter_all_changes().filter(|change| change.tag() == similar::ChangeTag::Delete);
        // A last line without an end gets one.
        let removed: Vec<&str> =
            removed.map(|change| change.value()).filter(|line| line.ends_with('\n')).collect();
        assert!(removed.is_empty(), "{removed:?}");
        assert!(new.starts_with(old), "{new}");
        let added = &new[old.len()..];
        assert_eq!(added.matches("\r\n").count() > 0, old.contains('\r'), "{added:?}");
        world.assembly(["check"]).succeeds();
    }
}

#[test]
fn what_a_preset_says_is_not_said_again() {
    let world = World::new();
    world.manifest(
        "preset \"base\" {\n    cli \"agent\" harness=\"claude\"\n}\npreset \"me\" {\n    use \"base\"\n}\n",
    );
    in_project(&world, &["launcher", "web-agent", "--use", "me", "--target", "{{HOME}}/x"])
        .succeeds()
        .says(&["warning assembly::machine::target-missing"]);
    assert!(
        manifest(&world)
            .ends_with("launcher \"web-agent\" {\n    use \"me\"\n    target \"{{HOME}}/x\"\n}\n")
    );
}

#[test]
fn every_name_that_is_not_there_is_told_at_once_and_nothing_is_written() {
    let world = World::full();
    let before = manifest(&world);
    let ran = in_project(
        &world,
        &[
            "launcher",
            "web-mac-agent",
            "--harness",
            "claude",
            "--use",
            "gone",
            "--modules",
            "on.md",
            "zzz",
            "--skills",
            "reviews",
            "--hooks",
            "PreTolUse:guard.py",
            "Stop:nothing.sh",
        ],
    )
    .exits_with(1);
    ran.says(&[
        "there is no preset `gone`",
        "there is no module `on.md`",
        "did you mean `\"one.md\"`?",
        "there is no module `zzz`",
        "there are `one.md`, `two.md`",
        "did you mean `\"review\"`?",
        "no event `PreTolUse`",
        "did you mean `PreToolUse`?",
        "there are `guard.py`, `prompt.sh`",
    ])
    .keeps_silent_about(&["launchers.kdl:"]);
    assert_eq!(manifest(&world), before);
}

#[test]
fn a_launcher_that_is_there_or_cannot_be_is_refused() {
    let world = World::full();
    let before = manifest(&world);
    in_project(&world, &["launcher", "app-mac-agent"])
        .exits_with(1)
        .says(&["there is a launcher `app-mac-agent` already", "launchers.kdl:1:10"]);
    in_project(&world, &["launcher", "a/b-claude"])
        .exits_with(1)
        .says(&["holds a path", "did you mean `b-claude`?"]);
    in_project(&world, &["launcher", ""]).exits_with(1).says(&["is empty", "myapp-mac-claude"]);
    in_project(&world, &["launcher", "x\n"]).exits_with(1).says(&["`x\\n`", "control character"]);
    in_project(&world, &["launcher", "x-agent", "--description", "a\nb"])
        .exits_with(1)
        .says(&["`description` holds a line break"]);
    in_project(&world, &["launcher", "x-agent", "--target", ""]).exits_with(2);
    in_project(&world, &["launcher", "x-agent", "--cli", "agent --fast"])
        .exits_with(1)
        .says(&["command line"]);
    in_project(&world, &["launcher", "x-agent", "--person", "sam"]).exits_with(2).says(&["--role"]);
    // In the hub, nobody can guess the project.
    world.assembly(["new", "launcher", "x-agent"]).exits_with(2).says(&["--target"]);
    assert_eq!(manifest(&world), before);
}

#[test]
fn a_broken_manifest_is_shown_and_left_alone() {
    let world = World::new();
    world.manifest("launcher \"a {\n");
    in_project(&world, &["launcher", "x-agent"]).exits_with(1).says(&[
        "unclosed",
        "launchers.kdl:1:10",
        "nothing was written",
    ]);
    assert_eq!(manifest(&world), "launcher \"a {\n");
}

#[test]
fn a_hub_is_made_where_none_is() {
    let world = World::named("wörld $HOME 'x'");
    let words = ["new", "launcher", "web-agent", "--harness", "claude", "--target", "../target"];
    let elsewhere = world.path("new/hub");
    std::fs::create_dir_all(world.path("new")).unwrap();
    world.assembly(words).at(world.path("new")).exits_with(2).says(&["no hub", "--init"]);
    let hub = elsewhere.display().to_string();
    world
        .assembly([
            "--hub",
            &hub,
            "new",
            "launcher",
            "web-agent",
            "--harness",
            "claude",
            "--target",
            "../target",
            "--init",
        ])
        .at(world.path("new"))
        .succeeds()
        .says(&["is a hub now", "export ASSEMBLY_HUB='", "added launcher `web-agent`"]);
    let text = std::fs::read_to_string(elsewhere.join("launchers.kdl")).unwrap();
    assert!(text.contains("    // modules \"*.md\"\n") && text.contains("$$HOME"), "{text}");
    world.assembly(["check", "--deny-warnings"]).at(&elsewhere).succeeds();
    world.assembly(["fmt", "--check"]).at(&elsewhere).succeeds();
    for (folder, message) in
        [(&elsewhere, "is a hub already"), (&elsewhere.join("modules"), "lies in the hub")]
    {
        world.assembly(["new", "module", "x", "--init"]).at(folder).exits_with(1).says(&[message]);
    }
    assert!(!elsewhere.join("modules/x.md").exists());
    // Whatever is made first makes the hub.
    for (kind, file) in [("module", "modules/x.md"), ("hook", "hooks/x.sh")] {
        let folder = world.path(format!("first {kind}"));
        std::fs::create_dir(&folder).unwrap();
        world.assembly(["new", kind, "x", "--init"]).at(&folder).succeeds();
        assert!(folder.join(file).is_file());
        world.assembly(["check"]).at(&folder).succeeds();
    }
}

#[test]
fn a_hub_that_the_environment_names_and_that_is_not_there_is_made_where_it_is_named() {
    let world = World::new();
    let (named, here) = (world.path("my hub"), world.path("here"));
    std::fs::create_dir(&here).unwrap();
    let run = |words: &[&str]| world.assembly(words).env("ASSEMBLY_HUB", &named).at(&here);
    run(&["new", "module", "core"]).exits_with(2).says(&[
        "or `unset ASSEMBLY_HUB`; to make a hub of `[ROOT]/my hub`, give `--init --hub '[ROOT]/my hub'` to an",
    ]);
    let warning = "warning: `$ASSEMBLY_HUB` names ";
    run(&["new", "module", "core", "--init"]).succeeds().says(&[warning, "my hub: without `--hub`"]);
    let named_text = named.display().to_string();
    run(&["new", "module", "core", "--init", "--hub", &named_text]).succeeds().keeps_silent_about(&[warning]);
    run(&["check"]).succeeds();
    world.assembly(["check"]).at("/").exits_with(2).says(&["give `--init` to an `assembly new`"]);
}

#[test]
fn a_module_is_a_beginning_and_never_written_over() {
    let world = World::full();
    world.assembly(["new", "module", "payments-domain"]).succeeds().stdout("").stderr(
        "assembly: wrote [ROOT]/hub/modules/payments-domain.md\n\
         assembly: list it in a launcher or preset: modules \"payments-domain.md\"\n",
    );
    let read = || std::fs::read_to_string(world.path("hub/modules/payments-domain.md")).unwrap();
    let text = read();
    assert!(text.starts_with("# Payments domain\n"), "{text}");
    for name in ["payments-domain", "Payments-Domain.md", "PAYMENTS-DOMAIN"] {
        world.assembly(["new", "module", name]).exits_with(1).says(&["payments-domain.md` exists already"]);
    }
    world.assembly(["new", "module", "../x"]).exits_with(1).says(&["holds a path", "did you mean `x`?"]);
    world.assembly(["new", "module", ".hidden"]).exits_with(1).says(&["begins with a dot", "`hidden`"]);
    world.assembly(["new", "module", "!x"]).exits_with(1).says(&["takes a name out"]);
    world.assembly(["new", "module", ""]).exits_with(1).says(&["is empty"]);
    world.assembly(["new", "module", &"x".repeat(253)]).exits_with(1).says(&["longer than 255 bytes"]);
    world.link("hub/modules/link.md", "nowhere");
    world.assembly(["new", "module", "link"]).exits_with(1).says(&["exists already"]);
    assert_eq!(read(), text);
    world.assembly(["check"]).succeeds();
}

#[test]
fn a_hook_reads_its_event_and_says_nothing() {
    let world = World::full();
    world.assembly(["new", "hook", "watch it", "--event", "PreToolUse"]).succeeds().says(&[
        "hooks/watch it.sh",
        "hooks { PreToolUse \"watch it.sh\" }",
        "hook try 'watch it.sh'",
    ]);
    world.assembly(["new", "hook", "count.py"]).succeeds().says(&["UserPromptSubmit \"count.py\""]);
    for name in ["watch it.sh", "count.py"] {
        let path = world.path("hub/hooks").join(name);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o755);
        for input in ["{\"prompt\":\"x\"}", "", "\u{fffd} no JSON", &"x".repeat(1 << 20)] {
            world.write("input", input);
            let mut command = world.command(&path, [] as [&str; 0]);
            command.stdin(std::fs::File::open(world.path("input")).unwrap());
            let output = command.output().unwrap();
            assert!(
                output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
                "{output:?}"
            );
        }
    }
    world.launcher("    hooks {\n        PreToolUse \"watch it.sh\"\n        Stop \"count.py\"\n    }");
    world.assembly(["check"]).succeeds();
    world.assembly(["new", "hook", "Count.py"]).exits_with(1).says(&["count.py` exists already"]);
    world.assembly(["new", "hook", "x.js"]).exits_with(1).says(&["`.js`", "`x.sh`"]);
    world.assembly(["new", "hook", "x", "--event", "PostToolUs"]).exits_with(1).says(&["`PostToolUse`"]);
    world.assembly(["new", "hook", "x", "--event", "nonsense"]).exits_with(1).says(&["the events are"]);
    world.assembly(["new", "hook", "x", "--event", "WorktreeCreate"]).exits_with(1).says(&["print its path"]);
    assert!(!world.path("hub/hooks/x.sh").exists());
}

fn write_person(world: &World) {
    world.skill("role-backend");
    std::fs::create_dir_all(world.path("hub/persons/sam")).unwrap();
    let text = "person \"sam\" {\n    role \"backend\" {\n        skill \"role-backend\"\n        \
                agent \"claude\" name=\"Opal\"\n    }\n}\n";
    std::fs::write(world.path("hub/persons/sam/person.kdl"), text).unwrap();
}

#[test]
fn a_launcher_takes_a_role_and_a_seat() {
    let world = World::full();
    write_person(&world);
    let before = manifest(&world);
    let words = ["launcher", "x-agent", "--harness", "claude", "--person", "sam", "--role", "backend"];
    in_project(&world, &[&words[..], &["--seat", "claud"]].concat()).exits_with(1).says(&["no seat `claud`"]);
    assert_eq!(manifest(&world), before);
    in_project(&world, &["launcher", "x-agent", "--seat", "claude"]).exits_with(2).says(&["--person"]);
    in_project(&world, &[&words[..], &["--seat", "claude"]].concat()).succeeds();
    assert!(manifest(&world).contains("    person \"sam\" role=\"backend\" seat=\"claude\"\n"));
}
