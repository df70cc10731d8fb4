//! Two checkouts of one hub say the same, whatever is around them.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::model::Model;
use crate::support::World;

/// Takes from everything below a folder what a umask of 077 would not have given.
fn make_private(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mode = path.metadata().unwrap().permissions().mode();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode & 0o700)).unwrap();
        if path.is_dir() {
            make_private(&path);
        }
    }
}

/// The manifest's own nodes behind the model, which use everything that machines differ in.
fn write(world: &World) {
    let mut model = Model::forty();
    model.modules.insert(
        "paths.md".into(),
        "{{ASSEMBLY_DIR}} {{HOME}} {{TARGET_DIR}} {{LAUNCHER}} {{notes}} {{unset}}\n".into(),
    );
    model.write(world);
    world.write("hub/more/launchers.kdl", "launcher \"sub-mac-claude\" {\n    cli \"../tools/agent\" harness=\"claude\"\n    target \"../../app\"\n}\n");
    world.write(
        "hub/team/skills/deploy/SKILL.md",
        "---\nname: deploy\ndescription: Deploys.\n---\n\nDo it.\n",
    );
    world.write("hub/team/hooks/watch", "#!/bin/sh\n").mode("hub/team/hooks/watch", 0o755);
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    world.manifest(
        &(text
            + r#"
vars {
    notes "${NOTES:-~/notes}"
    unset "$UNSET/x${ALSO_UNSET}"
}
include "more/*.kdl"
include "$OVERLAY" required=#false
include "${OVERLAY:-~/overlay.kdl}" required=#false
source "team" path="team" hooks=#true
launcher "paths-mac-claude" {
    target "$PROJECTS/app"
    cli "claude"
    modules "paths.md"
    skills "deploy"
    hooks {
        Stop "watch"
    }
    env WHERE="{{HOME}}/x" ROOT="{{unset}}" API_KEY="{{HOME}}"
}
launcher "root-mac-claude" {
    target "{{GIT_ROOT}}"
    cli "claude"
    gitignore "exclude"
    flags "--add-dir" "{{TARGET_DIR}}"
}
"#),
    );
}

#[test]
fn two_checkouts_give_one_document() {
    let (one, two) = (World::new(), World::named("another world, \"quoted\" $HOME"));
    write(&one);
    write(&two);
    make_private(&two.path("hub"));
    // What is around the second one must not count.
    two.write(
        "home/overlay.kdl",
        "launcher \"mine-mac-claude\" {\n    target \".\"\n    cli \"claude\"\n}\n",
    );
    two.write("home/code/app0/CLAUDE.local.md", "mine\n").write("home/code/app0/AGENTS.md", "mine\n");
    two.write("home/code/app1/.claude/settings.local.json", "{\"permissions\": {\"deny\": [\"Bash\"]}}");
    two.write("bin/claude", "").write("hub/.git/config", "");
    two.link("linked hub", two.path("hub"));
    let plan = |world: &World, hub: &Path, here: &str| {
        let arguments = ["plan", "--portable", "--json", "--hub", hub.to_str().unwrap()];
        world.assembly(arguments).at(world.path(here)).into_command()
    };
    let first = plan(&one, &one.path("hub"), "hub").env_remove("HOME").output().unwrap();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let mut second = plan(&two, &two.path("linked hub"), "home");
    second
        .env("NOTES", "/notes")
        .env("CODE", "/code")
        .env("UNSET", "set")
        .env("PROJECTS", two.path("target"));
    second
        .env("LC_ALL", "tr_TR.UTF-8")
        .env("LANG", "de_DE")
        .env("TZ", "Asia/Tokyo")
        .env("CLAUDE_CONFIG_DIR", "/x");
    second.env("OVERLAY", two.path("home/overlay.kdl")).env("PATH", "");
    let second = second.output().unwrap();
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    assert_eq!(String::from_utf8(first.stderr).unwrap(), String::from_utf8(second.stderr).unwrap());
    let text = String::from_utf8(first.stdout).unwrap();
    assert_eq!(text, String::from_utf8(second.stdout).unwrap());
    assert!(!text.contains(one.path("").to_str().unwrap()), "{text}");

    let document: Value = serde_json::from_str(&text).unwrap();
    let launcher = |name: &str| {
        let launchers = document["launchers"].as_array().unwrap();
        launchers.iter().find(|launcher| launcher["launcher"] == name).unwrap().clone()
    };
    let paths = launcher("paths-mac-claude");
    assert_eq!(paths["target"], "$PROJECTS/app");
    assert_eq!(paths["cwd"], "$PROJECTS/app");
    assert_eq!(
        paths["env"],
        serde_json::json!({"WHERE": "~/x", "ROOT": "$UNSET/x${ALSO_UNSET}", "API_KEY": "********"})
    );
    let diff = paths["changes"][0]["diff"].as_str().unwrap();
    let line = "+{{ASSEMBLY_DIR}} ~ $PROJECTS/app paths-mac-claude ~/notes $UNSET/x${ALSO_UNSET}\n";
    assert!(diff.ends_with(line), "{diff}");
    let settings = paths["changes"][1]["diff"].as_str().unwrap();
    assert!(settings.contains("\"command\": \"{{ASSEMBLY_DIR}}/team/hooks/watch\""), "{settings}");
    assert_eq!(paths["changes"][2]["after"], "{{ASSEMBLY_DIR}}/team/skills/deploy");
    let sub = launcher("sub-mac-claude");
    assert_eq!(
        (&sub["target"], &sub["argv"]),
        (&"../app".into(), &serde_json::json!(["{{ASSEMBLY_DIR}}/tools/agent"]))
    );
    let root = launcher("root-mac-claude");
    assert_eq!(root["changes"], serde_json::json!([]));
    assert_eq!((&root["target"], &root["argv"][2]), (&"{{GIT_ROOT}}".into(), &"{{GIT_ROOT}}".into()));
}

#[test]
fn what_was_blessed_on_one_passes_on_the_other() {
    let (one, two) = (World::new(), World::named("ü b"));
    write(&one);
    write(&two);
    one.assembly(["check", "--portable", "--bless"]).succeeds();
    let folder = one.path("hub/tests/launchers");
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 43);
    for name in names {
        let file = Path::new("hub/tests/launchers").join(&name);
        two.write(file, std::fs::read(folder.join(&name)).unwrap());
    }
    make_private(&two.path("hub"));
    let quiet = |world: &World, arguments: &[&str]| {
        let ran = world.assembly(arguments).env("NOTES", "/n").succeeds();
        assert!(!ran.stdout.contains("launcher-test"), "{ran}");
    };
    quiet(&two, &["check", "--portable", "--json"]);
    quiet(&two, &["check", "--json"]);
    let before = std::fs::read(two.path("hub/tests/launchers/app3-mac-claude.json")).unwrap();
    let ran = two.assembly(["check", "--bless"]).env("NOTES", "/n").succeeds();
    assert!(!ran.stderr.contains("blessed"), "{ran}");
    assert_eq!(std::fs::read(two.path("hub/tests/launchers/app3-mac-claude.json")).unwrap(), before);
}

