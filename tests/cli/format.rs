//! `fmt`.

use std::os::unix::fs::PermissionsExt;

use crate::support::World;

const UNTIDY: &str = "// Mine.\nlauncher \"app-mac-agent\" {\n  target \"../target\"  // the one\n\n\n\tcli \"agent\" harness=\"claude\"\n}\n";
const TIDY: &str = "// Mine.\nlauncher \"app-mac-agent\" {\n    target \"../target\" // the one\n\n    cli \"agent\" harness=\"claude\"\n}\n";

fn read(world: &World, path: &str) -> String {
    std::fs::read_to_string(world.path(path)).unwrap()
}

#[test]
fn check_shows_a_diff_and_writes_nothing() {
    let world = World::new();
    world.manifest(UNTIDY);
    world
        .assembly(["fmt", "--check"])
        .exits_with(1)
        .stdout(concat!(
            "--- a/launchers.kdl\n",
            "+++ b/launchers.kdl\n",
            "@@ -1,7 +1,6 @@\n",
            " // Mine.\n",
            " launcher \"app-mac-agent\" {\n",
            "-  target \"../target\"  // the one\n",
            "-\n",
            "+    target \"../target\" // the one\n",
            " \n",
            "-\tcli \"agent\" harness=\"claude\"\n",
            "+    cli \"agent\" harness=\"claude\"\n",
            " }\n",
        ))
        .stderr("1 of 1 file would change\n");
    assert_eq!(read(&world, "hub/launchers.kdl"), UNTIDY);
    world
        .assembly(["fmt"])
        .succeeds()
        .stdout("")
        .stderr("assembly: formatted launchers.kdl\n1 of 1 file changed\n");
    assert_eq!(read(&world, "hub/launchers.kdl"), TIDY);
    world.assembly(["fmt", "--check"]).succeeds().stdout("").stderr("1 file in order\n");
}

#[test]
fn a_file_in_order_is_not_written() {
    let world = World::new();
    world.manifest(TIDY).mode("hub", 0o555);
    world.assembly(["fmt"]).succeeds().stderr("1 file in order\n");
    world.mode("hub", 0o755);
}

#[test]
fn includes_and_persons_of_the_hub_are_formatted_and_others_are_not() {
    let world = World::new();
    world.manifest("include \"parts/*.kdl\"\ninclude \"../team/all.kdl\"\ninclude \"linked.kdl\"\n");
    world.write("hub/parts/a b.kdl", "preset \"a\"{}\n").write("hub/parts/bad.kdl", "preset \"b {\n");
    world.write("team/all.kdl", "preset \"c\"{}\n").write("team/linked.kdl", "preset \"d\"{}\n");
    world.link("hub/linked.kdl", "../team/linked.kdl");
    world
        .write("hub/persons/sam/person.kdl", "person \"sam\"{\n\trole \"x\"\n}\n")
        .write("hub/persons/notes", "");
    world.write("real.kdl", "person \"kim\"{}\n").link("hub/persons/kim/person.kdl", "../../../real.kdl");
    let ran = world.assembly(["fmt"]).exits_with(1);
    let ran = ran.says(&[
        "error assembly::manifest::unclosed",
        "parts/bad.kdl:1:8",
        "formatted parts/a b.kdl\n",
        "formatted persons/sam/person.kdl\n",
        "[ROOT]/team/all.kdl lies outside of the hub",
        "linked.kdl lies outside of the hub",
        "persons/kim/person.kdl lies outside of the hub",
        "2 of 4 files changed",
    ]);
    assert_eq!(ran.stdout, "");
    assert_eq!(read(&world, "hub/parts/a b.kdl"), "preset \"a\" {}\n");
    assert_eq!(read(&world, "hub/parts/bad.kdl"), "preset \"b {\n");
    assert_eq!(read(&world, "hub/persons/sam/person.kdl"), "person \"sam\" {\n    role \"x\"\n}\n");
    for other in ["team/all.kdl", "team/linked.kdl", "real.kdl"] {
        assert!(read(&world, other).contains("\"{}"), "{other}");
    }
}

#[test]
fn the_manifest_may_be_a_link_and_keeps_its_mode_and_line_breaks() {
    let world = World::new();
    let text = "\u{feff}preset \"a\"  {\r\n}\r\n";
    world.write("dotfiles/hub.kdl", text).mode("dotfiles/hub.kdl", 0o600);
    world.link("hub/launchers.kdl", "../dotfiles/hub.kdl");
    world.assembly(["fmt"]).succeeds();
    assert_eq!(read(&world, "dotfiles/hub.kdl"), "\u{feff}preset \"a\" {}\r\n");
    let mode = std::fs::metadata(world.path("dotfiles/hub.kdl")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(std::fs::symlink_metadata(world.path("hub/launchers.kdl")).unwrap().is_symlink());
}

#[test]
fn broken_text_is_told_as_check_tells_it() {
    let world = World::new();
    let text = "launcher \"a\" { flags \"x\",  \"y\"; }\nlauncher \"b {\n";
    world.manifest(text);
    let told = world.assembly(["fmt"]).exits_with(1).stdout("").stderr;
    for line in world.assembly(["check"]).exits_with(1).stderr.lines().filter(|line| line.contains("error "))
    {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    assert_eq!(read(&world, "hub/launchers.kdl"), text);
}

#[test]
fn kdl_1_is_upgraded_until_check_is_content() {
    let world = World::new();
    world.launcher("    gitignore false\n    flags r\"C:\\x\" r#\"say \"hi\"\"#\n    env A=null");
    world.assembly(["check"]).exits_with(1).says(&["old-kdl"]);
    world.assembly(["fmt"]).succeeds();
    world.assembly(["check"]).succeeds();
    let text = read(&world, "hub/launchers.kdl");
    assert!(
        text.contains("    gitignore #false\n    flags #\"C:\\x\"# #\"say \"hi\"\"#\n    env A=#null\n"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_written_is_an_error_and_leaves_no_file_behind() {
    let world = World::new();
    world.manifest(UNTIDY).mode("hub", 0o555);
    let is_root = std::fs::write(world.path("hub/probe"), "").is_ok();
    if !is_root {
        world.assembly(["fmt"]).exits_with(2).says(&["0 of 1 file changed"]);
        assert_eq!(read(&world, "hub/launchers.kdl"), UNTIDY);
    }
    world.mode("hub", 0o755);
}
