//! Which hub, which exit code, what help says.

use crate::support::World;

#[test]
fn the_hub_is_found_in_the_documented_order() {
    let world = World::full();
    let hub = |name: &str| {
        let launcher = name.rsplit('/').next().unwrap();
        let text = format!(
            "launcher \"{launcher}-agent\" {{\n    target \"/\"\n    cli \"agent\" harness=\"claude\"\n}}\n"
        );
        world.write(format!("{name}/launchers.kdl"), text);
        world.path(name)
    };
    let (flag, variable, near, exported) = (hub("flag"), hub("variable"), hub("near"), hub("exported"));
    hub("home/.config/assembly");
    std::fs::create_dir_all(near.join("deep/er")).unwrap();
    let base = |arguments: &[&str]| {
        let mut words = arguments.to_vec();
        words.push("list");
        world.assembly(words).at(near.join("deep/er"))
    };
    let flag_text = flag.display().to_string();
    base(&["--hub", &flag_text]).env("ASSEMBLY_HUB", &variable).succeeds().prints(&["flag-agent"]);
    base(&[])
        .env("ASSEMBLY_HUB", &variable)
        .env("ASSEMBLY_DIR", &exported)
        .succeeds()
        .prints(&["variable-agent"]);
    base(&[]).env("ASSEMBLY_DIR", &exported).succeeds().prints(&["near-agent"]);
    let outside = || world.assembly(["list"]).at("/");
    outside().env("ASSEMBLY_DIR", &exported).succeeds().prints(&["exported-agent"]);
    outside().succeeds().prints(&["assembly-agent"]);
    outside().env("HOME", "/nowhere").env("XDG_CONFIG_HOME", world.path("home/.config")).succeeds();
    outside().env("HOME", "/nowhere").exits_with(2).says(&[
        "no hub",
        "/nowhere/.config/assembly",
        "ASSEMBLY_HUB",
    ]);
    world.assembly(["--hub", "/nowhere", "list"]).exits_with(2).says(&["--hub", "/nowhere"]);
    world.assembly(["list"]).env("ASSEMBLY_HUB", "/nowhere").exits_with(2).says(&["$ASSEMBLY_HUB"]);
}

#[test]
fn an_error_without_a_place_is_wrapped_where_problems_are_drawn() {
    let world = World::full();
    let missing = || world.assembly(["--hub", "/no where/at all", "list"]).env("COLUMNS", "50");
    assert_eq!(missing().exits_with(2).stderr.lines().count(), 2);
    let drawn = missing().env("CLICOLOR_FORCE", "1").exits_with(2);
    drawn.says(&[
        "\n  `/no where/at all`, which --hub names\n",
        "\n        `--init --hub '/no where/at all'` to an\n",
    ]);
}

#[test]
fn a_hub_behind_a_link_keeps_the_links_name() {
    let world = World::full();
    world.link("linked", world.path("hub"));
    world
        .assembly(["run", "app-mac-agent", "--no-launch"])
        .at(world.path("linked"))
        .env("PWD", world.path("linked"))
        .succeeds();
    let text = std::fs::read_to_string(world.target("CLAUDE.local.md")).unwrap();
    assert!(text.contains(&world.path("linked").display().to_string()), "{text}");
}

#[test]
fn usage_is_2() {
    let world = World::full();
    for arguments in
        [&["frobnicate"][..], &["run", "a", "b"], &["plan", "--nope"], &[], &["check", "nobody"], &["show"]]
    {
        world.assembly(arguments).exits_with(2);
    }
    world.assembly(["--help"]).succeeds().prints(&[
        "run",
        "check",
        "plan",
        "list",
        "show",
        "completions",
        "Exit codes",
    ]);
    world.assembly(["--version"]).succeeds().prints(&["assembly 0."]);
}

#[test]
fn a_broken_manifest_is_a_finding_for_run_and_trouble_for_plan() {
    let world = World::full();
    world.manifest("launcher \"a\" {");
    world.assembly(["run", "a"]).exits_with(1).says(&["error", "launchers.kdl"]);
    world.assembly(["check"]).exits_with(1);
    world.assembly(["plan"]).exits_with(2);
    world.assembly(["list"]).exits_with(1);
}

#[test]
fn an_unreadable_manifest_is_a_finding() {
    let world = World::new();
    std::fs::create_dir(world.path("hub/launchers.kdl")).unwrap();
    world.assembly(["check"]).exits_with(1).says(&["launchers.kdl"]);
    std::fs::remove_dir(world.path("hub/launchers.kdl")).unwrap();
    world.write("hub/launchers.kdl", b"launcher \"\xff\" {}\n");
    world.assembly(["check"]).exits_with(1).says(&["UTF-8", "launchers.kdl"]);
}

#[test]
fn quiet_says_only_what_is_wrong() {
    let world = World::full();
    world.assembly(["-q", "run", "app-mac-agent", "--no-launch"]).succeeds().stdout("").stderr("");
    world.assembly(["-q", "check"]).succeeds().stderr("");
}
