//! `list` and `show`.

use crate::support::World;

fn two_launchers() -> World {
    let world = World::full();
    world.manifest(
        "preset \"me\" {\n    modules \"one.md\"\n    flags \"--model\" \"opus\"\n    env A=\"1\" B=\"2\"\n}\n\
         launcher \"app-mac-agent\" {\n    description \"Work on the app\"\n    use \"me\"\n    target \"../target\"\n    \
         cli \"agent\" harness=\"claude\"\n    modules \"two.md\" \"!one.md\"\n    flags \"!--model\" \"--model\" \"haiku\"\n    \
         env B=\"3\"\n    hooks {\n        PreToolUse \"guard.py\" matcher=\"Bash\"\n    }\n    skills \"re*\"\n}\n\
         launcher \"docs-agent\" {\n    target \"~/docs\"\n    cli \"agent\" harness=\"claude\"\n}\n",
    );
    world
}

#[test]
fn list_is_a_table() {
    two_launchers().assembly(["list"]).succeeds().stderr("").stdout(
        "app-mac-agent  agent  [ROOT]/target  1 module, 1 hook, 2 skills
  Work on the app
docs-agent     agent  ~/docs
",
    );
}

#[test]
fn list_as_json() {
    let document = two_launchers().assembly(["list", "--json"]).succeeds().json();
    assert_eq!(document["format"], "assembly.list/1");
    let names: Vec<&str> = document["launchers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["launcher"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["app-mac-agent", "docs-agent"]);
    assert_eq!(document["launchers"][0]["skills"], 2);
}

#[test]
fn show_names_the_origin_of_every_value() {
    two_launchers().assembly(["show", "app-mac-agent"]).succeeds().prints(&[
        "Work on the app",
        "two.md",
        "launchers.kdl:11 by app-mac-agent",
        "--model haiku",
        "B=3",
        "A=1",
        "launchers.kdl:4 by me",
        "PreToolUse on Bash: guard.py",
        "release-notes",
    ]);
}

#[test]
fn what_has_no_origin_ends_without_spaces_in_colour_too() {
    let page = two_launchers().assembly(["show", "app-mac-agent", "--color", "always"]).succeeds().stdout;
    let presets = page.lines().find(|line| line.contains("presets")).unwrap();
    assert_eq!(presets, "  presets     me");
}

#[test]
fn why_tells_the_decisions_about_one_item() {
    let world = two_launchers();
    world.assembly(["show", "app-mac-agent", "--why", "one.md"]).succeeds().stdout(
        "selected module `one.md` of hub: listed by preset `me`\n\
         excluded module `one.md` of hub: taken out by `!one.md` of the launcher\n",
    );
    world
        .assembly(["show", "app-mac-agent", "--why", "on.md"])
        .exits_with(1)
        .says(&["did you mean `one.md`?"]);
}

#[test]
fn names_that_are_nearly_right_are_suggested() {
    let world = two_launchers();
    for arguments in [
        ["show", "app-mac-agnet"],
        ["run", "app-mac-agnet"],
        ["check", "app-mac-agnet"],
        ["plan", "app-mac-agnet"],
    ] {
        world.assembly(arguments).exits_with(2).says(&["did you mean `app-mac-agent`?"]);
    }
    world.assembly(["run", "me"]).exits_with(2).says(&["preset"]);
}
