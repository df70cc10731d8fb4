//! Hooks: registered once, whatever happens to the hub, and never in a form that breaks.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::support::{Snapshot, World};

const SETTINGS: &str = ".claude/settings.local.json";

/// Both ways in which the file can be written.
const WAYS: [&str; 2] = ["merge", "overwrite"];

/// A launcher with these hooks, and a hook of the user where that is kept.
fn world(way: &str, hooks: &str) -> World {
    let world = World::new();
    world.hook("a.sh").hook("b.sh");
    declare(&world, way, hooks);
    if way == "merge" {
        let own = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}"#;
        world.write(format!("target/{SETTINGS}"), own);
    }
    world
}

fn declare(world: &World, way: &str, hooks: &str) {
    world.launcher(&format!("    hooks {{\n        {hooks}\n    }}\n    settings \"{way}\""));
}

/// What each registered hook starts, in order: the command, and its words behind it where it has some.
fn commands(world: &World) -> Vec<String> {
    let Ok(bytes) = std::fs::read(world.target(SETTINGS)) else { return Vec::new() };
    let settings: Value = serde_json::from_slice(&bytes).unwrap();
    let events = settings["hooks"].as_object().into_iter().flatten();
    let groups = events.flat_map(|(_, groups)| groups.as_array().unwrap());
    let handlers = groups.flat_map(|group| group["hooks"].as_array().unwrap());
    handlers
        .map(|handler| {
            let words = handler["args"].as_array().into_iter().flatten();
            words.fold(handler["command"].as_str().unwrap().to_owned(), |words, word| {
                format!("{words} {}", word.as_str().unwrap())
            })
        })
        .collect()
}

/// How many of them mention this.
fn count(world: &World, what: &str) -> usize {
    commands(world).iter().filter(|command| command.contains(what)).count()
}

#[test]
fn a_hook_is_registered_once_however_often_it_is_installed() {
    for way in WAYS {
        let world = world(way, "Stop \"a.sh\"; PreToolUse \"a.sh\" matcher=\"Bash\"");
        for round in 0..3 {
            world.run();
            assert_eq!(count(&world, "a.sh"), 2, "{way}, round {round}");
            declare(&world, way, "Stop \"a.sh\" \"b.sh\"; PreToolUse \"a.sh\" matcher=\"Bash\"");
            world.run();
            assert_eq!((count(&world, "a.sh"), count(&world, "b.sh")), (2, 1), "{way}, round {round}");
            declare(&world, way, "Stop \"a.sh\"; PreToolUse \"a.sh\" matcher=\"Bash\"");
        }
        // Installed anew, by somebody who does not know that it ever was.
        world.run();
        std::fs::remove_dir_all(world.target(".assembly")).unwrap();
        world.run();
        assert_eq!((count(&world, "a.sh"), count(&world, "b.sh")), (2, 0), "{way}");
        assert_eq!(count(&world, "mine"), usize::from(way == "merge"));
    }
}

#[test]
fn hooks_of_a_hub_that_moved_are_not_there_twice() {
    for way in WAYS {
        let world = world(way, "Stop \"a.sh\"; PreToolUse \"b.sh\" matcher=\"Bash\"");
        world.run();
        for (from, to) in [("hub", "moved here"), ("moved here", "deep/er")] {
            std::fs::create_dir_all(world.path("deep")).unwrap();
            std::fs::rename(world.path(from), world.path(to)).unwrap();
            // The target is as far away as it was.
            world.link("deep/target", "../target");
            let run = world.assembly(["run", "app-mac-agent", "--no-launch"]).at(world.path(to));
            run.succeeds();
            assert_eq!((count(&world, "a.sh"), count(&world, "b.sh")), (1, 1), "{way}, {to}");
            let new = world.path(to).join("hooks");
            let stands = commands(&world).iter().filter(|command| command.contains(to)).count();
            assert_eq!(stands, 2, "{way}: {:?} are not in {}", commands(&world), new.display());
            _ = std::fs::remove_file(world.path("deep/target"));
        }
        assert_eq!(count(&world, "mine"), usize::from(way == "merge"));
    }
}

