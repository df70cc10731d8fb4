//! `settings "merge"` and `"overwrite"`, and what others write into the settings file.

use crate::support::{Snapshot, World};

const FILE: &str = "target/.claude/settings.local.json";
const GRANTED: &str = "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(git:*)\"\n    ]\n  }\n}\n";

/// A launcher with a hook.
fn world(settings: &str) -> World {
    let world = World::new();
    world.hook("a.sh").launcher(&format!("hooks {{ Stop \"a.sh\" }}\n{settings}"));
    world
}

fn text(world: &World) -> String {
    std::fs::read_to_string(world.path(FILE)).unwrap()
}

#[test]
fn granted_permissions_stay_and_hooks_come_and_go() {
    let world = world("settings \"merge\"");
    world.write(FILE, GRANTED).mode(FILE, 0o600);
    let before = Snapshot::of(&world.target(""));
    let show = world.assembly(["show", "app-mac-agent"]).succeeds();
    show.prints(&["  settings    merged into the file that is there\n"]);
    let plan = world.assembly(["plan", "--json"]).succeeds().json();
    let change = &plan["launchers"][0]["changes"][0];
    assert_eq!((change["kind"].as_str(), change["action"].as_str()), (Some("entries"), Some("update")));
    let diff = change["diff"].as_str().unwrap();
    assert!(diff.contains("+  \"hooks\": {") && !diff.contains("-      \"Bash(git:*)\""), "{diff}");
    let ran = world.run();
    assert!(!ran.stderr.contains("saved") && !ran.stderr.contains("warning"), "{ran}");
    assert!(text(&world).starts_with(GRANTED.trim_end_matches("\n}\n")), "{}", text(&world));
    assert!(text(&world).contains("hooks/a.sh"));
    let written = Snapshot::of_identity(&world.target(""));
    world.run();
    assert_eq!(Snapshot::of_identity(&world.target("")), written);
    world.assembly(["status"]).succeeds().prints(&["as written"]);
    // A session grants more: that is no drift, and no reason to write.
    let more = text(&world).replace("\"Bash(git:*)\"", "\"Bash(git:*)\",\n      \"WebFetch\"");
    world.write(FILE, &more);
    world.assembly(["status"]).succeeds();
    world.assembly(["plan", "--exit-code"]).succeeds();
    world.write(FILE, more.replace(",\n      \"WebFetch\"", ""));
    world.assembly(["clean", "app-mac-agent"]).succeeds().prints(&["takes entries of ours out"]);
    assert_eq!(Snapshot::of(&world.target("")), before);
}

#[test]
fn what_overwriting_sets_aside_is_named_with_the_way_to_keep_it() {
    let world = world("");
    world.run();
    let edited = text(&world).replacen(
        '{',
        "{\"permissions\": {\"allow\": [\"Bash(git:*)\"]}, \"model\": \"opus\",",
        1,
    );
    world.write(FILE, &edited);
    world.assembly(["plan"]).succeeds().says(&[
        "assembly::settings::set-aside",
        "sets aside what others wrote: granted in a session: `Bash(git:*)`; `model`",
        "keep it with `settings \"merge\"` in the launcher",
    ]);
    world.assembly(["status"]).exits_with(1).prints(&["settings \"merge\""]);
    world.run();
    assert!(!text(&world).contains("git:*"));
    world.assembly(["plan"]).succeeds().keeps_silent_about(&["set-aside"]);
    // The edit comes back with a merge when it is brought back.
    world.launcher("hooks { Stop \"a.sh\" }\nsettings \"merge\"");
    world.assembly(["backups", "restore", ".claude/settings.local.json", "app-mac-agent"]).succeeds();
    world.run();
    assert!(text(&world).contains("git:*") && text(&world).contains("a.sh"));
}