#[test]
fn a_portable_check_looks_at_no_machine() {
    let world = World::new();
    world.manifest(
        "launcher \"app-mac-claude\" {\n    gitignore \"exclude\"\n    target \"$NOWHERE/app\"\n    cli \"claude\"\n}\nlauncher \"two-mac-claude\" {\n    target \"/no/such\"\n    cli \"/no/such/claude\"\n}\n",
    );
    let here = world.assembly(["check", "--json"]).succeeds();
    assert_eq!(here.json()["warnings"], 4, "{here}");
    world.assembly(["check", "--portable", "--deny-warnings"]).succeeds();
    // What is wrong with the hub itself is still said.
    world.launcher("    modules \"gone.md\"");
    let ran = world.assembly(["check", "--portable"]).exits_with(1);
    ran.says(&["`gone.md`"]);
}

#[test]
fn a_hook_is_judged_by_its_mode_and_a_source_is_found_in_the_home() {
    let world = World::new();
    world
        .write("home/team/hooks/guard.py", "#!/usr/bin/env python3\n")
        .mode("home/team/hooks/guard.py", 0o755);
    world.write("home/team/modules/team.md", "Team.\n");
    world.manifest(
        "source \"team\" path=\"${TEAM:-~/team}\" hooks=#true\nlauncher \"app-mac-claude\" {\n    target \"~/app\"\n    cli \"claude\"\n    modules \"team.md\"\n    hooks {\n        Stop \"guard.py\"\n    }\n}\n",
    );
    let document = world.assembly(["plan", "--portable", "--json"]).env("TEAM", "/no/such").succeeds().json();
    let launcher = &document["launchers"][0];
    assert!(
        launcher["changes"][1]["diff"].as_str().unwrap().contains("\"command\": \"~/team/hooks/guard.py\"")
    );
    assert_eq!(launcher["reads"][0]["path"], "~/team/hooks/guard.py");
    assert_eq!(launcher["reads"][0]["mode"], "0755");
    world.mode("home/team/hooks/guard.py", 0o644);
    world.assembly(["check", "--portable"]).exits_with(1).says(&["`guard.py` cannot start"]);
}

