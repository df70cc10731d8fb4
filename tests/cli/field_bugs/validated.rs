//! What is checked: slips are found and named with their file, and what works or is only new is let through.

use crate::support::World;

#[test]
fn a_name_that_is_nearly_right_means_nothing_else() {
    for (nodes, meant) in [
        ("modules \"One.md\"", "\"one.md\""),
        ("modules \"one\"", "\"one.md\""),
        ("modules \"one.md \"", "\"one.md\""),
        ("modules \"on.md\"", "\"one.md\""),
        ("hooks { Stop \"prompt\" }", "prompt.sh"),
        ("hooks { Stop \"Prompt.sh\" }", "prompt.sh"),
        ("hooks { Stopp \"prompt.sh\" }", "Stop"),
        ("skills \"Review\"", "\"review\""),
        ("skills \"review.md\"", "\"review\""),
        ("skills \"release_notes\"", "\"release-notes\""),
        ("skills \"review\" mode=\"Copy\"", "copy"),
        ("settings \"merged\"", "merge"),
        ("gitignore \"excluded\"", "exclude"),
        ("use \"baze\"", "\"base\""),
        ("persn \"sam\"", "person"),
        ("moduls \"one.md\"", "modules"),
    ] {
        let world = World::full();
        world.launcher(&format!("    {nodes}"));
        let launcher = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
        world.manifest(&format!("preset \"base\" {{\n    modules \"two.md\"\n}}\n{launcher}"));
        world.assembly(["check"]).exits_with(1).says(&[meant]);
        // Nothing of the kind is written either: not even what was probably meant.
        _ = world.assembly(["run", "app-mac-agent", "--no-launch"]).into_command().output().unwrap();
        let written = format!("{:?}", world.snapshot().without_ledger());
        for trace in ["# One", "# Two", "prompt.sh", "hub/skills"] {
            assert!(!written.contains(trace), "{nodes}: {written}");
        }
    }
    World::full().assembly(["run", "app-mac-agnt", "--no-launch"]).exits_with(2).says(&["app-mac-agent"]);
}

#[test]
fn an_agent_that_nobody_knows_is_said() {
    for (cli, said) in [
        ("cli \"agent\" harness=\"cluade\"", "cluade"),
        ("cli \"agent\" harness=\"Claude\"", "Claude"),
        ("cli \"cladue\"", "cladue"),
    ] {
        let world = World::full();
        world.manifest(&format!(
            "launcher \"app-mac-agent\" {{\n    target \"../target\"\n    {cli}\n    modules \"one.md\"\n}}\n"
        ));
        let output = world.assembly(["check"]).into_command().output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(said) && text.contains("launchers.kdl:3"), "{cli}: {text}");
        assert!(!text.contains("nothing to report"), "{cli}: {text}");
    }
}

#[test]
fn every_problem_names_the_file_that_it_is_in() {
    let world = World::full();
    world.write("hub/hooks/plain.py", "#!/usr/bin/env python3\n").mode("hub/hooks/plain.py", 0o644);
    world.module("latin.md", b"caf\xe9\n");
    world.write("hub/skills/bad/SKILL.md", "---\nname: other\n---\n");
    world.write("hub/persons/sam/person.kdl", "rol \"x\"\n");
    world.write("hub/more.kdl", "preset \"p\" {\n    target 5\n    modules \"nope.md\"\n}\n");
    world.write("target/.claude/settings.local.json", "{ // mine\n}\n");
    world.write("target/.assembly/ledger.json", "{ broken");
    world.link("target/.gitignore", "/etc/hosts");
    world.launcher(
        "    settings \"merge\"\n    person \"sam\" role=\"x\"\n    modules \"latin.md\" \"gone.md\"\n    hooks {\n        Stopp \
         \"prompt.sh\"\n        Stop \"plain.py\"\n    }\n    skills \"bad\" \"gone\"",
    );
    let manifest = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(&format!("include \"more.kdl\"\nsource \"away\" path=\"../away\"\n{manifest}"));
    let document = world.assembly(["check", "--json"]).exits_with(1).json();
    let found = document["diagnostics"].as_array().unwrap();
    let mut files = Vec::new();
    for problem in found {
        let labels = problem["labels"].as_array().unwrap();
        let named: Vec<&str> = labels.iter().filter_map(|label| label["file"].as_str()).collect();
        assert!(!named.is_empty(), "{problem}");
        files.extend(named.into_iter().map(str::to_owned));
    }
    // And none hides another.
    for file in [
        "launchers.kdl",
        "more.kdl",
        "modules/latin.md",
        "hooks/plain.py",
        "skills/bad/SKILL.md",
        "persons/sam/person.kdl",
    ] {
        assert!(files.iter().any(|found| found == file), "{file} is not in {files:?}\n{document:#}");
    }
}

#[test]
fn what_is_newer_than_this_program_is_no_error() {
    let world = World::full();
    let skill = "---\nname: review\ndescription: What it does.\nfrom-next-year: [a]\nmetadata:\n  x: y\n---\n\nDo it.\n";
    world.write("hub/skills/review/SKILL.md", skill);
    for (nodes, written) in [
        ("settings {\n        fromNextYear #true\n    }", Some("fromNextYear")),
        (
            "settings {\n        permissions {\n            fromNextYear \"a\"\n        }\n    }",
            Some("fromNextYear"),
        ),
        ("flags \"--from-next-year\" \"a\"", None),
        ("skills \"review\"", None),
        ("env FROM_NEXT_YEAR=\"1\"", None),
    ] {
        world.launcher(&format!("    {nodes}"));
        world.assembly(["check"]).succeeds();
        world.assembly(["run", "app-mac-agent"]).succeeds();
        if let Some(written) = written {
            let text = std::fs::read_to_string(world.target(".claude/settings.local.json")).unwrap();
            assert!(text.contains(written), "{nodes}: {text}");
        }
        if nodes.starts_with("flags") {
            assert_eq!(world.session().argv, ["--from-next-year", "a"]);
        }
    }
}

#[test]
fn a_value_of_another_type_is_a_problem_and_no_panic() {
    let values = [
        "5",
        "-1",
        "1.5",
        "#true",
        "#null",
        "#nan",
        "\"\"",
        "\"x\" \"y\"",
        "x=1",
        "{ x; }",
        "{}",
        "(u8)1",
        "99999999999999999999",
    ];
    let nodes = [
        "target",
        "cli",
        "modules",
        "hooks",
        "skills",
        "settings",
        "flags",
        "env",
        "vars",
        "gitignore",
        "tmux",
        "person",
        "use",
    ];
    let world = World::full();
    for node in nodes {
        for value in values {
            let own = if node == "target" { "" } else { "target \"../target\"; " };
            world.manifest(&format!("launcher \"app-mac-agent\" {{ {own}{node} {value}; }}\n"));
            for words in [&["check", "--json"][..], &["plan", "app-mac-agent"]] {
                let output = world.assembly(words).into_command().output().unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(matches!(output.status.code(), Some(0..=2)), "{node} {value}: {said}");
                assert!(!said.contains("panicked"), "{node} {value}: {said}");
            }
        }
    }
}