#[test]
fn clean_takes_ours_out_of_an_edited_file() {
    let world = world("");
    world.run();
    let edited = text(&world).replacen('{', "{\"model\": \"opus\",", 1);
    world.write(FILE, &edited);
    world
        .assembly(["clean", "app-mac-agent", "--dry-run"])
        .succeeds()
        .prints(&["keep", "entries of ours are taken out, the rest stays"]);
    assert_eq!(text(&world), edited);
    world.assembly(["clean", "app-mac-agent"]).succeeds().says(&["saved what stood at", "backups list"]);
    assert_eq!(text(&world), "{\"model\": \"opus\"\n}\n");
}

#[test]
fn a_file_with_comments_is_refused_with_its_place() {
    let world = world("settings \"merge\"");
    world.write(FILE, "{\n  // mine\n  \"model\": \"opus\"\n}\n");
    let before = Snapshot::of(&world.target(""));
    for command in [&["run", "app-mac-agent", "--no-launch"][..], &["run", "app-mac-agent", "--dry-run"]] {
        world.assembly(command).exits_with(1).says(&[
            "error assembly::settings::not-json",
            "line 2, column 3: JSON has no comments",
            "settings.local.json:2:3",
        ]);
    }
    world.assembly(["plan"]).exits_with(2);
    assert_eq!(Snapshot::of(&world.target("")), before);
}

#[test]
fn deny_rules_stay_under_strict() {
    let world = world("settings \"merge\"");
    world.write(FILE, "{\"permissions\": {\"deny\": [\"Read(.env)\"]}}");
    world.assembly(["run", "app-mac-agent", "--no-launch", "--strict", "--conflict", "refuse"]).succeeds();
    assert!(text(&world).contains("Read(.env)"));
    world.launcher("hooks { Stop \"a.sh\" }\nsettings \"overwrite\"");
    world.assembly(["run", "app-mac-agent", "--no-launch", "--strict"]).exits_with(1).says(&["loosened"]);
    world.assembly(["run", "app-mac-agent", "--no-launch", "--conflict", "refuse"]).exits_with(1);
    assert!(text(&world).contains("Read(.env)") && text(&world).contains("a.sh"));
}

#[test]
fn a_preset_says_it_and_the_launcher_decides() {
    let world = World::new();
    world.hook("a.sh").write(FILE, GRANTED);
    let manifest = |own: &str| {
        format!(
            "preset \"p\" {{\n  settings \"merge\"\n  hooks {{ Stop \"a.sh\" }}\n}}\n\
             launcher \"app-mac-agent\" {{\n  use \"p\"\n  target \"../target\"\n  cli \"agent\"\n  {own}\n}}\n"
        )
    };
    world.manifest(&manifest(""));
    world.run();
    assert!(text(&world).contains("git:*"));
    world.manifest(&manifest("settings \"overwrite\""));
    world.run();
    assert!(!text(&world).contains("git:*"));
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(text(&world), GRANTED);
}

#[test]
fn nothing_declared_takes_everything_of_ours_out() {
    let world = world("settings \"merge\"");
    world.write(FILE, GRANTED);
    world.run();
    world.launcher("hooks\nsettings \"merge\"");
    world.run();
    assert_eq!(text(&world), GRANTED);
    world.assembly(["status"]).succeeds();
}

#[test]
fn what_comes_back_from_before_is_not_called_edited() {
    let world = world("settings \"overwrite\" { model \"opus\" }");
    world.write(FILE, "{\"model\": \"haiku\"}\n");
    world.run();
    world.launcher("hooks { Stop \"a.sh\" }\nsettings \"merge\" { model \"opus\" }");
    let plan = world.assembly(["plan", "--json"]).succeeds().json();
    assert_eq!(plan["launchers"][0]["changes"][0]["reason"], "what is declared for it changed", "{plan}");
    // Both places are those of the value, not of the first thing that is declared for the file.
    world.run().says(&[
        "assembly::settings::conflict",
        "settings.local.json:1:11 \"haiku\": somebody else wrote this",
        "launchers.kdl:5:26 ",
        "\"opus\": what is declared counts",
    ]);
    world.assembly(["clean", "app-mac-agent"]).succeeds();
    assert_eq!(text(&world), "{\"model\": \"haiku\"}\n");
}