#[test]
fn a_hook_that_is_no_longer_declared_leaves_no_entry() {
    for way in WAYS {
        let world = world(way, "Stop \"a.sh\" \"b.sh\"; PreToolUse \"b.sh\" matcher=\"Bash\"");
        world.run();
        declare(&world, way, "Stop \"a.sh\"");
        world.assembly(["plan", "app-mac-agent"]).succeeds().prints(&["-", "b.sh"]);
        world.run();
        assert_eq!((count(&world, "a.sh"), count(&world, "b.sh")), (1, 0), "{way}");
        world.launcher(&format!("    settings \"{way}\""));
        world.run();
        assert_eq!(count(&world, "a.sh"), 0, "{way}");
        assert_eq!(count(&world, "mine"), usize::from(way == "merge"));
    }
}

#[test]
fn an_entry_does_not_outlive_its_script() {
    for (way, declared) in WAYS
        .iter()
        .flat_map(|way| ["Stop \"a.sh\" \"b.sh\"", "Stop \"*.sh\""].map(|declared| (way, declared)))
    {
        let world = world(way, declared);
        world.run();
        assert_eq!(count(&world, "b.sh"), 1, "{way}, {declared}");
        std::fs::remove_file(world.path("hub/hooks/b.sh")).unwrap();
        let check = world.assembly(["check"]);
        if declared.contains('*') {
            check.succeeds();
        } else {
            check.exits_with(1).says(&["assembly::hook::missing", "b.sh"]);
        }
        world.assembly(["status"]).exits_with(1).prints(&["stale", SETTINGS]);
        world.run();
        assert_eq!((count(&world, "a.sh"), count(&world, "b.sh")), (1, 0), "{way}, {declared}");
    }
}

#[test]
fn a_hook_starts_from_any_folder() {
    let world = World::new();
    world.write("team/hooks/of-team.sh", "#!/bin/sh\necho team\n").mode("team/hooks/of-team.sh", 0o755);
    world.write("hub/hooks/direct", "#!/bin/sh\necho hub\n").mode("hub/hooks/direct", 0o755);
    world.write("hub/hooks/by-bash.sh", "echo hub\n");
    std::fs::create_dir_all(world.target("sub folder")).unwrap();
    world.manifest(
        "source \"team\" path=\"../team\" hooks=#true\n\
         launcher \"app-mac-agent\" {\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    \
         hooks {\n        Stop \"direct\" \"by-bash.sh\" \"of-team.sh\"\n    }\n}\n",
    );
    for (from, hub) in [("hub", "."), ("target", "../hub"), ("home", "../hub/../hub"), ("", "hub")] {
        let words = ["--hub", hub, "run", "app-mac-agent", "--no-launch"];
        world.assembly(words).at(world.path(from)).succeeds();
        let commands = commands(&world);
        assert_eq!(commands.len(), 3, "{commands:?}");
        for folder in ["", "target/sub folder", "home", "hub/hooks"].map(|folder| world.path(folder)) {
            for command in &commands {
                let mut shell = world.command("/bin/sh", ["-c", command]);
                let output = shell.current_dir(&folder).output().unwrap();
                assert!(
                    output.status.success() && !output.stdout.is_empty(),
                    "{command} in {}",
                    folder.display()
                );
            }
        }
    }
}

