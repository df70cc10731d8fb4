//! `--format github`: problems as workflow commands, which mark lines in a pull request.

use crate::support::World;

/// The properties and the text of a workflow command, as the runner of GitHub Actions reads them.
fn read(line: &str) -> (&str, Vec<(&str, String)>, String) {
    let (command, text) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (kind, properties) = command.split_once(' ').unwrap();
    let data = |text: &str| text.replace("%0A", "\n").replace("%0D", "\r");
    let property = |value: &str| data(&value.replace("%3A", ":").replace("%2C", ",")).replace("%25", "%");
    let properties = properties.split(',').map(|pair| pair.split_once('=').unwrap());
    let properties = properties.map(|(name, value)| (name, property(value))).collect();
    (kind, properties, data(text).replace("%25", "%"))
}

fn property<'a>(properties: &'a [(&str, String)], wanted: &str) -> Option<&'a str> {
    properties.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value.as_str())
}

#[test]
fn a_problem_is_marked_where_the_repository_has_it() {
    let world = World::new();
    world.module("one.md", "# One\n").launcher("    modules \"one.md\" \"on.md\"");
    let ran = world.assembly(["check", "--format", "github"]).exits_with(1);
    assert_eq!(ran.stderr, "checked 1 launcher of [ROOT]/hub: 1 error\n");
    assert_eq!(
        ran.stdout,
        "::error file=launchers.kdl,line=4,endLine=4,col=22,endColumn=28,title=assembly%3A%3Amodule%3A%3Amissing::\
         there is no module `on.md`%0A  launchers.kdl:4:22 \"on.md\": `modules/` has no such entry%0A  \
         help: did you mean `\"one.md\"`?\n"
    );
    let workspace = world.path("");
    let ran = world.assembly(["check", "--format", "github"]).env("GITHUB_WORKSPACE", &workspace);
    assert!(ran.exits_with(1).stdout.starts_with("::error file=hub/launchers.kdl,line=4,"));
}

#[test]
fn errors_come_first_and_none_is_left_out() {
    let world = World::new();
    let names: Vec<String> = (0..30).map(|index| format!("\"missing-{index}.md\"")).collect();
    world.launcher(&format!("    modules {}", names.join(" ")));
    let check = |format| world.assembly(["check", "-q", "--format", format]).env("PATH", "/usr/bin:/bin");
    let ran = check("github").exits_with(1).stderr("");
    let kinds: Vec<&str> = ran.stdout.lines().map(|line| read(line).0).collect();
    // The warning is about the line above them.
    assert_eq!(kinds, [["error"; 30].as_slice(), &["warning"]].concat(), "{ran}");
    assert_eq!(check("json").exits_with(1).json()["diagnostics"].as_array().unwrap().len(), 31);
}

#[test]
fn exit_codes_are_those_of_the_other_forms() {
    let world = World::new();
    world.manifest("launcher \"a-claude\" {\n    target \"/no/such/place\"\n    cli \"claude\"\n}\n");
    let check = |arguments: &[&str]| {
        world.assembly(["check", "--format", "github"].iter().chain(arguments)).env("PATH", "/usr/bin:/bin")
    };
    let ran = check(&[]).succeeds();
    assert!(ran.stdout.lines().all(|line| line.starts_with("::warning file=launchers.kdl,")), "{ran}");
    check(&["--deny-warnings"]).exits_with(1);
    check(&["no-such-launcher"]).exits_with(2).stdout("");
    world.manifest("");
    check(&[]).succeeds().stdout("").stderr("checked 0 launchers of [ROOT]/hub: nothing to report\n");
    world.manifest("launcher \"a\" {\n");
    let ran = check(&[]).exits_with(1);
    assert!(ran.stdout.starts_with("::error file=launchers.kdl,line="), "{ran}");
}

#[test]
fn a_file_outside_of_the_repository_is_named_in_the_text_only() {
    let world = World::full();
    world
        .write("hub/.git", "gitdir: elsewhere\n")
        .write("outside.kdl", "preset \"p\" {\n    nonsense 1\n}\n");
    world.manifest("include \"../outside.kdl\"\n");
    let ran = world.assembly(["check", "--format", "github"]).exits_with(1);
    let (_, properties, text) = read(ran.stdout.lines().next().unwrap());
    assert_eq!(property(&properties, "file"), None);
    assert!(text.contains("outside.kdl:2:5"), "{text}");
    world.write("elsewhere/bad/SKILL.md", "---\nname: other\ndescription: d\n---\nbody\n");
    let ran = world.assembly(["skill", "check", "../elsewhere", "--format", "github"]).exits_with(1);
    let (_, properties, text) = read(ran.stdout.lines().next().unwrap());
    assert_eq!(property(&properties, "file"), None);
    assert!(text.contains("elsewhere/bad/SKILL.md:2:7"), "{text}");
}

#[test]
fn a_name_cannot_make_a_command_of_its_own() {
    let world = World::full();
    world.launcher("    modules \"100%,a=b::error::c\\n::add-mask::x\\r\"");
    let ran = world.assembly(["check", "--format", "github"]).exits_with(1);
    assert!(ran.stdout.lines().all(|line| line.starts_with("::error file=launchers.kdl,")), "{ran}");
    let (_, properties, text) = read(ran.stdout.lines().next().unwrap());
    assert_eq!(property(&properties, "line"), Some("4"));
    assert!(text.contains("`100%,a=b::error::c\\n::add-mask::x\\r`"), "{text}");
}

#[test]
fn skills_are_checked_in_the_same_form() {
    let world = World::new();
    world.write("hub/skills/bad/SKILL.md", "---\nname: other\ndescription: d\n---\nbody\n");
    let workspace = world.path("");
    let ran = world
        .assembly(["skill", "check", "skills", "--format", "github"])
        .env("GITHUB_WORKSPACE", &workspace)
        .exits_with(1);
    assert!(ran.stdout.starts_with("::error file=hub/skills/bad/SKILL.md,line=2,"), "{ran}");
    assert_eq!(ran.stderr, "checked 1 skill of skills: 1 error\n");
}