/// What is not there is looked for where every checkout would.
#[test]
fn two_broken_checkouts_say_the_same() {
    let check = |path: &str| {
        let world = World::new();
        let hub = world.path(path);
        std::fs::create_dir_all(hub.join("tests/launchers/app-claude.json")).unwrap();
        let manifest = "include \"more/none.kdl\"\nsource \"one\" path=\"vendor/one\"\n\
            source \"two\" path=\"~/two\" required=#false\nsource \"three\" path=\"{{ASSEMBLY_DIR}}/three\"\n\
            launcher \"app-claude\" {\n    target \"~/x\"\n    cli \"claude\"\n}\n";
        let check = |manifest: &str| {
            std::fs::write(hub.join("launchers.kdl"), manifest).unwrap();
            let check = ["check", "--portable", "--json", "--hub", hub.to_str().unwrap()];
            let document = world.assembly(check).exits_with(1).json().to_string();
            assert!(!document.contains(world.path("").to_str().unwrap()), "{document}");
            document
        };
        let broken = check(manifest);
        assert!(broken.contains("looked for `{{ASSEMBLY_DIR}}/more/none.kdl`"), "{broken}");
        let open =
            check(&manifest.split_once('\n').unwrap().1.replace("source \"three\"", "source \"it's\""));
        for shown in ["{{ASSEMBLY_DIR}}/vendor/one", "~/two", "{{ASSEMBLY_DIR}}/three"] {
            assert!(open.contains(&format!("looked for `{shown}`")), "{open}");
        }
        [broken, open]
    };
    assert_eq!(check("one"), check("it's another/\u{fc} one"));
}

#[test]
fn an_overlay_that_git_ignores_is_in_no_other_checkout() {
    let world = World::new();
    write(&world);
    let text = std::fs::read_to_string(world.path("hub/launchers.kdl")).unwrap();
    let overlays = ["mine.kdl", "sub/mine too.kdl", "team.kdl", "new.kdl"];
    let node = |name: &str| format!("include \"{name}\" required=#false\n");
    world.manifest(&(text + &overlays.map(node).concat()));
    world.git(["-C", "../hub", "init", "-q"]);
    world.write("hub/.gitignore", "mine*.kdl\nteam.kdl\n");
    for (number, overlay) in overlays.iter().enumerate() {
        let launcher =
            format!("launcher \"overlay-{number}\" {{ target \"{{{{HOME}}}}/x\"; cli \"claude\"; }}\n");
        world.write(format!("hub/{overlay}"), launcher);
    }
    // What is tracked is in every checkout, whatever the patterns say.
    world.git(["-C", "../hub", "add", "-f", "team.kdl"]);
    let named = |words: &[&str]| {
        let text = world.assembly(words).succeeds().stdout;
        (0..4).filter(|number| text.contains(&format!("overlay-{number}"))).collect::<Vec<_>>()
    };
    assert_eq!(named(&["list"]), [0, 1, 2, 3]);
    assert_eq!(named(&["plan", "--portable"]), [2, 3]);
    std::fs::create_dir(world.path("hub/tests")).unwrap();
    world.assembly(["check", "--bless"]).succeeds();
    let tests: Vec<_> = (0..4)
        .filter(|number| world.path(format!("hub/tests/launchers/overlay-{number}.json")).exists())
        .collect();
    assert_eq!(tests, [2, 3]);
}