#[test]
fn a_hook_starts_whatever_its_file_is_called() {
    let names = [
        "two words",
        "it's",
        "do$HOME",
        "a\"b",
        "back\\slash",
        "semi;colon",
        "`date`",
        "(a)&|",
        "-rf",
        "ü 日本",
    ];
    let world = World::new();
    let quoted = |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    for name in names {
        world
            .write(format!("hub/hooks/{name}"), "#!/bin/sh\nprintf %s \"$0|$1\"\n")
            .mode(format!("hub/hooks/{name}"), 0o755);
    }
    let shell = names.map(quoted).join(" ");
    let words =
        names.map(|name| format!("SessionEnd {} {{ args \"a $b 'c' \\\"d\" }}; ", quoted(name))).concat();
    declare(&world, "overwrite", &format!("Stop {shell}; {words}"));
    world.run();
    let settings: Value = serde_json::from_slice(&std::fs::read(world.target(SETTINGS)).unwrap()).unwrap();
    for (event, expected) in [("Stop", ""), ("SessionEnd", "a $b 'c' \"d")] {
        let groups = settings["hooks"][event].as_array().unwrap();
        let handlers = groups.iter().flat_map(|group| group["hooks"].as_array().unwrap());
        let mut started = 0;
        for (handler, name) in handlers.zip(names) {
            let command = handler["command"].as_str().unwrap();
            let mut call = match handler["args"].as_array() {
                Some(words) => world.command(command, words.iter().map(|word| word.as_str().unwrap())),
                None => world.command("/bin/sh", ["-c", command]),
            };
            let said = String::from_utf8(call.output().unwrap().stdout).unwrap();
            assert_eq!(said, format!("{}|{expected}", world.path("hub/hooks").join(name).display()));
            started += 1;
        }
        assert_eq!(started, names.len(), "{event}");
    }
}

#[test]
fn hooks_that_the_harness_would_drop_with_the_whole_file_are_never_written() {
    for (hooks, said) in [
        ("Stopp \"a.sh\"", "`Stopp`"),
        ("stop \"a.sh\"", "`stop`"),
        ("PreToolUse \"a.sh\" matcher=5", "matcher"),
        ("Stop \"a.sh\" timeout=\"5\"", "timeout"),
        ("Stop \"a.sh\" timeout=-1", "timeout"),
        ("Stop type=\"comand\" command=\"x\"", "comand"),
        ("Stop type=\"prompt\"", "prompt"),
        ("Stop \"a.sh\" async=\"yes\"", "async"),
    ] {
        let world = World::new();
        world.hook("a.sh").launcher(&format!("    hooks {{\n        {hooks}\n    }}"));
        let before = world.snapshot();
        world.assembly(["check"]).exits_with(1).says(&[said]);
        world.assembly(["run", "app-mac-agent", "--no-launch"]).exits_with(1).says(&[said]);
        assert_eq!(world.snapshot(), before, "{hooks}");
    }
}

#[test]
fn registered_scripts_are_there_at_every_moment_of_an_update() {
    let world = World::full();
    let launchers = ["one-agent", "two-agent"];
    let text = launchers.map(|name| {
        let module = if name == "one-agent" { "one.md" } else { "two.md" };
        format!(
            "launcher \"{name}\" {{\n    target \"../target\"\n    cli \"agent\" harness=\"claude\"\n    modules \
             \"{module}\"\n    skills \"*\" mode=\"copy\"\n    hooks {{\n        Stop \"prompt.sh\" {{ args \
             \"{name}\" }}\n        PreToolUse \"guard.py\" matcher=\"Bash\"\n    }}\n}}\n"
        )
    });
    world.manifest(&text.concat());
    world.assembly(["run", "one-agent", "--no-launch"]).succeeds();
    let scripts = Snapshot::of_identity(&world.path("hub/hooks"));
    let is_over = AtomicBool::new(false);
    let looked = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut looked = 0;
            while !is_over.load(Ordering::Relaxed) {
                // Half a file would not be JSON, and a file that is gone has no commands.
                let found = commands(&world);
                assert!(found.len() == 2, "{found:?}");
                for script in ["prompt.sh", "guard.py"] {
                    assert!(found.iter().any(|command| command.contains(script)), "{found:?}");
                    assert!(world.path("hub/hooks").join(script).is_file());
                }
                assert!(world.target(".claude/skills/review/SKILL.md").is_file());
                looked += 1;
            }
            looked
        });
        for round in 0..10 {
            world.module("one.md", format!("# {round}\n"));
            for name in launchers {
                world.assembly(["run", name, "--no-launch"]).succeeds();
            }
        }
        is_over.store(true, Ordering::Relaxed);
        watcher.join().unwrap()
    });
    assert!(looked > 20, "only looked {looked} times");
    assert_eq!(Snapshot::of_identity(&world.path("hub/hooks")), scripts);
}
